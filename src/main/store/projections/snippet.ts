/** The part of a text around its first hit. */
import type { Range } from './search-words.ts';

export interface Snippet {
  /** One line; … where the text goes on. */
  readonly snippet: string;
  /** Of the hits in it, in UTF-16 code units. */
  readonly hits: readonly Range[];
}

/** UTF-16 code units shown before the first hit, and in all. */
const BEFORE = 40;
const LENGTH = 160;
const CUT = '…';

/** @param hits in order. */
export function snippetOf(text: string, hits: readonly Range[]): Snippet {
  const first = hits[0]?.[0] ?? 0;
  const from = wholeCharacter(text, Math.max(0, first - BEFORE));
  const to = wholeCharacter(text, Math.min(text.length, Math.max(from + LENGTH, hits[0]?.[1] ?? 0)));
  const lead = from > 0 ? CUT : '';
  const shown = text.slice(from, to).replace(/\s/g, ' ');
  const shift = lead.length - from;
  return {
    snippet: `${lead}${shown}${to < text.length ? CUT : ''}`,
    hits: hits.filter(([start]) => start < to).map(([start, end]): Range => [start + shift, Math.min(end, to) + shift]),
  };
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return index > 0 && index < text.length && code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
