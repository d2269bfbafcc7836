import type { SearchQuery } from '../../../shared/review.ts';
import type { Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { noSession, storedRows } from '../../session/stored-rows.ts';
import { toEvent } from '../../store/event-log.ts';
import { foldRow, titleOf } from '../../store/projections/session-row.ts';
import { type ComparedSession, compareSessions } from './compare.ts';
import { sessionCosts } from './costs.ts';
import { libraryPage, rowsOf } from './library.ts';
import { failing } from './library-filters.ts';
import { dayIn, unitPrices } from './library-row.ts';
import { reviewThread } from './review-thread.ts';
import { type ReadSessions, readingHere, sessionReads } from './session-reads.ts';

/** Results of a search where no number is given. */
const SEARCH_LIMIT = 50;

/** In a thread, but for a command, which has nobody else to serve. */
export function reading({ host, home, store, context, disposables }: Core): ReadSessions {
  const here = readingHere(sessionReads(store, context.dataOf, home));
  return host === 'cli' ? here : disposables.add(reviewThread(home, here), (thread) => thread.close()).read;
}

export function reviewHandlers(os: Implementer, deps: Core, read: ReadSessions) {
  return {
    library: os.review.library.handler(async ({ input, signal }) => {
      const { store, prices } = deps;
      const hits = input.words === undefined ? undefined : await read('hits', [input.words], signal);
      return libraryPage({ entries: store.library(), prices, hits }, input);
    }),
    costs: os.review.costs.handler(({ input: { sessionId } }) => {
      const events = storedRows(deps.store, sessionId).map(toEvent);
      return { title: titleOf(foldRow(events)), ...sessionCosts(events, unitPrices(deps.prices)) };
    }),
    compare: os.review.compare.handler(({ input }) =>
      compareSessions(compared(deps, input.a), compared(deps, input.b), unitPrices(deps.prices)),
    ),
    search: os.review.search.handler(({ input: { words, limit = SEARCH_LIMIT, ...narrowed }, signal }) => {
      if (narrowed.sessionId !== undefined && !deps.store.has(narrowed.sessionId)) throw noSession(narrowed.sessionId);
      const options = { ...narrowed, limit, sessions: searchedSessions(deps, narrowed) };
      return read('search', [words, options], signal);
    }),
    verify: os.review.verify.handler(({ input: { sessionId }, signal }) => read('verify', [sessionId], signal)),
    chain: os.review.chain.handler(({ input: { sessionId }, signal }) => read('chain', [sessionId], signal)),
  };
}

/** @throws SkilldeckError `session-not-found`. */
function compared({ store }: Core, id: string): ComparedSession {
  const events = storedRows(store, id).map(toEvent);
  return { id, title: titleOf(foldRow(events)), events };
}

/** Undefined: all that are not deleted. */
function searchedSessions(
  { store, prices }: Core,
  { sessionId, filters }: Pick<SearchQuery, 'sessionId' | 'filters'>,
): string[] | undefined {
  if (sessionId !== undefined) return [sessionId];
  if (filters === undefined) return undefined;
  const rows = rowsOf({ entries: store.library(), prices }, dayIn());
  const failed = failing(filters);
  return rows.filter((row) => failed(row).length === 0).map(({ id }) => id);
}
