/**
 * A text as its reader decodes it: JSON escapes, HTML entities, percent encoding and full-width characters are
 * resolved. Each view keeps its characters' places in the source, so that a find can be cut out there.
 */

// Texts that are JSON documents, such as a call's arguments, read without loss.

/** Longer ones are looked through as the text that they are. */
const LONGEST = 4_000_000;

/** Undefined where a text is no object or list in JSON. A number that JavaScript cannot hold is its digits. */
export function parsedDocument(text: string): object | undefined {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text, exactly) as object;
  } catch {
    return undefined;
  }
}

/** Node gives a reviver the source of each value, which its types do not know yet. */
function exactly(
  ...[, value, context]: [name: string, value: unknown, context?: { readonly source?: string }]
): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) && String(value) !== source
    ? source
    : value;
}

/** Laid out as `like` is: on one line, or indented. */
export const documentText = (document: unknown, like: string): string =>
  JSON.stringify(document, null, /^\s*[[{]\r?\n( +)/.exec(like)?.[1] ?? 0);

/** `passportNumber` and `passport_number` as words, for patterns that know words. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim();

const LABELS = ['label', 'name', 'field', 'key', 'question', 'title'];
const VALUES = new Set(['value', 'answer', 'text', 'content', 'initial']);

/** Label of a field's value: its own name, or the label beside it. */
export function labelOf(name: string, fields: Readonly<Record<string, unknown>>, parent: string): string {
  if (VALUES.has(name)) {
    const label = LABELS.map((one) => fields[one]).find((one) => typeof one === 'string' && one.length <= 80);
    if (typeof label === 'string') return wordsOf(label);
  }
  const own = wordsOf(name);
  return parent === '' || !/^(?:no|nr|number|num|id|value|code|digits|\d+)$/i.test(own) ? own : `${parent} ${own}`;
}

/** Texts as a reader sees them: characters that hide a key from a pattern do not hide it from a reader. */

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

export interface View {
  readonly text: string;
  /** The source's offset of each code unit, and of the end; undefined: the same. */
  readonly at: readonly number[] | undefined;
}

const ESCAPE = /\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([nrtbf"'/]))|\\{2,}/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** Decodes one character at a time, so that every character has a separate place. */
const WEB =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|&#(?:x([0-9a-f]{1,6})|(\d{1,7}));|&(amp|quot|apos|lt|gt|nbsp|commat|period|plus|sol|colon|lowbar|hyphen|dash|num|excl|dollar|percnt|ast|equals|quest|lpar|rpar);/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  commat: '@',
  period: '.',
  plus: '+',
  sol: '/',
  colon: ':',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  num: '#',
  excl: '!',
  dollar: '$',
  percnt: '%',
  ast: '*',
  equals: '=',
  quest: '?',
  lpar: '(',
  rpar: ')',
};
/** A form's encoding writes blanks as plus signs. */
const HAS_FORM = /[?&=][^\s&=]{0,4000}\+/;

type Decoder = (
  text: string,
) => { readonly pattern: RegExp; readonly say: (match: RegExpMatchArray) => string } | undefined;

const escapes: Decoder = (text) =>
  text.includes('\\')
    ? {
        pattern: ESCAPE,
        say: ([, unicode, byte, sign]) => {
          const hex = unicode ?? byte;
          if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
          return sign === undefined ? '\\' : (CONTROLS[sign] ?? sign);
        },
      }
    : undefined;
const unseen: Decoder = () => ({ pattern: UNSEEN, say: () => '' });
const web: Decoder = (text) =>
  text.includes('%') || text.includes('&')
    ? {
        pattern: WEB,
        say: ([whole, hex, decimal, name]) => {
          if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
          if (hex === undefined && decimal === undefined) return percentDecoded(whole);
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      }
    : undefined;
const form: Decoder = (text) => (HAS_FORM.test(text) ? { pattern: /\+/g, say: () => ' ' } : undefined);

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Escaped text may contain further escapes: an address within JSON within an address. */
const STEPS: readonly Decoder[] = [unseen, escapes, unseen, web, escapes, web, form];

/** The text itself first, then each further decoding that differs. */
export function viewsOf(source: string): View[] {
  let view: View = { text: halfWidth(source), at: undefined };
  const views = [view];
  for (const step of STEPS) {
    const next = decoded(view, step);
    if (next === undefined) continue;
    view = next;
    views.push(view);
  }
  return views;
}

function decoded({ text, at }: View, decoder: Decoder): View | undefined {
  const step = decoder(text);
  if (step === undefined) return undefined;
  const places: number[] = [];
  const place = (index: number) => places.push(at === undefined ? index : (at[index] ?? index));
  let said = '';
  let done = 0;
  for (const match of text.matchAll(step.pattern)) {
    const { index } = match;
    for (let one = done; one < index; one += 1) place(one);
    const character = step.say(match);
    for (let one = 0; one < character.length; one += 1) place(index);
    said += text.slice(done, index) + character;
    done = index + match[0].length;
  }
  if (done === 0) return undefined;
  for (let one = done; one <= text.length; one += 1) place(one);
  return { text: halfWidth(said + text.slice(done)), at: places };
}

export const sourceOffset = ({ at }: View, index: number): number => (at === undefined ? index : (at[index] ?? index));
