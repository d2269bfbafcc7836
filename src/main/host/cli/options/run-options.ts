/** The options of `run`: checked here, so that wrong usage is told before anything is opened. */
import type { SessionSettings } from '../../../../shared/contract.ts';
import { APPROVAL_MODES, DIALECTS, LOAD_MODES, PLACEMENTS } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { MAX_CONTEXT_BOUNDS } from '../../../../shared/models/model-options.ts';
import { UsageError } from '../exit-status.ts';
import { type GlobalOptions, skillRoots } from './global-options.ts';
import { choiceIn, type ModelFlags, readEndpoint, readModelOptions, wholeIn } from './model-flags.ts';

/** As commander gives them: text. */
export interface RunFlags extends GlobalOptions, ModelFlags {
  readonly trust?: boolean;
  readonly session?: string;
  readonly agent?: string;
  readonly dialect?: string;
  readonly loadMode?: string;
  readonly placement?: string;
  readonly maxContext?: string;
  readonly skillBudget?: string;
  readonly maxIterations?: string;
  readonly idleTurns?: string;
  readonly maxLoaded?: string;
  readonly approve?: string;
  readonly timeout?: string;
  readonly attach?: readonly string[];
}

export interface RunSettings {
  /** Only what was given. */
  readonly settings: SessionSettings;
  readonly timeoutMs: number | undefined;
}

/** @throws UsageError */
export function readRunFlags(
  flags: RunFlags,
  env: Readonly<Record<string, string | undefined>>,
  words: CliWords,
): RunSettings {
  const { usage } = words;
  const whole = (option: string, value: string | undefined, bounds: { readonly min: number; readonly max?: number }) =>
    value === undefined ? undefined : wholeIn(option, value, bounds, words);
  const choice = <T extends string>(option: string, value: string | undefined, choices: readonly T[]) =>
    value === undefined ? undefined : choiceIn(option, value, choices, words);

  const { baseUrl, apiKeyEnv, timeout } = flags;
  readEndpoint(flags, env, words);
  const seconds = timeout === undefined ? undefined : Number(timeout);
  if (seconds !== undefined && !(Number.isFinite(seconds) && seconds > 0)) {
    throw new UsageError(usage.positive('--timeout', timeout ?? ''));
  }
  const limits = given({
    maxContext: whole('--max-context', flags.maxContext, MAX_CONTEXT_BOUNDS),
    skillBudget: whole('--skill-budget', flags.skillBudget, { min: 0 }),
    maxIterations: whole('--max-iterations', flags.maxIterations, { min: 1 }),
    idleTurns: whole('--idle-turns', flags.idleTurns, { min: 0 }),
    maxLoadedSkills: whole('--max-loaded', flags.maxLoaded, { min: 0 }),
  });
  const settings = given({
    environment: flags.env,
    skills: skillRoots(flags, words),
    model: flags.model,
    agent: flags.agent,
    baseUrl,
    apiKeyEnv,
    ...readModelOptions(flags, env, words),
    dialect: choice('--dialect', flags.dialect, DIALECTS),
    loadMode: choice('--load-mode', flags.loadMode, LOAD_MODES),
    placement: choice('--placement', flags.placement, PLACEMENTS),
    approve: choice('--approve', flags.approve, APPROVAL_MODES),
    limits: Object.keys(limits).length > 0 ? limits : undefined,
  });
  return { settings, timeoutMs: seconds === undefined ? undefined : seconds * 1000 };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
