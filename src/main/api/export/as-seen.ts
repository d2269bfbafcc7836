/** Texts as a reader sees them: what hides a key from a pattern hides it from nobody's eyes. */

const ESC = '\u001b';
/** Colours and other sequences of terminals (as JSON writes them, too), and characters without width. */
const UNSEEN = new RegExp(
  `(?:${ESC}|\\\\u001b|\\\\x1b|\\\\033|\\\\e)\\[[0-9;:?]{0,64}[A-Za-z]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]`,
  'gi',
);

/** The text itself where nothing in it is unseen. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

const WIDE = /[\u00a0\u2000-\u200a\u2010-\u2015\u202f\u2212\u3000\uff01-\uff5e]/g;

/** Full-width letters, digits and signs, and the many blanks and hyphens, as plain ones: each a code unit for a code unit. */
export function halfWidth(text: string): string {
  return text.replace(WIDE, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
    return (code >= 0x2010 && code <= 0x2015) || code === 0x2212 ? '-' : ' ';
  });
}

/** Fewer say nothing: a word has as many. */
const LEAST_ENCODED = 24;
const ENCODED = new RegExp(`(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{${LEAST_ENCODED},4000000}={0,2}`, 'g');
/** Bytes that show whether it is a text at all. */
const TRIED = 96;
const UNPRINTABLE = /[^\P{C}\n\r\t]|\ufffd/u;

/** Hexadecimal, of as many bytes. */
const HEX = /(?<![0-9A-Za-z])(?:[0-9a-f]{2}){12,2000000}(?![0-9A-Za-z])/gi;
/** A piece between blanks and quotes in which a sign is written as another: as JSON, HTML or an address would. */
const ESCAPED =
  /\\{1,4}u00[2-7][0-9a-f]|&#(?:x0{0,4}[2-7][0-9a-f]|0{0,3}\d{2,3});|&(?:commat|period|plus|sol);|%[2-7][0-9a-f]/i;
const PIECE = /[^\s"'<>]{1,4000}/g;
const NAMED: Readonly<Record<string, string>> = { commat: '@', period: '.', plus: '+', sol: '/' };

const unescaped = (text: string): string =>
  text
    .replace(/\\{1,4}u00([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x0{0,4}([2-7][0-9a-f]);/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#0{0,3}(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(commat|period|plus|sol);/gi, (_, name: string) => NAMED[name.toLowerCase()] ?? '')
    .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

interface Encoded {
  readonly encoded: string;
  readonly decoded: string;
  /** Most of it can be read as it stands, and is looked through as that too. */
  readonly isText?: true;
}

/** Texts written in base64, in hexadecimal or with escaped signs, as they stand in `text` and as what they say. */
export function* encodedTexts(text: string): Generator<Encoded> {
  yield* inBase64(text);
  for (const [encoded] of text.matchAll(HEX)) {
    const trial = Buffer.from(encoded.slice(0, 2 * TRIED), 'hex')
      .toString('utf8')
      .replace(/\ufffd$/, '');
    if (!UNPRINTABLE.test(trial)) yield { encoded, decoded: Buffer.from(encoded, 'hex').toString('utf8') };
  }
  if (!ESCAPED.test(text)) return;
  for (const [encoded] of text.matchAll(PIECE)) {
    if (ESCAPED.test(encoded)) yield { encoded, decoded: unescaped(encoded), isText: true };
  }
}

function* inBase64(text: string): Generator<Encoded> {
  for (const [encoded] of text.matchAll(ENCODED)) {
    // A character may be cut where the trial ends.
    const trial = Buffer.from(encoded.slice(0, TRIED), 'base64')
      .toString('utf8')
      .replace(/\ufffd$/, '');
    if (!UNPRINTABLE.test(trial)) yield { encoded, decoded: Buffer.from(encoded, 'base64').toString('utf8') };
  }
}
