/** Route of a session's requests, as logged: wire, endpoint and the provider's rules. Pure. */
import { defined } from '../../shared/defined.ts';
import type { Route, Wire } from '../../shared/events.ts';
import type { ModelRow } from '../../shared/models/model-row.ts';
import { rowOf } from '../../shared/models/table.ts';
import type { ModelChoice } from './model-choice.ts';

/** Mistral's endpoints and models accept only call ids of nine letters and digits. */
const MISTRAL = /(^|[./-])(mi[sx]tral|ministral|codestral|devstral|magistral|pixtral)/i;
/** OpenAI's own models refuse `max_tokens`. */
const OPENAI = /^https:\/\/([^/]+\.)?(openai\.com|openai\.azure\.com)(\/|$)/i;
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

export function routeOf(choice: ModelChoice): Route {
  const { baseUrl, model, effort, maxOutput, params, wire = defaultWire(choice) } = choice;
  const endpoint = endpointOf(baseUrl);
  const row = baseUrl === '' ? undefined : rowOf(model);
  const rules = {
    ...(MISTRAL.test(endpoint) || MISTRAL.test(model) ? { callIds: 'nine' as const } : {}),
    ...(OPENAI.test(endpoint) ? { outputLimit: 'max_completion_tokens' as const } : {}),
    ...(refusesReasoning(row, endpoint) ? { reasoning: 'refused' as const } : {}),
  };
  const longest = maxOutput ?? (wire === 'anthropic' ? (row?.maxOutput ?? ANTHROPIC_OUTPUT) : undefined);
  return {
    wire,
    endpoint,
    ...defined({ effort, maxOutput: longest, params }),
    ...(row?.sees === undefined ? {} : { sees: row.sees }),
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
