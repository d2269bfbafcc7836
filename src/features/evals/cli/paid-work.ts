/** Commands that ask models many times: their budget, Ctrl-C and time limit. */

import {
  type CommandContext,
  type CoreClient,
  type Interrupts,
  watchInterrupts,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import {
  type GlobalOptions,
  type Options,
  RUN_OPTIONS,
  type RunFlags,
  readRunFlags,
  UsageError,
  wholeIn,
} from '../../../main/hosts/cli/run-options.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';

const { '--session <ID>': _session, '--attach <FILE>': _attach, ...OF_RUN } = RUN_OPTIONS;
export const PAID_OPTIONS = {
  ...OF_RUN,
  '--judge <ID>': ({ evals }) => evals.help.judge,
  '--max-cost <X>': ({ evals }) => evals.help.maxCost,
  '--max-tokens <N>': ({ evals }) => evals.help.maxTokens,
} as const satisfies Options;

const TOKENS = { min: 1, max: Number.MAX_SAFE_INTEGER };

interface Budget {
  readonly maxCost?: string | undefined;
  readonly maxTokens?: string | undefined;
}

/** @throws UsageError */
export function budgetOf({ words }: CommandContext, { maxCost, maxTokens }: Budget) {
  const cost = maxCost === undefined ? undefined : Number(maxCost);
  if (cost !== undefined && !(cost > 0)) throw new UsageError(words.usage.positive('--max-cost', maxCost ?? ''));
  return defined({
    maxCost: cost,
    maxTokens: maxTokens === undefined ? undefined : wholeIn('--max-tokens', maxTokens, TOKENS, words),
  });
}

/** `--max-tokens` is the budget of all work here, no limit of an answer. */
export const settingsOf = ({ deps, words }: CommandContext, flags: RunFlags & Budget): SessionSettings =>
  readRunFlags(withoutBudget(flags), deps.terminal.env, words).settings;

const withoutBudget = ({ maxTokens: _budget, ...flags }: RunFlags & Budget): RunFlags => flags;

/** Ctrl-C and the time limit abort the signal that `run` is given. */
export async function paidWork(
  context: CommandContext,
  flags: RunFlags & Budget & GlobalOptions & { readonly trust?: boolean | undefined },
  { baseUrl, apiKeyEnv, model }: SessionSettings,
  run: (client: CoreClient, interrupts: Interrupts) => Promise<number>,
): Promise<number> {
  const { deps, words, note } = context;
  const { home, env, skills, json } = flags;
  const interrupts = watchInterrupts(deps, {
    stopping: () => note(words.run.stopping),
    timeUp: (ms) => note(words.run.timeUp(String(ms / 1000))),
  });
  try {
    const { timeoutMs } = readRunFlags(withoutBudget(flags), deps.terminal.env, words);
    if (timeoutMs !== undefined) interrupts.startTimer(timeoutMs);
    const core = {
      ...defined({ home, env, skills, json }),
      model: { baseUrl, apiKeyEnv, model },
      asks: true,
      trustProject: flags.trust,
    };
    return await withCore(context, 'write', core, (client) => run(client, interrupts));
  } finally {
    interrupts.dispose();
  }
}
