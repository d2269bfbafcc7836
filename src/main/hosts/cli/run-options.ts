/** Options of `run`, checked here so that wrong usage is reported before anything is opened. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { ORPCError } from '@orpc/server';
import { type Command, type CommanderError, Option } from 'commander';
import { z } from 'zod';
import type { SessionSettings } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import { ERROR_CODES, errorDetailSchema, isSkilldeckError, SkilldeckError } from '../../../shared/errors.ts';
import {
  APPROVAL_MODES,
  DIALECTS,
  EFFORTS,
  type EventOf,
  LOAD_MODES,
  PLACEMENTS,
  WIRES,
} from '../../../shared/events.ts';
import { type CliWords, cli as en } from '../../../shared/messages/en/cli.ts';
import { failureLine } from '../../../shared/messages/failure.ts';
import type { Language } from '../../../shared/messages/types.ts';
import { cli as zh } from '../../../shared/messages/zh/cli.ts';
import { keylessAddress, keylessText } from '../../../shared/models/keyless-address.ts';
import {
  headersSchema,
  MAX_OUTPUT_BOUNDS,
  type ModelOptions,
  paramsSchema,
  variablesIn,
} from '../../../shared/models/model-options.ts';
import { LIMIT_NAMES, LIMITS, type LimitName, type Limits } from '../../../shared/settings/limits.ts';
import type { AppOptions } from '../../api.ts';
import { ofFullOrClosedDisk } from '../../lib/errors.ts';

// Exit statuses (CONTRACT §1), and how a failure becomes one.

export const EXIT = { done: 0, error: 1, usage: 2, model: 3, iterations: 4, refused: 5, stopped: 130 } as const;
type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** Wrong usage: the message is the one line on stderr. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(message: string, options?: ErrorOptions) {
    super(keylessText(message), options);
  }
}

/** An expected failure that the terminal found itself: its message is in the person's language already. */
export class TerminalError extends SkilldeckError {}

/** An expected failure as its line on stderr and its status; undefined for a bug, which is to be thrown on. */
export function readFailure(
  thrown: unknown,
  language: Language,
): { readonly message: string; readonly status: ExitStatus } | undefined {
  const error = ofFullOrClosedDisk(thrown);
  if (error instanceof UsageError) return { message: error.message, status: EXIT.usage };
  const isContract = error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR';
  if (!isSkilldeckError(error) && !isContract) return undefined;
  const wrongUsage = ['bad-input', 'BAD_REQUEST', 'not-supported'].includes(error.code);
  const code = error instanceof TerminalError ? undefined : ERROR_CODES.find((one) => one === error.code);
  const facts = isSkilldeckError(error) ? error : factsSchema.safeParse(error.data).data;
  const { figures, detail } = facts ?? {};
  const { message: english } = error;
  const message = code === undefined ? english : failureLine(language, { code, message: english, figures, detail });
  return { message, status: wrongUsage ? EXIT.usage : EXIT.error };
}

const factsSchema = z.object({
  figures: z.record(z.string(), z.number()).optional(),
  detail: errorDetailSchema.optional(),
});

/**
 * @param modelFailure code of the run's last failed try without another to come. A run that ended with it ended
 * because of the model; any other error is the run's own.
 */
export function runStatus(end: EventOf<'run-finished'>, modelFailure: string | undefined): ExitStatus {
  if (end.code === 'refused') return EXIT.refused;
  switch (end.state) {
    case 'completed':
      return EXIT.done;
    case 'max-iterations':
      return EXIT.iterations;
    case 'stopped':
      return EXIT.stopped;
    default:
      return end.code !== undefined && end.code === modelFailure ? EXIT.model : EXIT.error;
  }
}

