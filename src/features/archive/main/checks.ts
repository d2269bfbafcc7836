/** Words in shared sessions, as last seen. Reads a file for each: in a thread. */

import { readClosing } from '../../../main/store/chain.ts';
import { hitOf, type SearchOptions } from '../../../main/store/projections/search-lookup.ts';
import { findPhrases, phrasesOf } from '../../../main/store/projections/search-words.ts';
import type { LibraryEntry } from '../../../main/store/reading.ts';
import type { Store } from '../../../main/store/store.ts';
import { NO_MARKS } from '../../../shared/pinned-messages.ts';
import type { SharedSession } from '../../../shared/review/archive.ts';
import type { SearchResult } from '../../../shared/review.ts';
import type { SharedLog } from './archives.ts';
import { localArchive } from './local.ts';

// Shared sessions beside those that are here: where each is, and its line in a list.

/** @param pulled digest of the version that was pulled. */
export function hereOf(
  { log }: SharedLog,
  pulled: string | undefined,
  store: Pick<Store, 'has' | 'isImported' | 'end'>,
): SharedSession['here'] {
  const { session, digest, events } = log;
  if (!store.has(session)) return 'archive';
  if (!store.isImported(session)) return 'own';
  // One that came as a file, or whose pull was interrupted, is known by its length.
  const isSame = pulled === undefined ? closedEvents(store, session) >= events : pulled === digest;
  return isSame ? 'pulled' : 'outdated';
}

const closedEvents = (store: Pick<Store, 'end'>, session: string): number =>
  readClosing(store.end(session)?.closing ?? '')?.events ?? Number.POSITIVE_INFINITY;

/** One that is only in the archive. A colleague's pins and archive are not this person's. */
export function entryOf({ log }: SharedLog): LibraryEntry {
  const { session: id, title, createdAt, updatedAt, environment, turns, tokens, facts } = log;
  const { model, marks } = facts;
  return {
    summary: { id, title, createdAt, updatedAt, environment, turns, tokens, model, runState: 'idle', deleted: false },
    facts: { ...facts, marks: { ...NO_MARKS, tags: marks.tags } },
    imported: true,
  };
}

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
