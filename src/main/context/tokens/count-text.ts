/** Counts the tokens of a text, exactly, as `gpt-tokenizer` does; special tokens inside it are text like any other. */
import { bytePairMerger } from './byte-pairs.ts';
import { asBytes, loadVocabulary, type Vocabulary } from './encoding.ts';

/**
 * UTF-16 units up to which a text is counted exactly. At worst, with no break anywhere, that takes the counting thread
 * two to three seconds; at twice the length the splitting expression runs out of its stack. Longer texts are estimated from samples.
 */
export const MAX_EXACT = 2 * 1024 * 1024;
const SAMPLES = 32;
const SAMPLE_LENGTH = 32 * 1024;

/** Pieces remembered with their tokens: the words of a language and the names in a program come again and again. */
const REMEMBERED_PIECES = 100_000;
/** V8 copies a slice up to this length; a longer one would keep the whole text alive. */
const MAX_REMEMBERED_LENGTH = 12;

export type CountText = (text: string) => number;

/** True if a figure for `text` is an estimate. */
export const isEstimated = (text: string): boolean => text.length > MAX_EXACT;

/** The text to count: itself, or samples from all over it. */
export function sampled(text: string): string {
  if (!isEstimated(text)) return text;
  const step = (text.length - SAMPLE_LENGTH) / (SAMPLES - 1);
  const starts = Array.from({ length: SAMPLES }, (_, index) => Math.floor(index * step));
  return starts.map((start) => text.slice(start, start + SAMPLE_LENGTH)).join('');
}

/** Converts the tokens of `sampled(text)` to those of `text`. */
export const scaled = (text: string, tokens: number): number =>
  isEstimated(text) ? Math.round((tokens * text.length) / (SAMPLES * SAMPLE_LENGTH)) : tokens;

let loaded: Promise<CountText> | undefined;

/** Loaded once a thread. */
export function loadCount(): Promise<CountText> {
  loaded ??= loadVocabulary().then(countWith);
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

function countWith(vocabulary: Vocabulary): CountText {
  const { ranks, split } = vocabulary;
  const merged = bytePairMerger(ranks);
  const remembered = new Map<string, number>();
  const countPiece = (piece: string): number => {
    const known = remembered.get(piece);
    if (known !== undefined) return known;
    const bytes = asBytes(piece);
    const tokens = ranks.has(bytes) ? 1 : merged(bytes);
    if (piece.length <= MAX_REMEMBERED_LENGTH) {
      if (remembered.size >= REMEMBERED_PIECES) remembered.clear();
      remembered.set(piece, tokens);
    }
    return tokens;
  };
  return (text) => {
    let tokens = 0;
    split.lastIndex = 0;
    for (let from = 0; split.test(text); from = split.lastIndex)
      tokens += countPiece(text.slice(from, split.lastIndex));
    return tokens;
  };
}