/** Options as data, typed by their own names. */
export type Help = (words: CliWords) => string;
/** Makes a value of what was typed. @param name of the option. @throws UsageError */
type Read<T> = (typed: string, words: CliWords, name: string) => T;
interface Described<T> {
  readonly help: Help;
  readonly read: Read<T>;
  readonly repeatable?: true;
}
/** Keyed by `--name` for a switch, `--no-name` for one that is on unless given, `--name <VALUE>` for text. */
export type Options = Readonly<Record<`--${string}`, Help | Described<unknown>>>;

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
type NameOf<Usage> = Usage extends `--${infer Name} <${string}`
  ? Name
  : Usage extends `--no-${infer Name}`
    ? Name
    : Usage extends `--${infer Name}`
      ? Name
      : never;
type ValueOf<Usage, Option> =
  Option extends Described<infer T>
    ? Option extends { readonly repeatable: true }
      ? T[]
      : T
    : Usage extends `${string} <${string}`
      ? string
      : boolean;
/** Options as `commander` reads them: `--max-context <N>` is `maxContext`, of the type that its `read` makes. */
export type FlagsOf<O> = { readonly [U in keyof O as CamelCase<NameOf<U>>]?: ValueOf<U, O[U]> };

export function addOptions(command: Command, options: Options, words: CliWords): void {
  for (const [usage, given] of Object.entries(options)) {
    const { help, repeatable, read }: Described<unknown> = typeof given === 'object' ? given : text(given);
    const option = new Option(usage, help(words));
    const name = option.long ?? usage;
    if (option.required) {
      option.argParser<unknown>((typed, before) => {
        // An unset variable in a script (`--home "$DIR"`) must not be another folder, session or model than was meant.
        if (typed === '' && name !== '--base-url') throw new UsageError(words.usage.optionMissingArgument(name));
        const value = read(typed, words, name);
        return repeatable ? [...((before as readonly unknown[] | undefined) ?? []), value] : value;
      });
    }
    command.addOption(option);
  }
}

const text = (help: Help): Described<string> => ({ help, read: (typed) => typed });
/** Its help ends with the values. */
export const oneOf = <const T extends string>(help: Help, choices: readonly T[]): Described<T> => ({
  help: (words) => `${help(words)}: ${choices.join(', ')}`,
  read: (typed, words, name) => choiceIn(name, typed, choices, words),
});
export const repeatable = <const T extends string = string>(help: Help, choices?: readonly T[]) => ({
  ...(choices === undefined ? (text(help) as Described<T>) : oneOf(help, choices)),
  repeatable: true as const,
});
/** A whole number. Bounds are inclusive. */
export const whole = (help: Help, min: number, max: number = Number.MAX_SAFE_INTEGER): Described<number> => ({
  help,
  read(typed, { usage, models }, name) {
    const number = Number(typed);
    if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
    const isTooLarge = /^\d+$/.test(typed) && number > max;
    throw new UsageError(isTooLarge ? models.bounds(name, typed, min, max) : usage.wholeNumber(name, typed, min));
  },
});
export const positive = (help: Help): Described<number> => ({
  help,
  read(typed, { usage }, name) {
    const number = Number(typed);
    if (Number.isFinite(number) && number > 0) return number;
    throw new UsageError(usage.positive(name, typed));
  },
});

/** @throws UsageError */
export function choiceIn<T extends string>(name: string, typed: string, choices: readonly T[], words: CliWords): T {
  const found = choices.find((one) => one === typed);
  if (found === undefined) throw new UsageError(words.usage.choice(name, typed, choices));
  return found;
}

export const GLOBAL_OPTIONS = {
  '--home <DIR>': ({ help }) => help.home,
  '--env <NAME>': ({ help }) => help.env,
  '--skills <DIR>': repeatable(({ help }) => help.skillsDir),
  '--json': ({ help }) => help.json,
} as const satisfies Options;
export type GlobalOptions = FlagsOf<typeof GLOBAL_OPTIONS>;

export const appOptions = (options: GlobalOptions, words: CliWords): Omit<AppOptions, 'host' | 'access'> => ({
  home: options.home,
  environment: options.env,
  skillRoots: skillRoots(options, words),
});

