import path from 'node:path';
import { createApp } from './app.ts';
import { serveProgram } from './hosts/http/run-server.ts';

await serveProgram(createApp, path.join(import.meta.dirname, '..', 'renderer'), process.argv.slice(2));
