/** Addresses of endpoints as they are stored and shown: without the keys that some carry. Pure. */

/** In place of a user name, password or key. */
export const HIDDEN = '***';

/** Parameters that carry no key: they decide the request, as Azure's `api-version` does, or what is fetched. */
const OPEN = new Set(
  (
    'api-version version alt region location project deployment ' +
    'ref branch tag commit rev sha path raw download dl format inline ' +
    'schema ssl sslmode sslrootcert application_name connect_timeout charset label group'
  ).split(' '),
);

/**
 * The address with each secret part hidden, and without tabs and line breaks, which URL parsers drop. Also for text that
 * is no address: what is typed wrongly still holds a key. An address that was hidden stays as it is.
 */
export function keylessAddress(
  address: string,
  isHidden: (name: string | undefined, value: string) => boolean = () => true,
): string {
  const text = asParsed(address);
  let at = 0;
  const shown = secretParts(text).map(({ start, end, name }) => {
    const [before, value] = [text.slice(at, start), text.slice(start, end)];
    at = end;
    return before + (isHidden(name, value) ? HIDDEN : value);
  });
  const hidden = shown.join('') + text.slice(at);
  return hidden === address ? hidden : keylessAddress(hidden, isHidden);
}

/** The address of what is fetched: with the parameters that hold no key, as they decide what that is. */
export const fetchedAddress = (address: string): string =>
  keylessAddress(address, (name, value) => name === undefined || isKey(name, value));

