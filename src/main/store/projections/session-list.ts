/** The read model of the session list, kept in the transaction of each append. */
import type { SessionSummary } from '../../../shared/contract.ts';
import { type EventType, RUN_STATES, type SessionEvent, type SessionKind } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionMarks } from '../../../shared/session-state.ts';
import { ownWords } from '../../../shared/text/program-parts.ts';
import type { Db } from '../db.ts';
import { type EventRow, storedJson, toEvent } from '../event-log.ts';
import { HIDDEN } from '../imports.ts';

/** The fold behind one line of the session list: the few facts of `SessionState` that a list shows. Pure. */
export interface SessionRow {
  /** Title given by the user or the app. */
  readonly givenTitle: string | null;
  /** Start of the first message that counts, used if there is no title. */
  readonly firstWords: string | null;
  readonly createdAt: string;
  readonly runState: SessionSummary['runState'];
  readonly turns: number;
  readonly model: string;
  readonly tokens: number;
  readonly deleted: boolean;
  readonly environment: string;
}

const MAX_TITLE_CHARACTERS = 60;
/** UTF-16 units looked at for a title: a message may be a megabyte long. */
const TITLE_WINDOW = 1_000;

export const EMPTY_ROW: SessionRow = {
  givenTitle: null,
  firstWords: null,
  createdAt: '',
  runState: 'idle',
  turns: 0,
  model: '',
  tokens: 0,
  deleted: false,
  environment: 'default',
};

/** Events this fold uses; all others leave a row unchanged. */
export const LISTED_TYPES = [
  'session-created',
  'settings-changed',
  'session-renamed',
  'session-deleted',
  'session-restored',
  'history-rewound',
  'user-message-added',
  'request-sent',
  'state-changed',
] as const satisfies readonly EventType[];

function shorten(text: string): string {
  const words = text.slice(0, TITLE_WINDOW).trim().replace(/\s+/g, ' ');
  const characters = [...words];
  if (characters.length <= MAX_TITLE_CHARACTERS) return words;
  return `${characters
    .slice(0, MAX_TITLE_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`;
}

export const titleOf = (row: Pick<SessionRow, 'givenTitle' | 'firstWords'>): string =>
  row.givenTitle || row.firstWords || '';

/** One step, for every event but `history-rewound`, which needs `foldRow` over the session's events. */
export function advanceRow(row: SessionRow, event: SessionEvent): SessionRow {
  switch (event.type) {
    case 'session-created':
      return {
        ...row,
        createdAt: event.at,
        model: event.model,
        givenTitle: event.title ?? null,
        environment: event.environment,
      };
    case 'settings-changed':
      return { ...row, model: event.model ?? row.model, environment: event.environment ?? row.environment };
    case 'session-renamed':
      return { ...row, givenTitle: event.title };
    case 'session-deleted':
      return { ...row, deleted: true };
    case 'session-restored':
      return { ...row, deleted: false };
    case 'user-message-added':
      return { ...row, turns: row.turns + 1, firstWords: row.firstWords ?? shorten(ownWords(event.text)) };
    case 'request-sent':
      return event.purpose === 'summary' ? row : { ...row, tokens: event.tokens.total };
    case 'state-changed':
      return { ...row, runState: event.to };
    default:
      return row;
  }
}

/** Reduces an event to what a row shows, since there may be a hundred thousand of them. */
export function toListed(event: SessionEvent): SessionEvent {
  if (event.type === 'request-sent') return { ...event, tokens: { ...event.tokens, parts: [] } };
  return event.type === 'user-message-added' ? { ...event, text: ownWords(event.text).slice(0, TITLE_WINDOW) } : event;
}

/** @param events all of the session's, or those of `LISTED_TYPES`. */
export const foldRow = (events: readonly SessionEvent[]): SessionRow =>
  activeEvents(events).reduce(advanceRow, EMPTY_ROW);

/** Letters without their case and width, so that a search finds what a person means. */
const foldForSearch = (text: string): string => text.normalize('NFKC').toLowerCase();

export interface SummaryQuery {
  /** Any part of the title, in any case. */
  readonly search?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Default: the person's own sessions alone. */
  readonly kind?: SessionKind | 'any' | undefined;
}

export type SessionList = ReturnType<typeof createSessionList>;

interface ListRow extends Omit<SessionRow, 'deleted'> {
  readonly id: string;
  readonly lastSeq: number;
  readonly lastEvent: number;
  readonly titleFolded: string;
  readonly updatedAt: string;
  readonly deleted: 0 | 1;
}

const COLUMNS =
  'id, lastSeq, lastEvent, givenTitle, firstWords, titleFolded, createdAt, updatedAt, runState, turns, model, tokens, deleted, environment';

/** Time of the last event that moves the session `e.session` up in the list: a check in the background does not. */
const LAST_MOVE = `SELECT at FROM events AS moves WHERE moves.session = e.session AND moves.type <> 'watch-checked'
  ORDER BY moves.seq DESC LIMIT 1`;
