/** The options of `run`: checked here, so that wrong usage is told before anything is opened. */
import type { SessionSettings } from '../../../shared/contract.ts';
import { APPROVAL_MODES, DIALECTS, LOAD_MODES, PLACEMENTS } from '../../../shared/events.ts';
import { UsageError } from './exit-status.ts';
import { type GlobalOptions, skillRoots } from './global-options.ts';
import type { CliWords } from './words/en.ts';

/** As commander gives them: text. */
export interface RunFlags extends GlobalOptions {
  readonly trust?: boolean;
  readonly session?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly model?: string;
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
  const whole = (option: string, value: string | undefined, min: number): number | undefined => {
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || !Number.isSafeInteger(number)) {
      throw new UsageError(usage.wholeNumber(option, value, min));
    }
    return number;
  };
  function choice<T extends string>(option: string, value: string | undefined, choices: readonly T[]): T | undefined {
    if (value === undefined) return undefined;
    const found = choices.find((one) => one === value);
    if (found === undefined) throw new UsageError(usage.choice(option, value, choices));
    return found;
  }

  const { baseUrl, apiKeyEnv, timeout } = flags;
  // '' is the demo model.
  if (baseUrl !== undefined && baseUrl.trim() !== '' && !/^https?:\/\/[^/]/i.test(baseUrl.trim())) {
    throw new UsageError(usage.address(baseUrl));
  }
  if (apiKeyEnv !== undefined && !env[apiKeyEnv]) throw new UsageError(usage.noKey(apiKeyEnv));
  const seconds = timeout === undefined ? undefined : Number(timeout);
  if (seconds !== undefined && !(Number.isFinite(seconds) && seconds > 0)) {
    throw new UsageError(usage.positive('--timeout', timeout ?? ''));
  }
  const limits = given({
    maxContext: whole('--max-context', flags.maxContext, 1),
    skillBudget: whole('--skill-budget', flags.skillBudget, 0),
    maxIterations: whole('--max-iterations', flags.maxIterations, 1),
    idleTurns: whole('--idle-turns', flags.idleTurns, 0),
    maxLoadedSkills: whole('--max-loaded', flags.maxLoaded, 0),
  });
  const settings = given({
    environment: flags.env,
    skills: skillRoots(flags, words),
    model: flags.model,
    agent: flags.agent,
    baseUrl,
    apiKeyEnv,
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
