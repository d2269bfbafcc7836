/**
 * Words of a text as search sees them. Each Chinese character and each kana is one word, so that a phrase of even one
 * character matches exactly; other scripts split at anything that is neither letter nor digit.
 */

interface Word {
  /** Ignores case, width and accents. */
  readonly folded: string;
  /** Offset in UTF-16 code units of the text. */
  readonly from: number;
  readonly to: number;
}

const ALONE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const WORD = new RegExp(
  String.raw`${ALONE}\p{M}*|[[\p{L}\p{N}\p{Co}]--${ALONE}][[\p{L}\p{N}\p{M}\p{Co}]--${ALONE}]*`,
  'gv',
);
const PLAIN = /^[\x20-\x7e]*$/;
/** Accents of Latin, Greek and Cyrillic; marks of other scripts make other letters and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

function fold(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return word.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase();
}

function* eachWord(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    yield { folded: fold(word), from: index, to: index + word.length };
  }
}

const wordsOf = (text: string): Word[] => [...eachWord(text)];

export function indexedText(text: string): string {
  return wordsOf(text)
    .map((word) => word.folded)
    .join(' ');
}

/** UTF-16 code units of a text that are indexed in one turn: at most 30 ms of work. A longer text has several pieces. */
export const PIECE = 64 * 1024;
/** Code units of the next piece that one repeats, so that a phrase across its end is found. */
const OVERLAP = 1_024;
/** Code units looked at before a piece, so that its first word is a whole one. */
const LOOK_BACK = 256;

/** The words that begin in one piece of a text, and those right after them. */
export function indexedPiece(text: string, piece: number): string {
  const from = Math.max(0, piece * PIECE - LOOK_BACK);
  const to = (piece + 1) * PIECE + OVERLAP;
  const skipped = piece * PIECE - from;
  return wordsOf(text.slice(from, to))
    .filter((word) => word.from >= skipped && (to >= text.length || from + word.to < to))
    .map(({ folded }) => folded)
    .join(' ');
}

/** Words that must be adjacent, in order. */
export type Phrase = readonly string[];

/** Phrases looked for at once; what is given beyond that is left out. */
const MAX_PHRASES = 32;

/** Splits the input at whitespace; punctuation alone is not a phrase. */
export function phrasesOf(query: string): Phrase[] {
  return query
    .split(/\s+/)
    .map((part) => wordsOf(part).map((word) => word.folded))
    .filter((phrase) => phrase.length > 0)
    .slice(0, MAX_PHRASES);
}

/** Query for FTS5: every phrase must occur. User input is never interpreted as its syntax. */
export const matchExpression = (phrases: readonly Phrase[]): string =>
  phrases.map((phrase) => `"${phrase.join(' ').replaceAll('"', '""')}"`).join(' AND ');

/**
 * A quick look at a text before its words are separated: true wherever `findPhrases` finds them, and elsewhere mostly false.
 * @param text also a text with marks around it, such as a line of JSON without escaped letters.
 */
export function mayHave(text: string, phrases: readonly Phrase[]): boolean {
  const folded = oneSigma(fold(text));
  return phrases.every((phrase) => phrase.every((word) => folded.includes(oneSigma(word))));
}

/** Unites the two small sigmas: which of them replaces a capital one depends on what follows. */
const oneSigma = (text: string): string => text.replaceAll('ς', 'σ');

export type Range = readonly [from: number, to: number];

/**
 * Positions of the phrases in a text, in order; undefined unless each occurs.
 * @param most of each phrase: a text is read up to there, and not held as words.
 */
export function findPhrases(text: string, phrases: readonly Phrase[], most: number): Range[] | undefined {
  const longest = Math.max(0, ...phrases.map(({ length }) => length));
  const counts = phrases.map(() => 0);
  const recent: Word[] = [];
  const found: Range[] = [];
  for (const word of eachWord(text)) {
    recent.push(word);
    if (recent.length > longest) recent.shift();
    for (const [index, phrase] of phrases.entries()) {
      const count = counts[index] ?? 0;
      if (count >= most || !phrase.every((one, at) => recent.at(at - phrase.length)?.folded === one)) continue;
      counts[index] = count + 1;
      found.push([recent.at(-phrase.length)?.from ?? 0, word.to]);
    }
    if (counts.every((count) => count >= most)) break;
  }
  return counts.includes(0) ? undefined : merged(found);
}

function merged(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last === undefined || range[0] >= last[1]) joined.push(range);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return joined;
}
