import { createHash, randomInt } from 'node:crypto';
import { detailed } from '../../shared/messages/failure.ts';
import { holdsKey, keylessAddress } from '../../shared/models/keyless-address.ts';
import { escaped, invisibleExcept } from '../../shared/text/invisible.ts';
import { singleLine } from '../../shared/text/text.ts';

// Text of others, on a terminal or a page: control sequences and invisible characters are shown, not obeyed.

/** Allowed: tab, line feed, and the joiner that emoji are written with. */
const HIDDEN = invisibleExcept('\\n\\t\\u200D');

export const visible = (text: string): string => text.replaceAll('\r\n', '\n').replace(HIDDEN, escaped);

/** On one line, with runs of white space as one space. */
export const oneLine = (text: string): string => visible(singleLine(text));

/** Percent-decoded; a percent sign without its digits stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The server and user to which a password belongs: another host, or another user there, does not get it. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, username, host } = new URL(address);
  return `${protocol}//${username}@${host}`;
}

/** Takes a password out of an address, so that no file holds it. */
export function withoutPassword(given: string): { readonly address: string; readonly password: string | undefined } {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || url.password === '') return { address: given, password: undefined };
  const password = decoded(url.password);
  url.password = '';
  return { address: url.href, password };
}

/** For an address that a file will hold, without its password. @throws SkilldeckError `bad-input` for a key in it. */
export function assertKeyless(address: string): void {
  if (holdsKey(address)) throw detailed('bad-input', 'address-key', { address: keylessAddress(address) });
}

/** No letters that are read as one another. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const RANDOM_LETTERS = 8;

/** The day and eight random letters: sorts by day, can be typed, and does not collide (31⁸ a day). */
export function newSessionId(now: Date = new Date()): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${day}-${random.join('')}`;
}

/** Lower-case hex. A string is hashed as its UTF-8 bytes. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Characters of all strings in a value: most of what its JSON takes. */
export const charactersIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + charactersIn(one), 0);
};
