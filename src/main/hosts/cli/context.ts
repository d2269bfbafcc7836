/** Context of each command, and access to the core. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import type { Contract } from '../../../shared/contract.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import { findingText } from '../../../shared/messages/finding.ts';
import type { AppOptions } from '../../api/app-handle.ts';
import type { CliDeps } from './deps.ts';
import { appOptions, type GlobalOptions } from './run-options.ts';
import type { Output } from './text/output.ts';
import { oneLine } from './text/visible.ts';
import { visibleJson } from './text/visible-json.ts';

export type CoreClient = ContractRouterClient<Contract>;

export interface CommandContext {
  readonly deps: CliDeps;
  readonly words: CliWords;
  readonly out: Output;
  /** Progress, questions and failures: on stderr. */
  readonly note: (line: string) => void;
  /** BCP 47. */
  readonly language: string;
  /** Columns to fit tables to; undefined where stdout is no terminal and nothing is to be cut. */
  readonly columns: number | undefined;
}

/** Opens the core, calls it through the contract, and always closes it. */
export async function withCore<T>(
  { deps, words, language, note }: CommandContext,
  access: AppOptions['access'],
  options: GlobalOptions & Pick<AppOptions, 'model' | 'asks' | 'trustProject'>,
  work: (client: CoreClient) => Promise<T>,
): Promise<T> {
  const app = await deps.createApp({
    ...appOptions(options, words),
    host: 'cli',
    access,
    model: options.model,
    asks: options.asks,
    trustProject: options.trustProject,
    systemLanguage: language,
  });
  try {
    // `AnyRouter` knows nothing of the contract that it implements.
    const client = createRouterClient(await app.router()) as unknown as CoreClient;
    const { diagnostics } = await client.environments.list({});
    for (const { file, line = 1, column = 1, ...said } of diagnostics) {
      note(oneLine(`${file}:${line}:${column}: ${findingText(words.language, said)}`));
    }
    const { interrupted = [] } = access === 'write' ? await client.app.info({}) : {};
    if (interrupted.length > 0) note(words.run.interruptedBefore(interrupted.map((one) => one.sessionId)));
    return await work(client);
  } finally {
    await app.close();
  }
}

export const printJson = (out: Output, value: unknown): Promise<void> => out.line(visibleJson(value));

/** One line where skills of the current folder are left out: all of them, or those that are not as they were trusted. */
export async function noteUntrusted({ note, words }: CommandContext, client: CoreClient): Promise<void> {
  const { folder, trusted, skills } = await client.trust.get({});
  const left = skills.filter(({ heldBack }) => heldBack !== undefined);
  if (left.length === 0) return;
  const named = left.map(({ id, heldBack, replaces }) =>
    words.trust.named(id, heldBack === 'untrusted' ? undefined : heldBack, replaces === true),
  );
  const line = trusted ? words.trust.changed : words.trust.leftOut;
  note(oneLine(line(folder, named.join(', '))));
}

/** The core knows nothing of the folder that the person is in. `owner/repo` is on GitHub where there is no such folder. */
export function absolute(given: string): string {
  const isAddress = /^[a-z][a-z+]+:\/\//i.test(given) || /^[\w.-]+@[\w.-]+:/.test(given);
  const isShort = /^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(?:@[^/@\s]+)?$/i.test(given) && !existsSync(path.resolve(given));
  return isAddress || isShort ? given : path.resolve(given);
}
