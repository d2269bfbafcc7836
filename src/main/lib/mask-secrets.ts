/** Hides secrets that the app knows wherever they are said: each of their characters becomes a star, so that offsets stay. */

/** Shorter ones are words, and would take those away. */
export const LEAST_LENGTH = 6;
/** Length of a secret's beginning that reveals nothing, so that a prompt ending in it is not held back. */
const HARMLESS_START = 3;

export interface Mask {
  (text: string): string;
  /** Every text in it; the value itself where there is nothing to hide. */
  within<T>(value: T): T;
  /** The same, for these values too. */
  with(more: readonly string[]): Mask;
  /** Masks a text that arrives in pieces: a secret may be cut anywhere. */
  stream(): MaskedStream;
  /** The same for bytes, of which nothing else is changed. */
  bytes(): { take(bytes: Buffer): Buffer; end(): Buffer };
}

interface MaskedStream {
  /** Returns text that can be shown now: holds back a possible beginning of a secret until more arrives. */
  take(text: string): string;
  /** Returns the text held back. */
  end(): string;
}

/** @param values may become more: asked for at each use. */
export function createMask(values: () => Iterable<string>): Mask {
  let known = '';
  let spelled: readonly string[] = [];
  const spellings = (): readonly string[] => {
    const given = [...values()].map((value) => value.trim()).filter((value) => value.length >= LEAST_LENGTH);
    const name = given.join('\n');
    if (name !== known) {
      known = name;
      spelled = [...new Set(given.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
    }
    return spelled;
  };
  const mask = (text: string): string => starred(text, spellings());
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const masked = value.map(within);
      return masked.some((one, index) => one !== value[index]) ? masked : value;
    }
    const fields = Object.entries(value);
    const masked = fields.map(([name, inner]) => [mask(name), within(inner)] as const);
    const isSame = masked.every(([name, inner], index) => name === fields[index]?.[0] && inner === fields[index]?.[1]);
    return isSame ? value : Object.fromEntries(masked);
  };
  const stream = (harmless = 0, spelledAs: (secret: string) => string = (secret) => secret): MaskedStream => {
    /** Shown already, as it came: a secret may have begun in it. */
    let before = '';
    let held = '';
    const shown = (text: string, holding: boolean): string => {
      const secrets = spellings().map(spelledAs);
      if (secrets.length === 0) return text;
      const all = before + text;
      const keeps = holding ? Math.min(text.length, startAtEnd(all, secrets, harmless)) : 0;
      const end = all.length - keeps;
      const given = starred(all, secrets).slice(before.length, end);
      before = all.slice(Math.max(0, end - (secrets[0]?.length ?? 0)), end);
      held = all.slice(end);
      return given;
    };
    return {
      take: (text) => shown(held + text, true),
      end: () => shown(held, false),
    };
  };
  const all: Mask = Object.assign(mask, {
    with: (more: readonly string[]) => (more.length === 0 ? all : createMask(() => [...values(), ...more])),
    within: <T>(value: T): T => (spellings().length === 0 ? value : (within(value) as T)),
    stream: () => stream(),
    bytes() {
      const { take, end } = stream(HARMLESS_START, (secret) => Buffer.from(secret).toString('latin1'));
      // One character a byte, so that all other bytes pass unchanged.
      return {
        take: (bytes: Buffer) =>
          spellings().length === 0 ? bytes : Buffer.from(take(bytes.toString('latin1')), 'latin1'),
        end: () => Buffer.from(end(), 'latin1'),
      };
    },
  });
  return all;
}

const starred = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '*'.repeat(secret.length)), text);

/** Spellings in which programs print a value: plain, by line, in JSON, in an address, in base64 and in hexadecimal. */
function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const [url, hex] = [encodeURIComponent(value), bytes.toString('hex')];
  return [
    value,
    ...value.split(/\r?\n/),
    value.replaceAll('\n', '\r\n'),
    JSON.stringify(value).slice(1, -1),
    url,
    url.replaceAll('%20', '+'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
  ].filter(({ length }) => length >= LEAST_LENGTH);
}

/** Number of trailing characters that begin a secret. */
function startAtEnd(text: string, secrets: readonly string[], harmless: number): number {
  let longest = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > Math.max(longest, harmless); length -= 1) {
      if (text.endsWith(secret.slice(0, length))) longest = length;
    }
  }
  return longest;
}
