/**
 * The browser host over a copy of the bundled skills: `serve.ts SKILLS` and what `serve.js` takes. What the person gave
 * their scripts is in the environment variable SECRETS, as JSON.
 */
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import type { CreateApp } from '../../../src/main/api.ts';
import { createApp as createRealApp } from '../../../src/main/app.ts';
import { serveProgram } from '../../../src/main/hosts/http/run-server.ts';
import type { Contract } from '../../../src/shared/contract.ts';

const [bundledSkills = '', ...args] = process.argv.slice(2);
const secrets = Object.entries(JSON.parse(process.env.SECRETS ?? '{}') as Record<string, string>);

const createApp: CreateApp = async (options) => {
  const app = await createRealApp({ ...options, bundledSkills });
  const client = createRouterClient(await app.router()) as unknown as ContractRouterClient<Contract>;
  for (const [name, value] of secrets) await client.secrets.set({ skill: 'book-flight', name, value });
  return app;
};
await serveProgram(createApp, path.join(import.meta.dirname, '..', '..', '..', 'out', 'renderer'), args);
