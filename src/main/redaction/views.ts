/**
 * A text as its reader decodes it: JSON escapes, HTML entities, percent encoding and full-width characters are
 * resolved. Each view keeps its characters' places in the source, so that a find can be cut out there.
 */
import { halfWidth, UNSEEN } from './as-seen.ts';

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
