/**
 * A log that is stored in slices, so that others are served in between. Until its last slice the session is hidden behind
 * a marker, a row of `imports` without a time; what an end in between leaves is removed after the next start.
 */
import { messageOf, type SkilldeckError } from '../../shared/errors.ts';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import { type DetailCode, detailed } from '../../shared/messages/failure.ts';
import type { Figures } from '../../shared/messages/format.ts';
import { keylessAddress } from '../../shared/models/keyless-address.ts';
import type { LogEnds } from './chain.ts';
import type { Db } from './db.ts';
import { type EventLog, type EventRow, type LogRow, toEvent } from './event-log.ts';
import type { Imports } from './imports.ts';
import type { FactsTable } from './projections/facts-table.ts';
import type { IndexFollower } from './projections/index-follower.ts';
import type { SearchIndex } from './projections/search-index.ts';
import { advanceFacts, NO_FACTS, type SessionFacts } from './projections/session-facts.ts';
import {
  advanceRow,
  EMPTY_ROW,
  foldRow,
  LISTED_TYPES,
  type SessionList,
  type SessionRow,
  toListed,
} from './projections/session-list.ts';

// One line of an exported log, which is untrusted: an event that follows the one before, or a refusal that names the line.

/** More than any conversation comes to, and still read in seconds. */
export const MAX_EVENTS = 1_000_000;
/** UTF-16 code units. */
export const MAX_LINE = 64 * 1024 * 1024;
/** It becomes the name of a folder. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** `import-refused`. */
export const refusal = (code: DetailCode, figures: Figures = {}, cause?: unknown): SkilldeckError =>
  detailed('import-refused', code, figures, { ending: ' Nothing was imported.', cause });

export function refuse(code: DetailCode, figures?: Figures): never {
  throw refusal(code, figures);
}

/**
 * @param first of the log; undefined for its first line.
 * @param due number of the event.
 * @throws SkilldeckError `import-refused`: with the line, and what to do.
 */
export function readLogLine(
  raw: string,
  line: number,
  first: EventRow | undefined,
  due: number,
): { readonly row: EventRow; readonly isUnknown: boolean } {
  const event = readLine(raw, line);
  const isUnknown = event.type === 'unknown';
  const type = event.type === 'unknown' ? event.originalType : event.type;
  const { session, seq, at } = event;
  checkPlace(first, { session, seq, type }, due, line);
  return { row: { session, seq, at, type, raw }, isUnknown };
}

function readLine(raw: string, line: number): SessionEvent {
  if (raw.length > MAX_LINE) refuse('event-too-long', { line, length: raw.length });
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
    // JSON nested too deep can be read but not written again.
    JSON.stringify(parsed);
  } catch (error) {
    return refuse('event-not-json', { line, why: messageOf(error).slice(0, 100) });
  }
  const event = envelope(parsed);
  if (event === undefined) return refuse('event-fields', { line });
  if (!TIME.test(event.at) || Number.isNaN(Date.parse(event.at))) return refuse('event-time', { line });
  if (!SESSION_ID.test(event.session)) return refuse('event-session', { line });
  return event;
}

function envelope(parsed: unknown): SessionEvent | undefined {
  try {
    return parseEvent(parsed);
  } catch {
    return undefined;
  }
}

function checkPlace(
  first: EventRow | undefined,
  { session, seq, type }: Pick<EventRow, 'session' | 'seq' | 'type'>,
  due: number,
  line: number,
): void {
  if (first !== undefined && first.session !== session) {
    refuse('event-other-session', { line, session, before: first.session });
  }
  if (seq !== due) refuse(seq > due ? 'event-gap' : 'event-repeated', { line, seq, due });
  if (first === undefined && type !== 'session-created') refuse('event-first', { line, type });
}

/** Rows of one slice: some milliseconds of work. */
export const ROWS_A_SLICE = 200;
/** UTF-16 code units of one slice, except where one row is longer. */
const LENGTH_OF_A_SLICE = 512 * 1024;

/** List data of a log, folded outside any time-critical path. */
export interface LogSummary {
  readonly row: SessionRow;
  readonly facts: SessionFacts;
}

export interface LogIntake {
  /** One slice, in order. */
  add(rows: readonly EventRow[]): void;
  /** The session can be seen from here on. @param closing the file's last line. */
  finish(summary: LogSummary, closing?: string): void;
  /** Removes a slice of what was added; false once nothing is left. Not after `finish`. */
  drop(): boolean;
}

const LISTED: ReadonlySet<string> = new Set(LISTED_TYPES);

/**
 * @param pages the whole log, in order.
 * @param rewinds whether any of it was replaced: then its line is folded over all that it shows, at once.
 */
export function summarise(pages: Iterable<readonly EventRow[]>, rewinds: boolean): LogSummary {
  let facts = NO_FACTS;
  let row = EMPTY_ROW;
  const listed = [];
  for (const rows of pages) {
    for (const event of rows.map(toEvent)) {
      facts = advanceFacts(facts, event);
      if (!rewinds) row = advanceRow(row, event);
      else if (LISTED.has(event.type)) listed.push(toListed(event));
    }
  }
  return { row: rewinds ? foldRow(listed) : row, facts };
}

