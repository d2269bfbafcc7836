/** The read model of the session list, kept in the transaction of each append. */
import type { SessionSummary } from '../../../shared/contract.ts';
import { RUN_STATES, type SessionEvent, type SessionKind } from '../../../shared/events.ts';
import type { SessionMarks } from '../../../shared/session-state.ts';
import type { Db } from '../db.ts';
import { type EventRow, toEvent } from '../event-log.ts';
import { storedJson } from '../stored-json.ts';
import {
  advanceRow,
  EMPTY_ROW,
  foldForSearch,
  foldRow,
  LISTED_TYPES,
  type SessionRow,
  titleOf,
  toListed,
} from './session-row.ts';

export interface SummaryQuery {
  /** Any part of the title, in any case. */
  readonly search?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Default: the person's own sessions alone. */
  readonly kind?: SessionKind | 'any' | undefined;
}

export interface SessionList {
  /** @param lastEvent row id of the last of `events`, which continue what was applied before. */
  apply(session: string, events: readonly SessionEvent[], lastEvent: number): void;
  /** For a log stored without `apply`, already folded. @param lastEvent row id of `last`. */
  put(session: string, row: SessionRow, last: Pick<EventRow, 'seq' | 'at'>, lastEvent: number): void;
  remove(session: string): void;
  /** For a log stored without `apply`. @param lastEvent row id of its last event. */
  read(session: string, lastEvent: number): void;
  /** Latest first. */
  summaries(query: SummaryQuery): SessionSummary[];
  /** Sessions that were in the middle of a run. */
  unfinished(): string[];
  /** Drops everything and folds the log again. */
  rebuild(): void;
}

interface ListRow {
  readonly id: string;
  readonly last_seq: number;
  readonly last_event: number;
  readonly given_title: string | null;
  readonly first_words: string | null;
  readonly title_folded: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly run_state: SessionSummary['runState'];
  readonly turns: number;
  readonly model: string;
  readonly tokens: number;
  readonly deleted: 0 | 1;
  readonly environment: string;
}

const COLUMNS =
  'id, last_seq, last_event, given_title, first_words, title_folded, created_at, updated_at, run_state, turns, model, tokens, deleted, environment';
const LISTED = LISTED_TYPES.map((type) => `'${type}'`).join(', ');

const fromRow = (row: ListRow): SessionRow => ({
  givenTitle: row.given_title,
  firstWords: row.first_words,
  createdAt: row.created_at,
  runState: row.run_state,
  turns: row.turns,
  model: row.model,
  tokens: row.tokens,
  deleted: row.deleted === 1,
  environment: row.environment,
});

/** Facts of a session in the list. */
interface OfFacts {
  readonly marks: string | null;
  readonly kind: SessionKind | null;
}

