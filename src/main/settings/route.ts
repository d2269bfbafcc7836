/** Route of a session's requests, as logged: wire, endpoint and the provider's rules. Pure. */

import path from 'node:path';
import { z } from 'zod';
import { defined } from '../../shared/defined.ts';
import type { Route, Wire } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import {
  abilitiesSchema,
  expandVariables,
  type HeaderTemplates,
  variablesIn,
} from '../../shared/models/model-options.ts';
import { type ModelRow, rowOf } from '../../shared/models/model-row.ts';
import { makeFolder, readSmallJson, replaceFile } from '../lib/files.ts';
import type { Keyring } from './keys.ts';
import type { ModelChoice } from './models.ts';

// Headers of a person's own: their values are secrets, kept by address in the key store or read from the environment.

/** Returns what may be stored and shown: values that name environment variables; others become `null`. */
export function masked(headers: HeaderTemplates): HeaderTemplates {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value !== null && variablesIn(value).length > 0 ? value : null,
    ]),
  );
}

/** Puts literal values into the key store. @returns what may be stored elsewhere. */
export async function keepHeaders(ring: Keyring, baseUrl: string, headers: HeaderTemplates): Promise<HeaderTemplates> {
  const kept = masked(headers);
  const literal = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== null && kept[entry[0]] === null,
  );
  await ring.setHeaders(baseUrl, Object.fromEntries(literal));
  return kept;
}

