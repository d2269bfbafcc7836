import { homedir } from 'node:os';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { SearchQuery } from '../../../shared/review.ts';
import { type EventRow, toEvent } from '../../store/event-log.ts';
import { foldRow, titleOf } from '../../store/session-row.ts';
import { exportSession } from '../export/export-session.ts';
import { importSession } from '../import-session.ts';
import { type ComparedSession, compareSessions } from '../review/compare.ts';
import { sessionCosts } from '../review/costs.ts';
import { libraryPage, rowsOf } from '../review/library.ts';
import { passes } from '../review/library-filters.ts';
import { dayIn, unitPrices } from '../review/library-row.ts';
import type { ApiDeps } from '../router.ts';
import { verifySession } from '../verify-session.ts';
import type { Implementer } from './implement-contract.ts';

/** Results of a search where no number is given. */
const SEARCH_LIMIT = 50;

const notYet = (): never => {
  throw new SkilldeckError('not-supported', 'This is not there yet.');
};

export function reviewRoutes(os: Implementer, deps: ApiDeps) {
  return {
    library: os.review.library.handler(({ input }) => {
      const { store, prices } = deps;
      const hits = input.words === undefined ? undefined : store.hits(input.words);
      return libraryPage({ entries: store.library(), prices, hits }, input);
    }),
    costs: os.review.costs.handler(({ input: { sessionId } }) =>
      sessionCosts(storedRows(deps.store, sessionId).map(toEvent), unitPrices(deps.prices)),
    ),
    compare: os.review.compare.handler(({ input }) =>
      compareSessions(compared(deps, input.a), compared(deps, input.b), unitPrices(deps.prices)),
    ),
    redactionPreview: os.review.redactionPreview.handler(notYet),
    search: os.review.search.handler(({ input: { words, limit = SEARCH_LIMIT, ...narrowed } }) =>
      deps.store.search(words, { ...narrowed, limit, sessions: searchedSessions(deps, narrowed) }),
    ),
    export: os.review.export.handler(({ input: { sessionId, format, redact = false, language = 'en' } }) => {
      const folders = [homedir(), deps.info.home];
      return exportSession(sessionId, storedRows(deps.store, sessionId), { format, redact, language, folders });
    }),
    import: os.review.import.handler(({ input }) =>
      importSession(deps.store, input.text, deps.sessions.announceStored),
    ),
    verify: os.review.verify.handler(({ input: { sessionId } }) =>
      verifySession(sessionId, storedRows(deps.store, sessionId)),
    ),
  };
}

/** @throws SkilldeckError `session-not-found`. */
function compared({ store }: ApiDeps, id: string): ComparedSession {
  const events = storedRows(store, id).map(toEvent);
  return { id, title: titleOf(foldRow(events)), events };
}

/** Undefined: all that are not deleted. */
function searchedSessions(
  { store, prices }: ApiDeps,
  { sessionId, filters }: Pick<SearchQuery, 'sessionId' | 'filters'>,
): string[] | undefined {
  if (sessionId !== undefined) return [sessionId];
  if (filters === undefined) return undefined;
  const rows = rowsOf({ entries: store.library(), prices }, dayIn());
  return rows.filter((row) => passes(row, filters)).map(({ id }) => id);
}

/** @throws SkilldeckError `session-not-found`. */
function storedRows(store: ApiDeps['store'], sessionId: string): EventRow[] {
  const rows = store.rows(sessionId);
  if (rows.length > 0) return rows;
  throw new SkilldeckError(
    'session-not-found',
    `There is no session '${sessionId}'. 'skilldeck sessions list' shows those that exist.`,
  );
}
