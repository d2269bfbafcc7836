/** The app over a data folder, called through its contract. */
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import type { RepositoryView } from '../../../../shared/contract/repositories.ts';
import type { Contract } from '../../../../shared/contract.ts';
import { createApp } from '../../../app.ts';

export type Client = ContractRouterClient<Contract>;

export async function openApp(home: string): Promise<{ readonly client: Client; close(): Promise<void> }> {
  const app = await createApp({ home, host: 'cli', access: 'write', bundledSkills: home, projectDir: home });
  return { client: createRouterClient(app.router) as unknown as Client, close: () => app.close() };
}

export const skillText = (id: string, body: string, more = ''): string =>
  `---\nname: ${id}\ndescription: Does ${id}. Use it for ${id}. 需要时使用。\n${more}---\n${body}\n`;

/** `id: standing`. */
export const standingOf = ({ skills }: RepositoryView): Readonly<Record<string, string>> =>
  Object.fromEntries(skills.map(({ id, standing }) => [id, standing]));
