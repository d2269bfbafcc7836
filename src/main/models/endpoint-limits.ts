/** An endpoint's limits for a model: figures of its list, and those that local servers report elsewhere. */

import type { Price } from '../../shared/context-views.ts';
import { defined } from '../../shared/defined.ts';
import type { Abilities } from '../../shared/models/model-options.ts';
import { editDistance } from '../../shared/text/text.ts';
import { below, shownAddress } from './address.ts';
import { createExchange, type Exchange } from './exchange.ts';

/** The names that a person probably meant. */

const MAX_NAMES = 3;

/** Letters and digits in lower case, without the owner before a slash. */
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** At most three names, nearest first; empty if none is similar. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const target = bare(wanted);
  return names
    .map((name) => {
      const other = bare(name);
      const length = Math.max(target.length, other.length, 1);
      const contains = target.length >= 3 && (other.includes(target) || target.includes(other));
      return { name, score: editDistance(target, other) / length - (contains ? 0.5 : 0) };
    })
    .filter(({ score }) => score < 0.5)
    .sort((a, b) => a.score - b.score)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

/** A server's list of models, or the reason why there is none. */
export interface ListedModel {
  readonly id: string;
  /** The server's own entry: limits have many names. */
  readonly entry: unknown;
}

export type Listing =
  | { readonly kind: 'models'; readonly models: readonly ListedModel[] }
  /** An answer, but not a list of models. */
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | { readonly kind: 'failed'; readonly exchange: Exchange; readonly error: unknown; readonly timedOut: boolean };

/** `{data:[{id}]}`, or the bare list that some gateways give. */
function readList(body: string): ListedModel[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const data: unknown =
      typeof parsed === 'object' && parsed !== null && 'data' in parsed && parsed.data !== undefined
        ? parsed.data
        : parsed;
    // A server without models says `null`.
    if (data === null && parsed !== null) return [];
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((entry: unknown) => {
      const id: unknown = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry;
      return typeof id === 'string' ? [{ id, entry }] : [];
    });
  } catch {
    return undefined;
  }
}

/** Never throws. @param headers with the key. */
export async function listModels(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Listing> {
  const exchange = createExchange({ headers, onHeaders: () => {} });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await (await exchange.send(below(baseUrl, '/models'), signal)).text();
  } catch (error) {
    if (exchange.status === undefined || exchange.redirectedTo !== undefined)
      return { kind: 'failed', exchange, error, timedOut: signal.aborted };
  }
  const models = exchange.status === 200 ? readList(exchange.body) : undefined;
  return models === undefined ? { kind: 'answered', exchange } : { kind: 'models', models };
}

export interface Asked {
  readonly baseUrl: string;
  readonly model: string;
  /** Includes the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly listed?: ListedModel | undefined;
}

const PROBE_MS = 2_000;

/** Local servers say their real context beside the OpenAI routes; a public provider is not asked for other programs' routes. */
const LOCAL =
  /^(localhost|\[?::1\]?|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[^.]+$|.*\.(local|lan|internal)$)/i;
const LOCAL_OWNERS = new Set(['llamacpp', 'library', 'vllm', 'organization_owner']);

const field = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined),
    value,
  );

/** A whole number of tokens above 0. Some servers write it as text. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const first = (values: readonly unknown[]): number | undefined => values.map(count).find((one) => one !== undefined);

/** Names under which vLLM, OpenRouter, Moonshot, Groq, Mistral, llama.cpp and Anthropic list the same figure; the first one counts. */
const CONTEXTS =
  'loaded_context_length meta.n_ctx max_model_len top_provider.context_length context_length context_window max_context_length max_input_tokens';
const OUTPUTS = 'max_completion_tokens top_provider.max_completion_tokens max_output_tokens max_tokens';

export function listedLimits(entry: unknown): Abilities {
  const figure = (names: string) => first(names.split(' ').map((name) => field(entry, ...name.split('.'))));
  return defined({
    maxContext: figure(CONTEXTS),
    maxOutput: figure(OUTPUTS),
    prices: pricesIn(field(entry, 'pricing')),
    ...abilitiesIn(entry),
  });
}

/** Text is dollars a token (OpenRouter, Vercel), a number dollars a million tokens (Together); below 0: it depends. */
function pricesIn(pricing: unknown): Price | undefined {
  const price = (...names: readonly string[]): number | undefined => {
    const said = names.map((name) => field(pricing, name)).find((one) => one !== undefined);
    const number = typeof said === 'string' && said !== '' ? Number((Number(said) * 1_000_000).toPrecision(9)) : said;
    return typeof number === 'number' && number >= 0 ? number : undefined;
  };
  const [input, output] = [price('prompt', 'input'), price('completion', 'output')];
  if (input === undefined || output === undefined) return undefined;
  const [cachedInput, cacheWrite] = [price('input_cache_read'), price('input_cache_write')];
  return { input, output, ...defined({ cachedInput, cacheWrite }) };
}

