/** The options that say how a model is asked, for `run` and `models`: checked here, with the bounds of the files. */

import { EFFORTS, WIRES } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { keylessAddress } from '../../../../shared/models/keyless-address.ts';
import {
  headersSchema,
  MAX_OUTPUT_BOUNDS,
  type ModelOptions,
  paramsSchema,
  variablesIn,
} from '../../../../shared/models/model-options.ts';
import { UsageError } from '../exit-status.ts';
import { type FlagsOf, type Options, oneOf, repeatable } from './option-types.ts';

export const MODEL_OPTIONS = {
  '--base-url <URL>': ({ help }) => help.baseUrl,
  '--api-key-env <NAME>': ({ help }) => help.apiKeyEnv,
  '--model <ID>': ({ help }) => help.model,
  '--wire <WIRE>': oneOf(({ models }) => models.help.wire, WIRES),
  '--header <HEADER>': repeatable(({ models }) => models.help.header),
  '--param <KEY=JSON>': repeatable(({ models }) => models.help.param),
  '--effort <EFFORT>': oneOf(({ models }) => models.help.effort, EFFORTS),
  '--max-output <N>': ({ models }) => models.help.maxOutput,
} as const satisfies Options;
export type ModelFlags = FlagsOf<typeof MODEL_OPTIONS>;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws UsageError */
export function readEndpoint({ baseUrl, apiKeyEnv }: ModelFlags, env: Environment, { usage }: CliWords): void {
  // '' is the demo model.
  if (baseUrl !== undefined && baseUrl.trim() !== '' && !/^https?:\/\/[^/]/i.test(baseUrl.trim())) {
    throw new UsageError(usage.address(keylessAddress(baseUrl)));
  }
  if (apiKeyEnv !== undefined && !env[apiKeyEnv]) throw new UsageError(usage.noKey(apiKeyEnv));
}

/** @throws UsageError */
export function readModelOptions(flags: ModelFlags, env: Environment, words: CliWords): ModelOptions {
  const { wire, header, param, effort, maxOutput } = flags;
  return {
    ...(wire === undefined ? {} : { wire: choiceIn('--wire', wire, WIRES, words) }),
    ...(header === undefined ? {} : { headers: readHeaders(header, env, words) }),
    ...(param === undefined ? {} : { params: readParams(param, words) }),
    ...(effort === undefined ? {} : { effort: choiceIn('--effort', effort, EFFORTS, words) }),
    ...(maxOutput === undefined ? {} : { maxOutput: wholeIn('--max-output', maxOutput, MAX_OUTPUT_BOUNDS, words) }),
  };
}

/** @throws UsageError */
export function choiceIn<T extends string>(option: string, value: string, choices: readonly T[], words: CliWords): T {
  const found = choices.find((one) => one === value);
  if (found === undefined) throw new UsageError(words.usage.choice(option, value, choices));
  return found;
}

/** @throws UsageError */
export function wholeIn(
  option: string,
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
  { usage, models }: CliWords,
): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  const isTooLarge = /^\d+$/.test(value) && number > max;
  throw new UsageError(isTooLarge ? models.bounds(option, value, min, max) : usage.wholeNumber(option, value, min));
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
