import { homedir } from 'node:os';
import type { SearchQuery } from '../../../shared/review.ts';
import type { ApiDeps } from '../../api/api-deps.ts';
import type { Implementer } from '../../api/implement-contract.ts';
import { redactionPreview } from '../../redaction/preview.ts';
import { printedText, terminalLines } from '../../redaction/terminal-lines.ts';
import { noSession } from '../../session/no-session.ts';
import { type EventRow, toEvent } from '../../store/event-log.ts';
import { foldRow, titleOf } from '../../store/projections/session-row.ts';
import { exportSession } from '../transfer/export/export-session.ts';
import { ImportThread } from '../transfer/import/import-thread.ts';
import { type ComparedSession, compareSessions } from './compare.ts';
import { sessionCosts } from './costs.ts';
import { libraryPage, rowsOf } from './library.ts';
import { failing } from './library-filters.ts';
import { dayIn, unitPrices } from './library-row.ts';
import { verifySession } from './verify-session.ts';

/** Results of a search where no number is given. */
const SEARCH_LIMIT = 50;

export function reviewRoutes(os: Implementer, deps: ApiDeps) {
  return {
    library: os.review.library.handler(({ input }) => {
      const { store, prices } = deps;
      const hits = input.words === undefined ? undefined : store.hits(input.words);
      return libraryPage({ entries: store.library(), prices, hits }, input);
    }),
    costs: os.review.costs.handler(({ input: { sessionId } }) => {
      const events = storedRows(deps.store, sessionId).map(toEvent);
      return { title: titleOf(foldRow(events)), ...sessionCosts(events, unitPrices(deps.prices)) };
    }),
    compare: os.review.compare.handler(({ input }) =>
      compareSessions(compared(deps, input.a), compared(deps, input.b), unitPrices(deps.prices)),
    ),
    search: os.review.search.handler(({ input: { words, limit = SEARCH_LIMIT, ...narrowed } }) => {
      if (narrowed.sessionId !== undefined && !deps.store.has(narrowed.sessionId)) throw noSession(narrowed.sessionId);
      return deps.store.search(words, { ...narrowed, limit, sessions: searchedSessions(deps, narrowed) });
    }),
    export: os.review.export.handler(async ({ input: { sessionId, redact = false, language = 'en', ...choice } }) => {
      const rows = storedRows(deps.store, sessionId);
      const terminals = choice.format === 'html' ? await terminalsOf(deps, sessionId, rows) : new Map();
      const options = { ...choice, redact, language, folders: foldersOf(deps), terminals };
      const file = await exportSession(sessionId, rows, options);
      if (choice.format !== 'pdf') return file;
      const pdf = await deps.printPdf(file.text);
      return { ...file, text: '', base64: Buffer.from(pdf).toString('base64') };
    }),
    redactionPreview: os.review.redactionPreview.handler(async ({ input: { sessionId, patterns } }) => {
      const rows = storedRows(deps.store, sessionId);
      const printed = [...(await terminalsOf(deps, sessionId, rows)).values()];
      const texts = printed.map((raw) => printedText(terminalLines(raw)));
      return redactionPreview(rows, { patterns, texts, folders: foldersOf(deps) });
    }),
    import: os.review.import.handler(async ({ input: { text, name } }) => {
      const taken = new ImportThread({ store: deps.store, name, onStored: deps.sessions.announceStored });
      try {
        await taken.take(text);
        return await taken.end();
      } finally {
        taken.close();
      }
    }),
    verify: os.review.verify.handler(({ input: { sessionId } }) =>
      verifySession(sessionId, storedRows(deps.store, sessionId), deps.context.dataOf),
    ),
  };
}

export const foldersOf = ({ info }: ApiDeps): string[] => [homedir(), info.home];

/** Characters of what all scripts of a session printed that go into one page: the last of each. */
const MOST_PRINTED = 8_000_000;
const MOST_OF_ONE = 400_000;

async function terminalsOf(
  deps: ApiDeps,
  sessionId: string,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, string>> {
  const printed = new Map<string, string>();
  let left = MOST_PRINTED;
  for (const row of rows) {
    const event = row.type === 'script-finished' ? toEvent(row) : undefined;
    if (event?.type !== 'script-finished' || left <= 0) continue;
    const raw = await deps.terminal(sessionId, event.callId).catch(() => '');
    const shown = raw.slice(-Math.min(left, MOST_OF_ONE));
    left -= shown.length;
    if (shown !== '') printed.set(event.callId, shown);
  }
  return printed;
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
  const failed = failing(filters);
  return rows.filter((row) => failed(row).length === 0).map(({ id }) => id);
}

/** @throws SkilldeckError `session-not-found`. */
function storedRows(store: ApiDeps['store'], sessionId: string): EventRow[] {
  const rows = store.rows(sessionId);
  if (rows.length > 0) return rows;
  throw noSession(sessionId);
}
