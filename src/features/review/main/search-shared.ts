/** Words in sessions that a team shares and that are not here. Reads a file for each: in a thread. */

import { readSmallFile } from '../../../main/lib/files.ts';
import { hitOf, type SearchOptions } from '../../../main/store/projections/search-lookup.ts';
import { findPhrases, phrasesOf } from '../../../main/store/projections/search-words.ts';
import type { SharedText } from '../../../main/store/reading.ts';
import type { SearchResult } from '../../../shared/review.ts';

/** Bytes of one file. */
const MAX_TEXTS = 64 * 1024 * 1024;

export interface SearchedLog {
  readonly session: string;
  readonly title: string;
  /** Absolute: a `SharedText[]` as JSON. */
  readonly texts: string;
}

/** Empty where it cannot be read. */
function textsIn(file: string): readonly SharedText[] {
  try {
    return JSON.parse(readSmallFile(file, MAX_TEXTS) ?? '[]');
  } catch {
    return [];
  }
}

/** Number of matching texts by session, as of `Store.hits`. */
export function seenHits(words: string, logs: readonly SearchedLog[]): ReadonlyMap<string, number> {
  const phrases = phrasesOf(words);
  return new Map(
    logs.flatMap(({ session, texts }) => {
      const hits = textsIn(texts).filter(({ text }) => findPhrases(text, phrases, 1) !== undefined).length;
      return hits === 0 ? [] : [[session, hits] as const];
    }),
  );
}

export function searchSeen(
  words: string,
  { session, texts, title }: SearchedLog,
  { limit, roles }: SearchOptions,
): SearchResult {
  const phrases = phrasesOf(words);
  if (phrases.length === 0) return { total: 0, results: [] };
  const found = textsIn(texts)
    .filter(({ text, role }) => roles?.includes(role) !== false && findPhrases(text, phrases, 1) !== undefined)
    .reverse();
  const results = found
    .slice(0, limit)
    .map((text) => hitOf({ session, title, seq: text.seq, at: text.at, rewound: false }, text, phrases));
  return { total: found.length, results };
}
