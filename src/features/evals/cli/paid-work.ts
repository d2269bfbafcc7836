/** Commands that ask models many times: their budget, Ctrl-C and time limit. */

import {
  type CommandContext,
  type CoreClient,
  type Interrupts,
  watchInterrupts,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import {
  type FlagsOf,
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
  '--runs <N>': ({ evals }) => evals.help.runs,
  '--concurrency <N>': ({ evals }) => evals.help.concurrency,
  '--judge <ID>': ({ evals }) => evals.help.judge,
  '--max-cost <X>': ({ evals }) => evals.help.maxCost,
  '--max-tokens <N>': ({ evals }) => evals.help.maxTokens,
} as const satisfies Options;
/** Options of commands in which a second model writes. */
export const WRITER_OPTIONS = {
  '--rounds <N>': ({ evals }) => evals.help.rounds,
  '--writer <ID>': ({ evals }) => evals.help.writer,
  '--words <TEXT>': ({ evals }) => evals.help.words,
} as const satisfies Options;

type PaidFlags = FlagsOf<typeof PAID_OPTIONS> &
  Partial<FlagsOf<typeof WRITER_OPTIONS>> & {
    readonly case?: readonly string[] | undefined;
    readonly continue?: boolean | undefined;
  };

const BOUNDS = {
  '--runs': { min: 1, max: 100 },
  '--concurrency': { min: 1, max: 16 },
  '--max-tokens': { min: 1, max: Number.MAX_SAFE_INTEGER },
};

/** Fields that the flags give to requests for paid work. @throws UsageError */
export function paidRequest({ deps, words }: CommandContext, flags: PaidFlags, runs: number) {
  const whole = (option: keyof typeof BOUNDS, value: string | undefined) =>
    value === undefined ? undefined : wholeIn(option, value, BOUNDS[option], words);
  const { maxCost, maxTokens, judge, writer, case: cases } = flags;
  const cost = maxCost === undefined ? undefined : Number(maxCost);
  if (cost !== undefined && !(cost > 0)) throw new UsageError(words.usage.positive('--max-cost', maxCost ?? ''));
  return {
    runs: whole('--runs', flags.runs) ?? runs,
    concurrency: whole('--concurrency', flags.concurrency) ?? 2,
    settings: readRunFlags(withoutBudget(flags), deps.terminal.env, words).settings,
    ...defined({
      cases: cases === undefined ? undefined : [...cases],
      maxCost: cost,
      maxTokens: whole('--max-tokens', maxTokens),
      judge,
      writer,
      words: flags.words,
      resume: flags.continue,
    }),
  };
}

/** `--max-tokens` is the budget of all work here, no limit of an answer. */
const withoutBudget = ({ maxTokens: _budget, ...flags }: RunFlags & Pick<PaidFlags, 'maxTokens'>): RunFlags => flags;

/** Ctrl-C and the time limit abort the signal that `run` is given. */
export async function paidWork(
  context: CommandContext,
  flags: RunFlags & Pick<PaidFlags, 'maxTokens'> & GlobalOptions & { readonly trust?: boolean | undefined },
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

/** Undefined where it was stopped. */
export async function unlessStopped<T>({ signal }: Interrupts, work: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
}
