/** The base URL as a person types it, and how it is shown to one. */

export type Address =
  | { readonly kind: 'address'; readonly baseUrl: string; readonly url: URL }
  | { readonly kind: 'wrong'; readonly message: string };

/**
 * Takes what people paste: spaces, a slash at the end, the whole path of the chat endpoint. A query string stays
 * (Azure's `api-version`). An address with a user name or password is refused, as it would end up in logs.
 */
export function parseAddress(typed: string): Address {
  const text = typed.trim();
  if (text === '') return { kind: 'wrong', message: 'The model address is empty. Enter one such as https://HOST/v1.' };
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const scheme = /^(localhost|127\.|\[?::1|10\.|192\.168\.|[^/]*:\d)/i.test(text) ? 'http' : 'https';
    const suggestion = `${scheme}://${text.replace(/^\/+/, '')}`;
    return { kind: 'wrong', message: `The model address needs its beginning: did you mean ${suggestion}?` };
  }
  if (!URL.canParse(text)) {
    return { kind: 'wrong', message: 'The model address is not a web address. Enter one such as https://HOST/v1.' };
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return {
      kind: 'wrong',
      message: `The model address starts with ${url.protocol}// but must be http:// or https://.`,
    };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      kind: 'wrong',
      message: 'The model address contains a user name or password. Leave them out and enter the key in its own field.',
    };
  }
  url.hash = '';
  url.pathname = url.pathname.replace(/\/(chat\/completions|completions|models)\/*$/, '').replace(/\/+$/, '');
  return { kind: 'address', baseUrl: url.href.replace(/\/(\?|$)/, '$1'), url };
}

/** Without the query, which may carry a secret. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
