/** The base address as a person types it, what requests are posted to, and how it is shown. */
import { type ExplainedFailure, type FailureFacts, failedFor } from '../../shared/messages/failure.ts';

export type Address =
  | { readonly kind: 'address'; readonly baseUrl: string; readonly url: URL }
  | ({ readonly kind: 'wrong' } & ExplainedFailure);

/**
 * Takes what people paste: spaces, a slash at the end, the whole path of an endpoint. `/v1` is added where there is no
 * path at all (CONTRACT §13). A query string stays (Azure's `api-version`). An address with a user name or password is
 * refused, as it would end up in logs.
 */
export function parseAddress(typed: string): Address {
  const text = typed.trim();
  if (text === '') return wrong('address-empty');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const scheme = /^(localhost|127\.|\[?::1|10\.|192\.168\.|[^/]*:\d)/i.test(text) ? 'http' : 'https';
    const suggestion = `${scheme}://${text.replace(/^\/+/, '')}`;
    return wrong('address-without-scheme', { suggestion });
  }
  if (!URL.canParse(text)) return wrong('address-invalid');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return wrong('address-scheme', { scheme: url.protocol });
  if (url.username !== '' || url.password !== '') return wrong('address-account');
  url.hash = '';
  url.pathname = url.pathname
    .replace(/\/(chat\/completions|completions|models|responses|messages)\/*$/, '')
    .replace(/\/+$/, '');
  if (url.pathname === '/') url.pathname = '/v1';
  return { kind: 'address', baseUrl: url.href.replace(/\/(\?|$)/, '$1'), url };
}

const wrong = (reason: FailureFacts['reason'], figures?: FailureFacts['figures']): Address => ({
  kind: 'wrong',
  ...failedFor({ reason, figures }),
});

/** The base address with `path` behind its own path; the query stays. */
export function below(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url.href;
}

/** The header that carries the key where the wire's own does not: Azure's resources take it as `api-key`. */
const isAzure = ({ hostname }: URL): boolean =>
  /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com|azure-api\.net)$/i.test(hostname);

function keyHeaders(
  baseUrl: string,
  apiKey: string | undefined,
  own: (apiKey: string | undefined) => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const key = apiKey?.trim();
  if (key === undefined || key === '') return own(undefined);
  return isAzure(new URL(baseUrl)) ? { ...own(undefined), 'api-key': key } : own(key);
}

/** Drops the query, which may carry a secret. */
export const shownAddress = (url: URL): string => `${url.origin}${url.pathname.replace(/\/$/, '')}`;

/** Any of these carries a key: one that a person gives replaces the one that would have been sent. */
const KEY_HEADERS = ['authorization', 'api-key', 'x-api-key'];

/** A list: what the person adds goes with what the wire needs. */
const BETAS = 'anthropic-beta';

/** The key's header, and the person's own over it. @param headers by lower-case name. */
export function requestHeaders(
  baseUrl: string,
  {
    apiKey,
    headers = {},
  }: { readonly apiKey?: string | undefined; readonly headers?: Readonly<Record<string, string>> | undefined },
  own: (apiKey: string | undefined) => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const bringsKey = KEY_HEADERS.some((name) => headers[name] !== undefined);
  const sent = keyHeaders(baseUrl, bringsKey ? undefined : apiKey, own);
  const betas = [sent[BETAS], headers[BETAS]].filter((beta) => beta !== undefined).join(',');
  return { ...sent, ...headers, ...(betas === '' ? {} : { [BETAS]: betas }) };
}
