/**
 * Full-text search over messages, tool results, script output and titles. The index follows the log in batches; events
 * not indexed yet are scanned directly, so results are complete at any time, in any process.
 */
import type { Db } from '../db.ts';
import { createEventSessions } from './event-sessions.ts';
import { createSearchIndexing, type SearchIndexing } from './search-indexing.ts';
import { createSearchLookup, type SearchLookup } from './search-lookup.ts';
import type { TerminalText } from './search-texts.ts';

export type SearchIndex = SearchIndexing & SearchLookup;

export function createSearchIndex(db: Db, terminal: TerminalText): SearchIndex {
  const sessionsOf = createEventSessions(db);
  return {
    ...createSearchIndexing(db, terminal, sessionsOf.forgetFrom),
    ...createSearchLookup(db, terminal, sessionsOf),
  };
}
