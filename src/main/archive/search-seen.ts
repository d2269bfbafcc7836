/** Words in shared sessions, as last seen. Reads a file for each: in a thread. */
import type { SearchResult } from '../../shared/review.ts';
import { hitOf } from '../store/projections/search-hit.ts';
import type { SearchOptions } from '../store/projections/search-lookup.ts';
import { findPhrases, phrasesOf } from '../store/projections/search-words.ts';
import { localArchive } from './local.ts';

export interface SearchedLog {
  readonly session: string;
  readonly digest: string;
  readonly title: string;
}

/** Number of matching texts by session, as of `Store.hits`. */
export function seenHits(home: string, words: string, logs: readonly SearchedLog[]): ReadonlyMap<string, number> {
  const local = localArchive(home);
  const phrases = phrasesOf(words);
  return new Map(
    logs.flatMap(({ session, digest }) => {
      const hits = local.texts(digest).filter(({ text }) => findPhrases(text, phrases) !== undefined).length;
      return hits === 0 ? [] : [[session, hits] as const];
    }),
  );
}

export function searchSeen(
  home: string,
  words: string,
  { session, digest, title }: SearchedLog,
  { limit, offset = 0, roles }: SearchOptions,
): SearchResult {
  const phrases = phrasesOf(words);
  if (phrases.length === 0) return { total: 0, results: [] };
  const found = localArchive(home)
    .texts(digest)
    .filter(({ text, role }) => roles?.includes(role) !== false && findPhrases(text, phrases) !== undefined)
    .reverse();
  const results = found
    .slice(offset, offset + limit)
    .map((text) => hitOf({ session, title, seq: text.seq, at: text.at, rewound: false }, text, phrases));
  return { total: found.length, results };
}