/** The headers as they are sent. @throws SkilldeckError `config-invalid`, naming the variable or header that has no value. */
export async function sentHeaders(
  ring: Keyring,
  baseUrl: string,
  headers: HeaderTemplates,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, string>>> {
  const variable = (header: string) => (name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw detailed('config-invalid', 'header-variable-empty', { variable: name, header });
  };
  const entries = Object.entries(headers).map(async ([name, value]) => {
    const stored = value ?? (await ring.header(baseUrl, name));
    if (stored === undefined)
      throw detailed('config-invalid', 'header-value-missing', { header: name, server: new URL(baseUrl).origin });
    return [name, value === null ? stored : expandVariables(stored, variable(name))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Limits that endpoints reported and fields that they refused, kept for a day in `HOME/endpoint-limits.json`. */
const limitsSchema = abilitiesSchema.extend({
  /** Optional fields of a request that it refused: they are left out. */
  refuses: z.array(z.string()).optional(),
});
type EndpointLimits = z.infer<typeof limitsSchema>;

const entrySchema = limitsSchema.extend({ endpoint: z.string(), model: z.string(), at: z.number() });
type LimitsEntry = z.infer<typeof entrySchema>;

export type LimitsFile = ReturnType<typeof limitsFile>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Models of many endpoints; the oldest go first. */
const MOST_ENTRIES = 200;

export function limitsFile(home: string, now: () => number = Date.now) {
  const file = path.join(home, 'endpoint-limits.json');
  const read = (): LimitsEntry[] => z.array(entrySchema).safeParse(readSmallJson(file)).data ?? [];
  const isFresh = ({ at }: LimitsEntry): boolean => at <= now() && now() - at < DAY_MS;
  return {
    /** Undefined where nothing was learned within a day. */
    get(endpoint: string, model: string) {
      const found = read().find((entry) => entry.endpoint === endpoint && entry.model === model && isFresh(entry));
      return found === undefined ? undefined : limitsSchema.parse(found);
    },
    /** A file that cannot be written changes nothing else: the limits are learned again. */
    keep(endpoint: string, model: string, limits: EndpointLimits) {
      const others = read().filter((entry) => entry.endpoint !== endpoint || entry.model !== model);
      const entries = [...others, { endpoint, model, at: now(), ...limits }].slice(-MOST_ENTRIES);
      try {
        makeFolder(home, 0o700);
        replaceFile(file, `${JSON.stringify(entries, undefined, 1)}\n`, 0o600);
      } catch {
        // Learned again at the next use.
      }
    },
    /** Prices that an endpoint said, however long ago. @param endpoint absent: any. */
    prices: (endpoint?: string) =>
      Object.fromEntries(
        read().flatMap(({ model, prices, endpoint: by }) =>
          prices === undefined || (endpoint ?? by) !== by ? [] : [[model, prices]],
        ),
      ),
  };
}

/** Mistral's endpoints and models accept only call ids of nine letters and digits. */
const MISTRAL = /(^|[./-])(mi[sx]tral|ministral|codestral|devstral|magistral|pixtral)/i;
/** OpenAI's own models refuse `max_tokens`. */
const OPENAI = /^https:\/\/([^/]+\.)?(openai\.com|openai\.azure\.com)(\/|$)/i;
/** Claude behind it caches only up to a mark; other models there cache by themselves. */
const OPENROUTER = /^https:\/\/([^/]+\.)?openrouter\.ai(\/|$)/i;
const CLAUDE = /^~?anthropic\//i;
/** Providers whose own host supports more than Chat Completions. */
const NATIVE_HOSTS: Readonly<Record<string, string>> = {
  'api.openai.com': 'openai',
  'eu.api.openai.com': 'openai',
  'us.api.openai.com': 'openai',
  'api.anthropic.com': 'anthropic',
};
/** Models of OpenAI that the table does not have yet. */
const RESPONSES = /^(gpt-(5|[6-9]|\d\d)|o\d+-pro|codex)/;
/** Tokens: the Messages API has no default (CONTRACT §13). */
const ANTHROPIC_OUTPUT = 8_192;

/** Default protocol, from the endpoint's host and the table of models. */
export function defaultWire({ baseUrl, model }: Pick<ModelChoice, 'baseUrl' | 'model'>): Wire {
  const provider = URL.canParse(baseUrl) ? NATIVE_HOSTS[new URL(baseUrl).hostname.toLowerCase()] : undefined;
  if (provider === 'anthropic') return 'anthropic';
  if (provider !== 'openai') return 'chat';
  const row = rowOf(model);
  return row === undefined && RESPONSES.test(model.toLowerCase()) ? 'responses' : (row?.wire ?? 'chat');
}

/**
 * The file's word on the model's abilities counts before its server's, and that before the table's.
 * @param limits what its endpoint is known to say and to refuse.
 */
export function routeOf(choice: ModelChoice, limits?: LimitsFile): Route {
  const { baseUrl, model, effort, maxOutput, params, wire = defaultWire(choice) } = choice;
  const endpoint = endpointOf(baseUrl);
  const row = baseUrl === '' ? undefined : rowOf(model);
  const server = limits?.get(endpoint, model.trim()) ?? {};
  const sees = choice.sees ?? server.sees ?? row?.sees;
  const rules = {
    ...(MISTRAL.test(endpoint) || MISTRAL.test(model) ? { callIds: 'nine' as const } : {}),
    ...(OPENAI.test(endpoint) ? { outputLimit: 'max_completion_tokens' as const } : {}),
    ...(OPENAI.test(endpoint) && wire === 'responses' ? { cacheKey: true as const } : {}),
    ...(OPENROUTER.test(endpoint) && CLAUDE.test(model) && wire === 'chat' ? { cacheMarks: true as const } : {}),
    ...(refusesReasoning(row, endpoint) ? { reasoning: 'refused' as const } : {}),
    ...((choice.tools ?? server.tools ?? row?.tools) === false ? { tools: 'none' as const } : {}),
    ...defined({ refuses: server.refuses }),
  };
  const reasons = choice.reasons ?? server.reasons ?? row?.reasoning;
  const longest = maxOutput ?? (wire === 'anthropic' ? (row?.maxOutput ?? ANTHROPIC_OUTPUT) : undefined);
  return {
    wire,
    endpoint,
    ...defined({ effort: reasons === false ? undefined : effort, maxOutput: longest, params, sees }),
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
  };
}

/** A rule of the provider's own address; others may serve the same model without it. */
function refusesReasoning(row: ModelRow | undefined, endpoint: string): boolean {
  return (
    row?.reasoningBack === 'refused' && URL.canParse(endpoint) && new URL(endpoint).hostname.includes(row.provider)
  );
}

/** Drops the query, which may carry a secret. */
export function endpointOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl === '' ? '' : 'invalid';
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
