/** Characters that a model reads and a person does not see. */
import { invisibleExcept } from '../../../shared/text/invisible.ts';

export interface HiddenRun {
  /** UTF-16. */
  readonly offset: number;
  readonly text: string;
  readonly kind: 'tags' | 'bidirectional' | 'variation' | 'invisible' | 'control';
}

const KINDS: readonly (readonly [HiddenRun['kind'], RegExp])[] = [
  ['tags', /^[\u{E0000}-\u{E007F}]/u],
  ['bidirectional', /^[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u],
  ['variation', /^(?:[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])/u],
  ['control', /^\p{Cc}/u],
];

/** A first look that costs little: most texts have none of these. */
const HIDDEN = new RegExp(`[\\uFE00-\\uFE0F]|${invisibleExcept('\\t\\n\\r\\f').source}`, 'v');
const RUN = new RegExp(`(?:${HIDDEN.source})+`, 'gv');
/** The tag letters of a region's flag and the cancel tag that ends them; a black flag precedes them. */
const FLAG_TAGS = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}$/u;
const isFlag = (text: string, index: number, run: string): boolean =>
  FLAG_TAGS.test(run) && text.slice(index - 2, index) === '\u{1F3F4}';
const PICTURE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}#*0-9©®™]|\uFE0F)$/u;
/** Scripts in which joiners and non-joiners change what is written. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]$/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Mongolian}\p{S}\p{P}]$/u;
/** Characters to each side in which right-to-left text explains a direction mark. */
const NEARBY = 40;

/** True if these characters are a legitimate part of the text. */
function isMeant(run: string, before: string, after: string): boolean {
  if (run === '\u200D')
    return (PICTURE.test(before) && /^\p{Extended_Pictographic}/u.test(after)) || JOINING.test(before);
  if (run === '\uFE0F\u200D') return PICTURE.test(before);
  if (run === '\uFE0F' || run === '\uFE0E') return /[\p{Extended_Pictographic}\p{S}\p{N}#*\p{P}]$/u.test(before);
  if (run === '\u200C') return JOINING.test(before);
  if (/^[\u200E\u200F\u061C]$/.test(run)) return RIGHT_TO_LEFT.test(before.slice(-NEARBY) + after.slice(0, NEARBY));
  // One selector after an ideograph chooses its form.
  return /^(?:[\uFE00-\uFE0D]|[\u{E0100}-\u{E01EF}])$/u.test(run) && IDEOGRAPH.test(before);
}

/** Runs after which a text is given up. */
const MAX_RUNS = 200;

/** Runs of hidden characters, in order. A byte order mark at the start is another rule's. */
export function findHidden(text: string): readonly HiddenRun[] {
  if (!HIDDEN.test(text)) return [];
  const runs: HiddenRun[] = [];
  for (const match of text.matchAll(RUN)) {
    const { index } = match;
    const [run] = match;
    if ((index === 0 && run === '\ufeff') || isFlag(text, index, run)) continue;
    const end = index + run.length;
    if (isMeant(run, text.slice(Math.max(0, index - NEARBY), index), text.slice(end, end + NEARBY))) continue;
    const kind = KINDS.find(([, pattern]) => pattern.test(run))?.[0] ?? 'invisible';
    runs.push({ offset: index, text: run, kind });
    if (runs.length === MAX_RUNS) break;
  }
  return runs;
}

/** Text spelled by tag characters and variation selectors; '' if there is none. */
export function decodeHidden(text: string): string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code <= 0xe007e) bytes.push(code - 0xe0000);
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
  }
  return bytes.length < 2 ? '' : Buffer.from(bytes).toString('utf8');
}