const toSummary = ({ marks, kind, ...row }: ListRow & OfFacts): SessionSummary => ({
  ...marksOf(marks),
  ...(kind === null ? {} : { kind }),
  id: row.id,
  title: titleOf(fromRow(row)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  runState: row.run_state,
  turns: row.turns,
  model: row.model,
  tokens: row.tokens,
  deleted: row.deleted === 1,
  environment: row.environment,
});

const RUN_STATE_NAMES: ReadonlySet<string> = new Set(RUN_STATES);
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** A row that was damaged on the disk costs its own line: the list is checked whole before anybody sees it. */
const isReadableRow = ({ id, run_state, created_at, updated_at }: ListRow): boolean =>
  RUN_STATE_NAMES.has(run_state) && id !== '' && isTime(updated_at) && (created_at === '' || isTime(created_at));

/** Includes only marks that are set: an unmarked session has none. */
function marksOf(text: string | null): Pick<SessionSummary, 'pinned' | 'archived' | 'tags'> {
  if (text === null) return {};
  const { pinned, archived, tags = [] } = storedJson<Partial<SessionMarks>>(text, {});
  return {
    ...(pinned ? { pinned } : {}),
    ...(archived ? { archived } : {}),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
  };
}

export function createSessionList(db: Db): SessionList {
  const get = db.prepare<[string], ListRow>(`SELECT ${COLUMNS} FROM session_list WHERE id = ?`);
  const put = db.prepare<[ListRow]>(
    `INSERT OR REPLACE INTO session_list (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '@$&')})`,
  );
  const listed = db.prepare<[string], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE session = ? AND type IN (${LISTED}) ORDER BY seq`,
  );
  const last = db.prepare<[], { session: string; seq: number; id: number; at: string }>(
    `SELECT e.session, e.seq, e.id, e.at FROM events e
     JOIN (SELECT session, max(seq) AS seq FROM events GROUP BY session) USING (session, seq)`,
  );
  const end = db.prepare<[string], { seq: number; at: string }>(
    'SELECT seq, at FROM events WHERE session = ? ORDER BY seq DESC LIMIT 1',
  );
  const select = db.prepare<[string, number], ListRow & OfFacts>(
    `SELECT ${COLUMNS}, CASE WHEN json_valid(facts) THEN facts ->> '$.marks' END AS marks,
       CASE WHEN json_valid(facts) THEN facts ->> '$.kind' END AS kind
     FROM session_list LEFT JOIN session_facts ON session_facts.session = id WHERE instr(title_folded, ?) > 0 AND deleted <= ?
     ORDER BY updated_at DESC, last_event DESC`,
  );
  const unfinished = db.prepare<[], { id: string }>(
    // A summary by hand is asked for outside of a run: its request is then the last that the log has.
    `SELECT id FROM session_list WHERE run_state IN ('thinking', 'tool-calling', 'waiting-approval')
       OR (SELECT type FROM events WHERE events.id = last_event) = 'request-sent' ORDER BY last_event`,
  );

  const store = (id: string, row: SessionRow, lastSeq: number, lastEvent: number, updatedAt: string): void => {
    put.run({
      id,
      last_seq: lastSeq,
      last_event: lastEvent,
      given_title: row.givenTitle,
      first_words: row.firstWords,
      title_folded: foldForSearch(titleOf(row)),
      created_at: row.createdAt,
      updated_at: updatedAt,
      run_state: row.runState,
      turns: row.turns,
      model: row.model,
      tokens: row.tokens,
      deleted: row.deleted ? 1 : 0,
      environment: row.environment,
    });
  };
  /** Row by row, and of each event no more than a row shows: a log may be larger than memory. */
  const foldStored = (session: string): SessionRow =>
    foldRow([...listed.iterate(session)].map((row) => toListed(toEvent(row))));

  const remove = db.prepare<[string]>('DELETE FROM session_list WHERE id = ?');

  return {
    put: (session, row, { seq, at }, lastEvent) => store(session, row, seq, lastEvent, at),
    remove: (session) => void remove.run(session),
    apply(session, events, lastEvent) {
      const latest = events.at(-1);
      if (latest === undefined) return;
      const before = get.get(session);
      const row = events.some((event) => event.type === 'history-rewound')
        ? foldStored(session)
        : events.reduce(advanceRow, before === undefined ? EMPTY_ROW : fromRow(before));
      store(session, row, latest.seq, lastEvent, latest.at);
    },
    read(session, lastEvent) {
      const latest = end.get(session);
      if (latest !== undefined) store(session, foldStored(session), latest.seq, lastEvent, latest.at);
    },
    summaries: ({ search = '', includeDeleted = false, kind = null }) =>
      select
        .all(foldForSearch(search.trim()), includeDeleted ? 1 : 0)
        .filter((row) => isReadableRow(row) && (kind === 'any' || row.kind === kind))
        .map(toSummary),
    unfinished: () => unfinished.all().map((row) => row.id),
    rebuild() {
      db.exec('DELETE FROM session_list');
      for (const { session, seq, id, at } of last.all()) store(session, foldStored(session), seq, id, at);
    },
  };
}
