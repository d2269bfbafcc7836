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

const { '--session <ID>': _session, '--attach <FILE>': _attach, ...OF_RUN } = RUN_OPTIONS;
export const PAID_OPTIONS = {
  ...OF_RUN,
  '--judge <ID>': ({ evals }) => evals.help.judge,
  '--max-cost <X>': positive(({ evals }) => evals.help.maxCost),
  '--max-tokens <N>': whole(({ evals }) => evals.help.maxTokens, 1),
} as const satisfies Options;
export type PaidFlags = FlagsOf<typeof PAID_OPTIONS> & GlobalOptions;

/** `--max-tokens` is the budget of all work here, no limit of an answer. */
export const settingsOf = (
  { deps, words }: CommandContext,
  { maxTokens: _budget, ...flags }: PaidFlags,
): SessionSettings => readRunFlags(flags, deps.terminal.env, words);

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