/** Absolute. @throws UsageError where a folder of `--skills` is not there: a run without it would be another run. */
function skillRoots({ skills }: GlobalOptions, { usage }: CliWords): string[] | undefined {
  return skills?.map((given) => {
    if (given === 'none') return given;
    const folder = path.resolve(given);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(usage.noSuchFolder(folder));
    return folder;
  });
}

// Commander's complaints as one line: what is wrong, and what to do.

/** @param path of the command as typed: `skilldeck skills show`. */
export function usageLine(error: CommanderError, path: string, { usage }: CliWords): string {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const meant = /Did you mean (?:one of )?([^?]*)\?/.exec(error.message)?.[1];
  const complaint = () => {
    switch (error.code) {
      case 'commander.unknownOption':
        return usage.unknownOption(quoted.replace(/=.*$/s, ''));
      case 'commander.unknownCommand':
        return usage.unknownCommand(quoted);
      case 'commander.missingArgument':
        return usage.missingArgument(quoted);
      case 'commander.optionMissingArgument':
        return usage.optionMissingArgument(quoted);
      case 'commander.excessArguments':
        return path.endsWith(' run') ? usage.excessArguments : usage.excessPlain;
      default:
        return error.message.replace(/^error: /, '').replace(/\s+/g, ' ');
    }
  };
  return keylessText(`${complaint()}${meant === undefined ? '' : ` → ${meant}?`} ${usage.try(path)}`);
}

// The person's language, as the system has it.

/** BCP 47, by POSIX's order of variables; `C` says nothing about a person. */
export function systemLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const posix = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '');
  const first = env.LANGUAGE?.split(':')[0];
  const name = (isNamed(posix) && first ? first : posix)?.replace(/[.@].*$/, '').replace('_', '-');
  if (isNamed(name)) return name;
  return posix === undefined ? Intl.DateTimeFormat().resolvedOptions().locale : 'en';
}

const isNamed = (value: string | undefined): value is string =>
  value !== undefined && !/^(C|POSIX)?(\.|$)/i.test(value);

export const wordsFor = (language: string): CliWords => (/^zh\b/i.test(language) ? zh : en);

/** The options that say how a model is asked, for `run` and `models`: checked here, with the bounds of the files. */
export const MODEL_OPTIONS = {
  '--base-url <URL>': ({ help }) => help.baseUrl,
  '--api-key-env <NAME>': ({ help }) => help.apiKeyEnv,
  '--model <ID>': ({ help }) => help.model,
  '--wire <WIRE>': oneOf(({ models }) => models.help.wire, WIRES),
  '--header <HEADER>': repeatable(({ models }) => models.help.header),
  '--param <KEY=JSON>': repeatable(({ models }) => models.help.param),
  '--effort <EFFORT>': oneOf(({ models }) => models.help.effort, EFFORTS),
  '--max-output <N>': whole(({ models }) => models.help.maxOutput, MAX_OUTPUT_BOUNDS.min, MAX_OUTPUT_BOUNDS.max),
} as const satisfies Options;
export type ModelFlags = FlagsOf<typeof MODEL_OPTIONS>;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws UsageError */
export function readEndpoint({ baseUrl, apiKeyEnv }: ModelFlags, env: Environment, { usage }: CliWords): void {
  // '' is the demo model.
  if (baseUrl !== undefined && baseUrl.trim() !== '' && !/^https?:\/\/[^/]/i.test(baseUrl.trim()))
    throw new UsageError(usage.address(keylessAddress(baseUrl)));
  if (apiKeyEnv !== undefined && !env[apiKeyEnv]) throw new UsageError(usage.noKey(apiKeyEnv));
}

/** @throws UsageError */
export function readModelOptions(flags: ModelFlags, env: Environment, words: CliWords): ModelOptions {
  const { wire, header, param, effort, maxOutput } = flags;
  const headers = header && readHeaders(header, env, words);
  const params = param && readParams(param, words);
  return defined({ wire, headers, params, effort, maxOutput });
}

