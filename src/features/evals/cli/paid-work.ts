/** Commands that ask models many times: their budget, Ctrl-C and time limit. */

import {
  type CommandContext,
  type CoreClient,
  globalsOf,
  type Interrupts,
  interruptible,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import {
  type FlagsOf,
  type GlobalOptions,
  type Options,
  positive,
  RUN_OPTIONS,
  readRunFlags,
  whole,
} from '../../../main/hosts/cli/run-options.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';

const { '--session <ID>': _session, '--attach <FILE>': _attach, ...OF_RUN } = RUN_OPTIONS;
export const PAID_OPTIONS = {
  ...OF_RUN,
  '--runs <N>': whole(({ evals }) => evals.help.runs, 1, 100),
  '--concurrency <N>': whole(({ evals }) => evals.help.concurrency, 1, 16),
  '--judge <ID>': ({ evals }) => evals.help.judge,
  '--max-cost <X>': positive(({ evals }) => evals.help.maxCost),
  '--max-tokens <N>': whole(({ evals }) => evals.help.maxTokens, 1),
} as const satisfies Options;
/** Options of commands in which a second model writes. */
export const WRITER_OPTIONS = {
  '--writer <ID>': ({ evals }) => evals.help.writer,
  '--words <TEXT>': ({ evals }) => evals.help.words,
} as const satisfies Options;
type PaidFlags = FlagsOf<typeof PAID_OPTIONS & typeof WRITER_OPTIONS> &
  GlobalOptions & { readonly case?: string[]; readonly continue?: boolean };

/** Fields that the flags give to requests for paid work: `--max-tokens` is the budget of all work, no limit of an answer. */
export function paidRequest({ deps, words }: CommandContext, flags: PaidFlags, otherwise: number) {
  const { maxTokens, runs = otherwise, concurrency = 2, case: cases, continue: resume, ...given } = flags;
  const { maxCost, judge, writer } = given;
  return {
    runs,
    concurrency,
    settings: readRunFlags(given, deps.terminal.env, words),
    ...defined({ cases, maxCost, maxTokens, judge, writer, words: flags.words, resume }),
  };
}

/** Ctrl-C and the time limit abort the signal that `run` is given. */
export const paidWork = (
  context: CommandContext,
  flags: PaidFlags,
  { baseUrl, apiKeyEnv, model }: SessionSettings,
  run: (client: CoreClient, interrupts: Interrupts) => Promise<number>,
): Promise<number> =>
  interruptible(context, async (interrupts) => {
    if (flags.timeout !== undefined) interrupts.startTimer(flags.timeout * 1000);
    const trustProject = flags.trust;
    const core = { ...globalsOf(flags), model: { baseUrl, apiKeyEnv, model }, asks: true, trustProject };
    return withCore(context, 'write', core, (client) => run(client, interrupts));
  });

/** Undefined where it was stopped. */
export async function unlessStopped<T>({ signal }: Interrupts, work: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
}
