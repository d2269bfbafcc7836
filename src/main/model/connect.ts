/** The `openai` package, told to keep to itself: no retries, no environment variables, no log, no time limit. */
import OpenAI from 'openai';

/** The longest that a timer takes: the limits on silence are ours. */
const NO_TIMEOUT = 2_147_483_647;

export interface ConnectOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch: typeof fetch;
}

export function connect({ baseUrl, apiKey, fetch }: ConnectOptions): OpenAI {
  const key = apiKey === undefined || apiKey.trim() === '' ? undefined : apiKey.trim();
  return new OpenAI({
    baseURL: baseUrl,
    // The package insists on a key; a server that needs none is sent no header.
    apiKey: key ?? 'none',
    ...(key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
    // The package refuses where it finds a `window`; under Electron's main process there is none.
    fetch,
  });
}