function readHeaders(given: readonly string[], env: Environment, { models }: CliWords) {
  const entries = given.map((text) => {
    const [, name, value] = /^\s*([^:\s]+)\s*:(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined || value.trim() === '') throw new UsageError(models.badHeader(text));
    const missing = variablesIn(value).find((variable) => !env[variable]);
    if (missing !== undefined) throw new UsageError(models.noVariable(name, missing));
    const parsed = headersSchema.safeParse({ [name]: value });
    if (!parsed.success) throw new UsageError(models.refusedHeader(name));
    return parsed.data;
  });
  const parsed = headersSchema.safeParse(Object.assign({}, ...entries));
  if (!parsed.success) throw new UsageError(models.manyHeaders);
  return parsed.data;
}

function readParams(given: readonly string[], { models }: CliWords) {
  /** The value may be a secret that lacks its quotation marks. */
  const named = (text: string) => text.replace(/(?<==).*$|^[^=]+$/s, '…');
  const entries = given.map((text): readonly [string, unknown] => {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(at, 0)).trim();
    if (key === '') throw new UsageError(models.badParam(named(text)));
    try {
      return [key, JSON.parse(text.slice(at + 1))];
    } catch {
      throw new UsageError(models.badParam(named(text)));
    }
  });
  const parsed = paramsSchema.safeParse(Object.fromEntries(entries));
  if (parsed.error?.issues.some(({ message }) => message === 'params-secret') === true)
    throw new UsageError(models.secretParam);
  if (!parsed.success) throw new UsageError(models.refusedParam(entries.map(([key]) => key).join(', ')));
  return parsed.data;
}

type LimitOption = (typeof LIMITS)[LimitName]['option'];
const LIMIT_OPTIONS = Object.fromEntries(
  Object.values(LIMITS).map(({ option, min, max, ...row }) => [
    option,
    whole(({ language, help }) => `${row[language].help} (${help.within(min, max, row.default)})`, min, max),
  ]),
) as Readonly<Record<LimitOption, ReturnType<typeof whole>>>;

export const RUN_OPTIONS = {
  ...MODEL_OPTIONS,
  '--session <ID>': ({ help }) => help.session,
  '--agent <NAME>': ({ help }) => help.agent,
  '--dialect <NAME>': oneOf(({ help }) => help.dialect, DIALECTS),
  '--load-mode <MODE>': oneOf(({ help }) => help.loadMode, LOAD_MODES),
  '--placement <PLACE>': oneOf(({ help }) => help.placement, PLACEMENTS),
  '--approve <MODE>': oneOf(({ help }) => help.approve, APPROVAL_MODES),
  ...LIMIT_OPTIONS,
  '--attach <FILE>': repeatable(({ help }) => help.attach),
  '--timeout <S>': positive(({ help }) => help.timeout),
  '--packages': ({ help }) => help.runPackages,
  '--trust': ({ trust }) => trust.help.forRun,
} as const satisfies Options;
export type RunFlags = FlagsOf<typeof RUN_OPTIONS> & GlobalOptions;

/** @throws UsageError */
export function readRunFlags(flags: RunFlags, env: Environment, words: CliWords): SessionSettings {
  readEndpoint(flags, env, words);
  const limits: Partial<Limits> = Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const flag = new Option(LIMITS[name].option).attributeName() as keyof FlagsOf<typeof LIMIT_OPTIONS>;
      return flags[flag] === undefined ? [] : [[name, flags[flag]]];
    }),
  );
  const { env: environment, model, agent, baseUrl, apiKeyEnv, dialect, loadMode, placement, approve } = flags;
  return defined({
    environment,
    skills: skillRoots(flags, words),
    model,
    agent,
    baseUrl,
    apiKeyEnv,
    ...readModelOptions(flags, env, words),
    dialect,
    loadMode,
    placement,
    approve,
    limits: Object.keys(limits).length > 0 ? limits : undefined,
  });
}