/**
 * Fields of an entry: a flag, or `list:word`. With `list:word:whole`, a list without the word `whole` is not complete:
 * that it leaves a word out says nothing.
 */
const ABILITIES = {
  image:
    'capabilities.vision modalities.vision supports_image_in supports_image_input architecture.input_modalities:image capabilities:vision:completion type:vlm:',
  pdf: 'architecture.input_modalities:file',
  tools:
    'capabilities.function_calling supports_tools supported_parameters:tools capabilities:tools:completion capabilities:tool_use:',
  reasons: 'capabilities.reasoning supports_reasoning supported_parameters:reasoning capabilities:thinking:completion',
} as const;

/** OpenRouter has lists, Mistral, Moonshot, Fireworks and llama.cpp flags; Ollama lists all that it can, LM Studio not. */
function abilitiesIn(entry: unknown): Abilities {
  const can = (ability: keyof typeof ABILITIES): boolean | undefined => {
    for (const said of ABILITIES[ability].split(' ')) {
      const [path = '', word, whole = word] = said.split(':');
      const value = field(entry, ...path.split('.'));
      if (word === undefined && typeof value === 'boolean') return value;
      const words: unknown[] = word === undefined ? [] : [value].flat();
      if (words.includes(word)) return true;
      if (Array.isArray(value) && word !== undefined && (whole === word || words.includes(whole))) return false;
    }
    return undefined;
  };
  const [image, tools, reasons] = [can('image'), can('tools'), can('reasons')];
  const kinds = (['image', 'pdf'] as const).filter(can);
  return defined({ sees: image === undefined ? undefined : kinds, tools, reasons });
}

/** Never throws; empty where nothing is known. At most two seconds. */
export async function endpointLimits({ baseUrl, model, headers, listed }: Asked): Promise<Abilities> {
  const fromList = listedLimits(listed?.entry);
  const owner = field(listed?.entry, 'owned_by');
  const isLocal = LOCAL.test(new URL(baseUrl).hostname) || (typeof owner === 'string' && LOCAL_OWNERS.has(owner));
  if (!isLocal) return fromList;
  const ask = (path: string, body?: unknown) => askJson(baseUrl, path, headers, body);
  const [props, running, shown, studio] = await Promise.all([
    ask('/props'),
    ask('/api/ps'),
    ask('/api/show', { model }),
    ask('/api/v0/models'),
  ]);
  // The loaded model's limit takes precedence over a possible one.
  const real = first([
    field(props, 'default_generation_settings', 'n_ctx'),
    field(named(field(running, 'models'), model), 'context_length'),
    field(named(field(studio, 'data'), model), 'loaded_context_length'),
    /\bnum_ctx\s+(\d+)/.exec(String(field(shown, 'parameters') ?? ''))?.[1],
  ]);
  const most = first([
    field(named(field(studio, 'data'), model), 'max_context_length'),
    ...Object.entries(field(shown, 'model_info') ?? {}).flatMap(([key, value]) =>
      key.endsWith('.context_length') ? [value] : [],
    ),
  ]);
  const local = [props, named(field(studio, 'data'), model), shown].map(abilitiesIn);
  return Object.assign({}, fromList, ...local, defined({ maxContext: real ?? fromList.maxContext ?? most }));
}

/** Ollama adds `:latest` to a name without a tag. */
function named(list: unknown, model: string): unknown {
  if (!Array.isArray(list)) return undefined;
  const names = new Set([model, `${model}:latest`]);
  return list.find((one: unknown) =>
    ['id', 'name', 'model'].some((key) => {
      const name = field(one, key);
      return typeof name === 'string' && names.has(name);
    }),
  );
}

/** Asks at the server's root, not below its OpenAI routes. Undefined for anything but JSON with status 200. */
async function askJson(
  baseUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<unknown> {
  const root = new URL(baseUrl);
  root.pathname = root.pathname.replace(/\/v\d+$/, '');
  root.search = '';
  const exchange = createExchange({
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    onHeaders: () => {},
  });
  try {
    await (await exchange.send(below(shownAddress(root), path), AbortSignal.timeout(PROBE_MS))).text();
    return exchange.status === 200 ? JSON.parse(exchange.body) : undefined;
  } catch {
    return undefined;
  }
}
