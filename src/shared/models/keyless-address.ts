/** Addresses of endpoints as they are stored and shown: without the keys that some carry. Pure. */

/** In place of a user name, password or key. */
const HIDDEN = '***';

/** Parameters that carry no key: they decide the request, as Azure's `api-version` does, or what is fetched. */
const OPEN = new Set(
  (
    'api-version version alt region location project deployment ' +
    'ref branch tag path raw download dl format inline ' +
    'schema ssl sslmode sslrootcert application_name connect_timeout charset label group'
  ).split(' '),
);

/** User name and password, up to the last @ before the path. */
const ACCOUNT = /^(\s*(?:https?:|[a-z][a-z\d+.-]*:(?=\/\/))\/*|\/\/)?([^/?#]*)@/i;

/**
 * The address with each secret part hidden. Also for text that is no address: what is typed wrongly still holds a key.
 * An address that was hidden stays as it is.
 */
export function keylessAddress(address: string): string {
  const [, before = '', query, fragment] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(address) ?? [];
  const place = before.replace(ACCOUNT, (_all, scheme: string | undefined) => `${scheme ?? ''}${HIDDEN}@`);
  return `${place}${query === undefined ? '' : `?${shownQuery(query.slice(1))}`}${fragment === undefined ? '' : `#${HIDDEN}`}`;
}

/** Begins with a scheme; a full stop or comma after it belongs to the sentence. */
const ADDRESS_IN_TEXT = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>()`（）“”，。]+/gi;

/** A text with the secret parts of the addresses in it hidden. */
export const keylessText = (text: string): string =>
  text.replaceAll(ADDRESS_IN_TEXT, (found) => {
    const [address = ''] = /^.*?(?=[.,;:!?]*$)/.exec(found) ?? [];
    return keylessAddress(address) + found.slice(address.length);
  });

/** Names of values that are secrets, in any spelling: `api_key`, `apiKey`, `X-Auth-Token`. */
const SECRET_NAME =
  /^(?:.*_)?(?:api_?key|access_?key|private_?key|secret_?key|secret|password|passwd|authorization|credentials?|(?:api|auth|access|bearer|refresh|session)_?token)$|^(?:key|token|auth|pwd)$/i;

export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').replaceAll('-', '_'));

const shownQuery = (query: string): string =>
  partsOf(query)
    .map(({ shown }) => shown)
    .join('');

/** Texts of an address that must be seen nowhere, as typed and decoded. */
export function addressSecrets(address: string): readonly string[] {
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(address) ?? [];
  const account = ACCOUNT.exec(before)?.[2] ?? '';
  const colon = account.indexOf(':');
  const words = colon < 0 ? [account] : [account.slice(0, colon), account.slice(colon + 1)];
  const hidden = [...words, ...partsOf(query).map(({ secret }) => secret), fragment].filter((text) => text !== '');
  return [...new Set(hidden.flatMap((text) => [text, decoded(text)]))].filter((text) => text !== HIDDEN);
}

/**
 * True for an address whose request needs the key that is hidden in it. One with an account is refused before a request,
 * and needs none.
 */
export const lacksKey = (address: string): boolean =>
  !ACCOUNT.test(/^[^?#]*/.exec(address)?.[0] ?? '') &&
  partsOf(/\?([^#]*)/.exec(address)?.[1] ?? '').some(({ secret }) => secret === HIDDEN);

interface QueryPart {
  readonly shown: string;
  readonly secret: string;
}

function partsOf(query: string): readonly QueryPart[] {
  return query.split(/(?<=[&;])|(?=[&;])/).map((part) => {
    const at = part.indexOf('=');
    const isOpen =
      part === '' || /^[&;]$/.test(part) || OPEN.has(decoded(part.slice(0, Math.max(at, 0))).toLowerCase());
    if (isOpen) return { shown: part, secret: '' };
    const secret = part.slice(at + 1);
    return secret === '' ? { shown: part, secret } : { shown: `${part.slice(0, at + 1)}${HIDDEN}`, secret };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
