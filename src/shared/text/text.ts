/** Numbers by which a text means rows of a list: "the second one", "number 2", 第二个, or 2 alone. From 1, each once. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ZH = '一二三四五六七八九十';
const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const NAMED = new RegExp(
  [
    `\\b(?<ordinal>${ORDINALS.join('|')})\\b(?! class)`,
    '(?:\\b(?:number|n[or]\\.?|option)|#) ?(?<number>\\d{1,2})\\b',
    // "the 2nd" is a day where a month is beside it.
    `(?<!(?:${MONTH})[a-z]* )\\b(?<nth>\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of |${MONTH}))`,
    `第\\s*(?<zh>\\d{1,2}|[${ZH}])(?!天|次|周|月)`,
    '^\\s*(?<alone>\\d{1,2})\\s*(?:[,，.。号]|$)',
  ].join('|'),
  'gi',
);

export function positionsIn(text: string): readonly number[] {
  const found = [...text.matchAll(NAMED)].map(({ groups = {} }) => {
    const { ordinal, number, nth, zh, alone } = groups;
    if (ordinal !== undefined) return ORDINALS.indexOf(ordinal.toLowerCase()) + 1;
    const said = number ?? nth ?? zh ?? alone ?? '';
    return /^\d/.test(said) ? Number(said) : ZH.indexOf(said) + 1;
  });
  return [...new Set(found)].filter((position) => position > 0);
}

/** Without these signs at its end. A pattern such as `\s+$` would take the square of the length for a run of them in the middle. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Insertions, deletions and replacements from one word to another, and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/** White space as single blanks. */
export const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Shortens to one line of at most `length` UTF-16 units, with an ellipsis where it was longer. Splits no character. */
export function shorten(text: string, length: number): string {
  // Reads only what can be shown: a tool result may have megabytes.
  const line = singleLine(text.slice(0, length * 4 + 1_000));
  return line.length <= length ? line : `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Characters that usually distinguish a text from others. */
const EXCERPT = 120;

/** Without the signs of Markdown. Those within names stay, and around them, such as of `__init__`. */
export const withoutMarkdown = (text: string): string =>
  text
    .replace(/^[ \t]*(?:(?:[-*+>]|#{1,6})[ \t]+)+|^\|?[-:| ]{5,}\|?$|\*\*|`+/gm, '')
    .replace(/(?<!\w)(\*|_|__(?=[^_\n]*\s))(?![\s*_])([^*_\n]*)\1(?!\w)/g, '$2');

/** The beginning of a text on one line, without the signs of Markdown. */
export const excerptOf = (text: string): string =>
  singleLine(withoutMarkdown(text.slice(0, 2 * EXCERPT))).slice(0, EXCERPT);

/** Enter, interrupt, end of input, quit. */
const ENDING_KEYS: ReadonlySet<string> = new Set(['\r', '\n', '\u0003', '\u0004', '\u001c']);

/** True if the input completes an answer, not just a part of one. */
export const isWholeAnswer = (typed: string): boolean => [...typed].some((key) => ENDING_KEYS.has(key));

/** Recognises typed words that are a plain yes or a plain no, in either language: anything more is neither. */
const YES =
  /^(?:yes|yeah|yep|yup|ok(?:ay)?|sure|confirm(?:ed)?|agreed?|approved?|go ahead|do it|book (?:it|that|this)|please do|好|好的|可以|行|是|是的|嗯|对|确[认定]|同意|订|没问题)(?:[,，!！.。~ ]+(?:please|thanks?|thank you|book (?:it|that|this)|go ahead|do it|confirm|yes|吧|谢谢|好的?|订吧|确认))*[.!。！~]*$/i;
const YES_ZH = /^(?:好|可以|行|订|确[认定])(?:吧|的|了|啊|预订|订吧|订票)[.!。！~]*$/;
const NO =
  /^(?:no|nope|nah|no,? thanks?|no,? thank you|don['’]t(?: book(?: it)?)?|do not|cancel(?: it)?|not now|not yet|stop|不|不了|不要|不用|不行|不同意|不订|先不订|先不|算了|取消|别订?)(?:了|吧|谢谢|，谢谢)*[.!。！~]*$/i;

export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const said = text.trim();
  if (NO.test(said)) return 'no';
  return YES.test(said) || YES_ZH.test(said) ? 'yes' : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for elements and quoted attributes of a page. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Lines with something in them, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * The source of a pattern whose small letters match capitals too, as one group; escapes, classes and names of groups stay.
 * For a part of a pattern, as Node 22 has no `(?i:…)`, and that of V8 fails to match once a process has many patterns.
 */
export const anyCase = (source: string): string =>
  `(?:${source.replace(/\\p\{[^}]*\}|\\.|\[[^\]]*\]|\(\?<\w+>|\p{Ll}/gu, bothCases)})`;

function bothCases(part: string): string {
  const capital = part.toUpperCase();
  return part.length === 1 && capital.length === 1 && capital !== part ? `[${part}${capital}]` : part;
}
