/** Reads of whole logs for review: seconds of work over a large one. All that goes in and comes out is data. */
import type { SearchResult, Verification } from '../../../shared/review.ts';
import { type SearchedLog, searchSeen, seenHits } from '../../archive/search-seen.ts';
import { signingKey } from '../../config/signing-key.ts';
import { storedLog } from '../../session/stored-rows.ts';
import type { SearchOptions } from '../../store/projections/search-lookup.ts';
import type { Store } from '../../store/store.ts';
import { verifyChain } from './verify-chain.ts';
import { verifySession } from './verify-session.ts';

export interface SessionReads {
  verify(session: string): Promise<Verification>;
  chain(session: string): Promise<Pick<Verification, 'events' | 'chain' | 'signature'>>;
  search(words: string, options: SearchOptions): Promise<SearchResult>;
  hits(words: string): Promise<ReadonlyMap<string, number> | undefined>;
  /** The same in shared sessions that are not here. */
  seenHits(words: string, logs: readonly SearchedLog[]): Promise<ReadonlyMap<string, number>>;
  searchSeen(words: string, log: SearchedLog, options: SearchOptions): Promise<SearchResult>;
}

/** One of them, wherever it is carried out. Rejects with the signal's reason. */
export type ReadSessions = <K extends keyof SessionReads>(
  name: K,
  args: Parameters<SessionReads[K]>,
  signal?: AbortSignal,
) => Promise<Awaited<ReturnType<SessionReads[K]>>>;

/** In this thread. */
export const readingHere =
  (reads: SessionReads): ReadSessions =>
  (name, args) =>
    (reads[name] as (...given: unknown[]) => Promise<never>)(...args);

export function sessionReads(
  store: Pick<Store, 'rows' | 'end' | 'search' | 'hits'>,
  dataOf: Parameters<typeof verifySession>[2],
  home: string,
): SessionReads {
  return {
    async verify(session) {
      const { rows, end } = storedLog(store, session);
      return verifySession(session, rows, dataOf, { end, ownKey: await signingKey(home) });
    },
    async chain(session) {
      const { rows, end } = storedLog(store, session);
      const { chain, signature } = await verifyChain(session, rows, { end, ownKey: await signingKey(home) });
      return { events: rows.length, chain, ...(signature === undefined ? {} : { signature }) };
    },
    search: async (words, options) => store.search(words, options),
    hits: async (words) => store.hits(words),
    seenHits: async (words, logs) => seenHits(home, words, logs),
    searchSeen: async (words, log, options) => searchSeen(home, words, log, options),
  };
}
