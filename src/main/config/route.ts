/** Where a session's requests go, as the log keeps it: the wire, the endpoint, and what this provider asks for. Pure. */
import type { Route } from '../../shared/events.ts';
import type { ModelChoice } from './model-choice.ts';

/** Mistral's endpoints and models take call ids of nine letters and digits alone. */
const MISTRAL = /(^|[./-])(mi[sx]tral|ministral|codestral|devstral|magistral|pixtral)/i;
/** OpenAI's own models refuse `max_tokens`. */
const OPENAI = /^https:\/\/([^/]+\.)?(openai\.com|openai\.azure\.com)(\/|$)/i;

export function routeOf({ baseUrl, model, wire = 'chat', effort, maxOutput, params }: ModelChoice): Route {
  const endpoint = endpointOf(baseUrl);
  const rules = {
    ...(MISTRAL.test(endpoint) || MISTRAL.test(model) ? { callIds: 'nine' as const } : {}),
    ...(OPENAI.test(endpoint) ? { outputLimit: 'max_completion_tokens' as const } : {}),
  };
  return {
    wire,
    endpoint,
    ...(effort === undefined ? {} : { effort }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(params === undefined ? {} : { params }),
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
  };
}

/** Without the query, which may carry a secret. */
function endpointOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl === '' ? '' : 'invalid';
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