/** Begins with a scheme, of which a path keeps one slash; a full stop or comma after it belongs to the sentence. */
const ADDRESS_IN_TEXT = /\b(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|ssh|git|ftp):\/)[^\s"'<>()`（）“”，。]+/gi;
/** In quotation marks, as messages name what was given: `"user:password@host"`, `"TOKEN@host.example/"`. */
const ACCOUNT_IN_TEXT =
  /(?<=["“])(?!mailto:|npm:)[^\s"“”/\\:@]+(?::[^\s"“”/\\@]+@(?=[\w.-])|@(?=[\w-]+(?:\.[\w-]+)+(?::\d+)?\/))/gi;

/** A text with the secret parts of the addresses in it hidden. */
export const keylessText = (text: string): string =>
  text
    .replaceAll(ADDRESS_IN_TEXT, (found) => {
      const [address = ''] = /^.*?(?=[.,;:!?]*$)/.exec(found) ?? [];
      return keylessAddress(address) + found.slice(address.length);
    })
    .replaceAll(ACCOUNT_IN_TEXT, `${HIDDEN}@`);

/** Names of values that are secrets, in any spelling: `api_key`, `apiKey`, `X-Auth-Token`. */
const SECRET_NAME = new RegExp(
  '^.*(?:password|passwd|passphrase|secret)$|^(?:.*_)?(?:(?:api|access|private|secret|subscription)_?key|authorization|credentials?' +
    '|signature|(?:api|auth|access|bearer|refresh|session|private|security|deploy|job|id|sas)_?token)$|^(?:key|token|auth|pwd|pass|sig|jwt)$',
  'i',
);

export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').replaceAll('-', '_'));

/** Texts of an address that must be seen nowhere, as typed and decoded. */
export function addressSecrets(address: string): readonly string[] {
  const text = asParsed(address);
  const hidden = secretParts(text).flatMap(({ start, end, isAccount }) => {
    const secret = text.slice(start, end);
    return isAccount === true ? (/^([^:：]*)[:：]?(.*)$/s.exec(secret)?.slice(1) ?? []) : [secret];
  });
  const all = hidden.filter((secret) => secret !== '').flatMap((secret) => [secret, decoded(secret)]);
  return [...new Set(all)].filter((secret) => secret !== HIDDEN);
}

/**
 * True for an address whose request needs the key that is hidden in it. One with an account is refused before a request,
 * and needs none.
 */
export function lacksKey(address: string): boolean {
  const text = asParsed(address);
  const parts = secretParts(text);
  return (
    !parts.some(({ isAccount }) => isAccount) &&
    parts.some(({ start, end, isFragment }) => isFragment !== true && text.slice(start, end) === HIDDEN)
  );
}

/** A run of letters and digits that looks random. */
const RANDOM = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16}/i;

/** By its name or its value; an endpoint's may be keys whatever they are called. */
const isKey = (name: string, value: string): boolean =>
  /^k$/i.test(name) || namesSecret(decoded(name)) || RANDOM.test(decoded(value));

/** True if a parameter of the address of what is fetched looks like a key. */
export function holdsKey(address: string): boolean {
  const text = asParsed(address);
  return secretParts(text).some(({ start, end, name }) => name !== undefined && isKey(name, text.slice(start, end)));
}

/** `user:password@host` and `TOKEN@host.example/`, without a scheme. */
export const namesAccount = (address: string): boolean =>
  /^[^/\\\s:@]+(?::[^/\\\s@]+@[\w.-]|@[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/.test(address);

const asParsed = (address: string): string => address.replaceAll(/[\t\n\r]/g, '');

/** Full-width forms, which input methods type, as ASCII; no place in the text moves. */
const halfWidth = (text: string, signs = /[\uff01-\uff5e]/g): string =>
  text.replaceAll(signs, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

interface SecretPart {
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly isAccount?: boolean;
  readonly isFragment?: boolean;
}

/** In the order of the text; none is empty. */
function secretParts(address: string): readonly SecretPart[] {
  const text = halfWidth(address);
  // No parser ends a password at a full-width sign, but who types one between host and query means to.
  const account = [text, halfWidth(address, /[＠：]/g)]
    .map(accountOf)
    .reduce((one, other) => ((other?.end ?? 0) > (one?.end ?? 0) ? other : one));
  const from = account?.end ?? 0;
  const [, place = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(text.slice(from)) ?? [];
  const queryAt = from + place.length + 1;
  const named = [...place.matchAll(/(?<=[;&])([^;&=/]*)=([^;&/]+)/g)].map(({ index, 1: name = '', 2: value = '' }) => {
    const start = from + index + name.length + 1;
    return { start, end: start + value.length, name };
  });
  // After a sign that only looks like a question mark may be the rest of a sentence.
  const isSure = address.includes('?', queryAt - 1);
  const asked = [...query.matchAll(/(?:([^&;=]*)=)?([^&;]*)/g)]
    .filter(({ 1: name, 2: value }) => value !== '' && (isSure || name !== undefined))
    .map(({ index, 0: part, 1: name = '', 2: value = '' }) => {
      const end = queryAt + index + part.length;
      return { start: end - value.length, end, name };
    });
  const end = text.length;
  return [
    ...(account === undefined ? [] : [account]),
    ...[...named, ...asked].filter(({ name }) => !OPEN.has(decoded(name).toLowerCase())),
    ...(fragment === '' ? [] : [{ start: end - fragment.length, end, isFragment: true }]),
  ];
}

/** Scheme, with what was typed before it by mistake, and what comes before the path. */
const AUTHORITY = /^([^a-z\d/?#@]*(?:https?:|[a-z][a-z\d+.-]*:(?=\/\/))[\\/]*|\/\/)?([^/?#]*)/i;

/**
 * User name and password, up to the last @ before the path. A password may have a `/`, which ends the host for a parser:
 * then the account ends with the last @ there is.
 */
function accountOf(text: string): SecretPart | undefined {
  const [, scheme = '', authority = ''] = AUTHORITY.exec(text) ?? [];
  const start = scheme.length;
  const at = authority.lastIndexOf('@');
  const hasPassword = authority.slice(0, Math.max(at, 0)).includes(':');
  const isTornApart = at < 0 && /^[^[]*:(?!\d*$)/.test(authority);
  const within = hasPassword ? text.search(/[?#]|$/) : isTornApart ? text.length : start + authority.length;
  const end = text.lastIndexOf('@', within - 1);
  return end > start ? { start, end, isAccount: true } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
