/** Options of `run`, checked here so that wrong usage is reported before anything is opened. */

import { Option } from 'commander';
import type { SessionSettings } from '../../../../shared/contract.ts';
import { defined } from '../../../../shared/defined.ts';
import { APPROVAL_MODES, DIALECTS, LOAD_MODES, PLACEMENTS } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { LIMIT_NAMES, LIMITS, type LimitName, type Limits } from '../../../../shared/settings/limits.ts';
import { UsageError } from '../exit-status.ts';
import { type GlobalOptions, skillRoots } from './global-options.ts';
import { choiceIn, MODEL_OPTIONS, readEndpoint, readModelOptions, wholeIn } from './model-flags.ts';
import { type FlagsOf, type Options, oneOf, repeatable } from './option-types.ts';

const CHOICES = {
  '--dialect <NAME>': oneOf(({ help }) => help.dialect, DIALECTS),
  '--load-mode <MODE>': oneOf(({ help }) => help.loadMode, LOAD_MODES),
  '--placement <PLACE>': oneOf(({ help }) => help.placement, PLACEMENTS),
  '--approve <MODE>': oneOf(({ help }) => help.approve, APPROVAL_MODES),
} as const satisfies Options;

type LimitOption = (typeof LIMITS)[LimitName]['option'];
const LIMIT_OPTIONS = Object.fromEntries(
  Object.values(LIMITS).map((row) => [
    row.option,
    ({ language, help }: CliWords) => `${row[language].help} (${help.within(row.min, row.max, row.default)})`,
  ]),
) as Readonly<Record<LimitOption, (words: CliWords) => string>>;

export const RUN_OPTIONS = {
  ...MODEL_OPTIONS,
  '--session <ID>': ({ help }) => help.session,
  '--agent <NAME>': ({ help }) => help.agent,
  ...CHOICES,
  ...LIMIT_OPTIONS,
  '--attach <FILE>': repeatable(({ help }) => help.attach),
  '--timeout <S>': ({ help }) => help.timeout,
  '--trust': ({ trust }) => trust.help.forRun,
} as const satisfies Options;
export type RunFlags = FlagsOf<typeof RUN_OPTIONS> & GlobalOptions;

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
  const choice = <T extends string>(option: string, value: string | undefined, choices: readonly T[]) =>
    value === undefined ? undefined : choiceIn(option, value, choices, words);

  const { baseUrl, apiKeyEnv, timeout } = flags;
  readEndpoint(flags, env, words);
  const seconds = timeout === undefined ? undefined : Number(timeout);
  if (seconds !== undefined && !(Number.isFinite(seconds) && seconds > 0)) {
    throw new UsageError(usage.positive('--timeout', timeout ?? ''));
  }
  const limits = limitsIn(flags, words);
  const settings = defined({
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

/** @throws UsageError */
function limitsIn(flags: RunFlags, words: CliWords): Partial<Limits> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const [option = ''] = LIMITS[name].option.split(' ');
      const value = flags[new Option(option).attributeName() as keyof FlagsOf<typeof LIMIT_OPTIONS>];
      return value === undefined ? [] : [[name, wholeIn(option, value, LIMITS[name], words)]];
    }),
  );
}
