import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../shared/contract.ts';

export type Client = ContractRouterClient<Contract>;

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** What the store asks of `client.ts`. */
export interface Connection {
  readonly client: Client;
  status(): ConnectionStatus;
  /** Calls back at every change; answers how to stop that. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
}
