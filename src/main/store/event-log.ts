/** The source of truth: append-only, one row per event, with its JSON as printed and exported. */
import type { SessionEvent, UnknownEvent } from '../../shared/events.ts';
import { EVENT_VERSION, parseEvent } from '../../shared/events.ts';
import type { Db } from './db.ts';

export interface EventRow {
  readonly session: string;
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  /** The whole event as JSON, envelope included. */
  readonly raw: string;
}

/** Row with its place in the order of writing. */
export interface LogRow extends EventRow {
  readonly id: number;
}

export interface EventRange {
  readonly afterSeq?: number;
  /** Inclusive. */
  readonly toSeq?: number;
}

/** A row with broken JSON affects only itself, never the session. */
export function toEvent(row: EventRow): SessionEvent {
  try {
    return parseEvent(JSON.parse(row.raw));
  } catch {
    const { session, seq, at, type, raw: damaged } = row;
    const envelope = { v: EVENT_VERSION, seq, at, session };
    return {
      ...envelope,
      type: 'unknown',
      originalType: type,
      raw: { ...envelope, type, damaged },
    } satisfies UnknownEvent;
  }
}

/** SQL condition with an index. Adding a type requires a new index. */
export const ARTIFACT_EVENTS = "type IN ('artifact-saved', 'artifact-deleted', 'artifact-restored')";

export interface EventLog {
  /** The row's place in the order of writing. */
  insert(row: EventRow): number;
  /** 0 where the session has none. */
  lastSeq(session: string): number;
  read(session: string, range: EventRange): SessionEvent[];
  /** Stored bytes, unchanged. */
  rows(session: string, range: EventRange): EventRow[];
  /** Across all sessions; each session's in order. */
  artifacts(): SessionEvent[];
}

export function createEventLog(db: Db): EventLog {
  const insert = db.prepare<[string, number, string, string, string]>(
    'INSERT INTO events (session, seq, at, type, raw) VALUES (?, ?, ?, ?, ?)',
  );
  const lastSeq = db.prepare<[string], { seq: number | null }>('SELECT max(seq) AS seq FROM events WHERE session = ?');
  const read = db.prepare<[string, number, number], EventRow>(
    'SELECT session, seq, at, type, raw FROM events WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq',
  );
  const artifacts = db.prepare<[], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE ${ARTIFACT_EVENTS} ORDER BY session, seq`,
  );
  return {
    insert: ({ session, seq, at, type, raw }) => Number(insert.run(session, seq, at, type, raw).lastInsertRowid),
    lastSeq: (session) => lastSeq.get(session)?.seq ?? 0,
    read: (session, { afterSeq = 0, toSeq = Number.MAX_SAFE_INTEGER }) =>
      read.all(session, afterSeq, toSeq).map(toEvent),
    rows: (session, { afterSeq = 0, toSeq = Number.MAX_SAFE_INTEGER }) => read.all(session, afterSeq, toSeq),
    artifacts: () => artifacts.all().map(toEvent),
  };
}
