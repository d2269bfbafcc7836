export type { Client, Connection, ConnectionStatus } from '../../client.ts';
