/** Texts as a reader sees them: characters that hide a key from a pattern do not hide it from a reader. */

const ESC = '\u001b';
/** Colours and other sequences of terminals (as JSON writes them, too), and characters without width. */
export const UNSEEN = new RegExp(
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

/** Fewer say nothing: eight bytes hold no address and no number that anybody has. */
const LEAST_ENCODED = 11;
/** Base64 and its URL variant; lines of a mail's length continue after a break. */
const BASE64 = new RegExp(
  `(?<![A-Za-z0-9+/])(?:(?:[A-Za-z0-9+/]{56,128}\\r?\\n){1,20000}[A-Za-z0-9+/]{1,128}|[A-Za-z0-9+/_-]{${LEAST_ENCODED},4000000})={0,2}`,
  'g',
);
/** Bytes that show whether it is a text at all. */
const TRIED = 96;
const UNPRINTABLE = /[^\P{C}\n\r\t]|\ufffd/u;

/** Hexadecimal, of as many bytes; also with a sign between bytes. */
const HEX =
  /(?<![0-9A-Za-z])(?:[0-9a-f]{2}){8,2000000}(?![0-9A-Za-z])|(?<![0-9A-Za-z])(?:[0-9a-f]{2}[ :]){7,20000}[0-9a-f]{2}(?![0-9A-Za-z])/gi;

export interface Encoded {
  readonly from: number;
  readonly to: number;
  readonly decoded: string;
  /** Its bytes are no text; `decoded` has each as a character. */
  readonly isBinary: boolean;
}

/** Parts of `text` in base64 or hexadecimal, with their decoded text. */
export function* encodedTexts(text: string): Generator<Encoded> {
  for (const { 0: encoded, index } of text.matchAll(BASE64)) yield* decodings(encoded, index, 'base64');
  for (const { 0: encoded, index } of text.matchAll(HEX)) yield* decodings(encoded, index, 'hex');
}

function* decodings(encoded: string, from: number, encoding: 'base64' | 'hex'): Generator<Encoded> {
  const bytes = (piece: string) => Buffer.from(encoding === 'hex' ? piece.replace(/[ :]/g, '') : piece, encoding);
  // A character may be cut where the trial ends.
  const trial = bytes(encoded.slice(0, TRIED))
    .toString('utf8')
    .replace(/\ufffd$/, '');
  const isBinary = UNPRINTABLE.test(trial);
  const to = from + encoded.length;
  yield { from, to, isBinary, decoded: bytes(encoded).toString(isBinary ? 'latin1' : 'utf8') };
  if (!isBinary || encoding === 'hex') return;
  // A path or a name around it shares its letters.
  for (const { 0: piece, index } of encoded.matchAll(/[A-Za-z0-9+=]{11,}|(?<=[/_-])[A-Za-z0-9+/=]{11,}/g)) {
    if (piece.length === encoded.length) continue;
    const text = bytes(piece).toString('utf8');
    if (!UNPRINTABLE.test(text)) {
      yield { from: from + index, to: from + index + piece.length, isBinary: false, decoded: text };
    }
  }
}