export function* slicesOf(pages: Iterable<readonly EventRow[]>): Generator<readonly EventRow[]> {
  let slice: EventRow[] = [];
  let length = 0;
  for (const rows of pages) {
    for (const row of rows) {
      if (slice.length === ROWS_A_SLICE || (slice.length > 0 && length + row.raw.length > LENGTH_OF_A_SLICE)) {
        yield slice;
        slice = [];
        length = 0;
      }
      slice.push(row);
      length += row.raw.length;
    }
  }
  if (slice.length > 0) yield slice;
}

interface Stored {
  readonly id: number;
  readonly row: EventRow;
}

export interface IntakeTables {
  readonly log: EventLog;
  readonly ends: LogEnds;
  readonly list: SessionList;
  readonly facts: FactsTable;
  readonly imports: Imports;
  readonly search: SearchIndex;
  readonly follower: Pick<IndexFollower, 'wake'>;
}

/** @param write wraps each transaction. */
export function createIntakes(
  db: Db,
  { log, ends, list, facts, imports, search, follower }: IntakeTables,
  write: <T>(work: () => T) => T,
  now: () => Date,
) {
  const latest = db.prepare<[string, number], LogRow>(
    'SELECT id, session, seq, at, type, raw FROM events WHERE session = ? ORDER BY seq DESC LIMIT ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM events WHERE id = ?');
  /** Imports of this process; any other hidden one was left by a crash. */
  const underWay = new Set<string>();
  const dropSlice = db.transaction((session: string): boolean => {
    const rows: LogRow[] = [];
    let length = 0;
    for (const row of latest.iterate(session, ROWS_A_SLICE)) {
      rows.push(row);
      length += row.raw.length;
      if (length > LENGTH_OF_A_SLICE) break;
    }
    const isForgotten = search.forget(rows, () => {
      for (const { id } of rows) remove.run(id);
    });
    if (!isForgotten || rows.length === ROWS_A_SLICE || length > LENGTH_OF_A_SLICE) return true;
    // A repair lists every session that has a log.
    list.remove(session);
    facts.remove(session);
    imports.remove(session);
    underWay.delete(session);
    return false;
  });

  /** The session can be seen from here on. */
  const settle = (session: string, last: Stored | undefined, { row, facts: told }: LogSummary, closing?: string) => {
    if (last === undefined) throw new Error('A log without events');
    list.put(session, row, last.row, last.id);
    facts.put(session, told);
    ends.close(session, last.row, closing);
    imports.show(session, now().toISOString());
  };
  return {
    /** A whole log, in the caller's transaction. */
    put(session: string, rows: readonly EventRow[], closing?: string) {
      imports.hide(session);
      let last: Stored | undefined;
      for (const row of rows) last = { id: log.insert(row), row };
      const rewinds = rows.some(({ type }) => type === 'history-rewound');
      settle(session, last, summarise([rows], rewinds), closing);
      follower.wake();
    },
    /** @throws SkilldeckError `import-refused` where the session is there, or is being imported. */
    begin(session: string): LogIntake {
      if (imports.isHidden(session)) refuse('import-running', { session });
      if (log.lastSeq(session) > 0) refuse('stored-meanwhile', { session });
      write(() => imports.hide(session));
      underWay.add(session);
      let last: Stored | undefined;
      return {
        add(rows) {
          // A power cut may lose slices: they are swept, or come again with the whole file.
          db.pragma('synchronous = NORMAL');
          try {
            write(
              db.transaction(() => {
                for (const row of rows) last = { id: log.insert(row), row };
              }).immediate,
            );
          } finally {
            db.pragma('synchronous = FULL');
          }
          follower.wake();
        },
        finish(summary, closing) {
          write(db.transaction(() => settle(session, last, summary, closing)).immediate);
          underWay.delete(session);
          follower.wake();
        },
        drop: () => db.open && write(() => dropSlice.immediate(session)),
      };
    },
    /** All that is stored of an imported session, in the caller's transaction. @throws SkilldeckError `not-supported` for another. */
    removeImported(session: string) {
      imports.assertImported(session);
      while (dropSlice(session));
    },
    /** Removes a slice of what a crash left half stored; false once nothing is left. @param session absent: of any. */
    sweep(session?: string) {
      if (!db.open) return false;
      const left = imports.hidden().filter((id) => !underWay.has(id) && (session ?? id) === id);
      const [first] = left;
      return first !== undefined && (write(() => dropSlice.immediate(first)) || left.length > 1);
    },
  };
}

/** Sweeps while nothing else is going on. */
export function sweepLater(sweep: () => boolean): { stop(): void } {
  let timer: NodeJS.Timeout;
  const later = (): void => {
    timer = setTimeout(() => {
      try {
        if (sweep()) later();
      } catch {
        // A full disk, or a folder that is gone: it stays hidden, and the next start tries again.
      }
    }, 1).unref();
  };
  later();
  return { stop: () => clearTimeout(timer) };
}

/** An event's line whose endpoint has no key in its address; earlier versions stored it as typed. */
export function withoutKey(raw: string): string {
  if (!raw.includes('"baseUrl"')) return raw;
  try {
    const event = JSON.parse(raw);
    const address: unknown = event.pinned?.baseUrl;
    if (typeof address !== 'string' || keylessAddress(address) === address) return raw;
    return JSON.stringify({ ...event, pinned: { ...event.pinned, baseUrl: keylessAddress(address) } });
  } catch {
    return raw;
  }
}