const LISTED = LISTED_TYPES.map((type) => `'${type}'`).join(', ');

interface OfFacts {
  readonly marks: string | null;
  readonly kind: SessionKind | null;
}

function toSummary(row: ListRow & OfFacts): SessionSummary {
  const { marks, kind, id, createdAt, updatedAt, runState, turns, model, tokens, environment } = row;
  return {
    ...marksOf(marks),
    ...(kind === null ? {} : { kind }),
    id,
    title: titleOf(row),
    createdAt,
    updatedAt,
    runState,
    turns,
    model,
    tokens,
    deleted: row.deleted === 1,
    environment,
  };
}

const RUN_STATE_NAMES: ReadonlySet<string> = new Set(RUN_STATES);
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** A row that was damaged on the disk costs its own line: the list is checked whole before anybody sees it. */
const isReadableRow = ({ id, runState, createdAt, updatedAt }: ListRow): boolean =>
  RUN_STATE_NAMES.has(runState) && id !== '' && isTime(updatedAt) && (createdAt === '' || isTime(createdAt));

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

export function createSessionList(db: Db) {
  const get = db.prepare<[string], ListRow>(`SELECT ${COLUMNS} FROM session_list WHERE id = ?`);
  const put = db.prepare<[ListRow]>(
    `INSERT OR REPLACE INTO session_list (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '@$&')})`,
  );
  const listed = db.prepare<[string], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE session = ? AND type IN (${LISTED}) ORDER BY seq`,
  );
  const last = db.prepare<[], { session: string; seq: number; id: number; at: string }>(
    `SELECT e.session, e.seq, e.id, (${LAST_MOVE}) AS at FROM events e
     JOIN (SELECT session, max(seq) AS seq FROM events GROUP BY session) USING (session, seq)
     WHERE e.session NOT IN (SELECT session FROM imports WHERE ${HIDDEN})`,
  );
  const select = db.prepare<[string, number], ListRow & OfFacts>(
    `SELECT ${COLUMNS}, CASE WHEN json_valid(facts) THEN facts ->> '$.marks' END AS marks,
       CASE WHEN json_valid(facts) THEN facts ->> '$.kind' END AS kind
     FROM session_list LEFT JOIN session_facts ON session_facts.session = id WHERE instr(titleFolded, ?) > 0 AND deleted <= ?
     ORDER BY updatedAt DESC, lastEvent DESC`,
  );
  const unfinished = db.prepare<[], { id: string }>(
    // A summary by hand is asked for outside of a run: its request is then the last that the log has.
    `SELECT id FROM session_list WHERE runState IN ('thinking', 'tool-calling', 'waiting-approval')
       OR (SELECT type FROM events WHERE events.id = lastEvent) = 'request-sent' ORDER BY lastEvent`,
  );

  const store = (id: string, row: SessionRow, lastSeq: number, lastEvent: number, updatedAt: string): void => {
    const deleted = row.deleted ? 1 : 0;
    put.run({ ...row, id, lastSeq, lastEvent, titleFolded: foldForSearch(titleOf(row)), updatedAt, deleted });
  };
  /** Row by row, and of each event no more than a row shows: a log may be larger than memory. */
  const foldStored = (session: string): SessionRow =>
    foldRow([...listed.iterate(session)].map((row) => toListed(toEvent(row))));

  const remove = db.prepare<[string]>('DELETE FROM session_list WHERE id = ?');

  return {
    /** For a log stored without `apply`, already folded. @param lastEvent row id of `last`. */
    put: (session: string, row: SessionRow, { seq, at }: Pick<EventRow, 'seq' | 'at'>, lastEvent: number) =>
      store(session, row, seq, lastEvent, at),
    remove: (session: string) => void remove.run(session),
    /** @param lastEvent row id of the last of `events`, which continue what was applied before. */
    apply(session: string, events: readonly SessionEvent[], lastEvent: number) {
      const latest = events.at(-1);
      if (latest === undefined) return;
      const before = get.get(session);
      const row = events.some((event) => event.type === 'history-rewound')
        ? foldStored(session)
        : events.reduce(advanceRow, before === undefined ? EMPTY_ROW : { ...before, deleted: before.deleted === 1 });
      const moved = events.findLast(({ type }) => type !== 'watch-checked');
      store(session, row, latest.seq, lastEvent, moved?.at ?? before?.updatedAt ?? latest.at);
    },
    /** Latest first. */
    summaries: ({ search = '', includeDeleted = false, kind }: SummaryQuery) =>
      select
        .all(foldForSearch(search.trim()), includeDeleted ? 1 : 0)
        .filter((row) => isReadableRow(row) && (kind === 'any' || row.kind === (kind ?? null)))
        .map(toSummary),
    /** Sessions that were in the middle of a run. */
    unfinished: () => unfinished.all().map((row) => row.id),
    /** Drops everything and folds the log again. */
    rebuild() {
      db.exec('DELETE FROM session_list');
      for (const { session, seq, id, at } of last.all()) store(session, foldStored(session), seq, id, at);
    },
  };
}
