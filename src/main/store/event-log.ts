/** The source of truth: append-only, one row per event, with its JSON as printed and exported. */

import { EVENT_VERSION, parseEvent, type SessionEvent, type UnknownEvent } from '../../shared/events.ts';
import type { Db } from './db.ts';

/** Parses JSON kept by a read model. If damaged on disk it affects only itself, not its list or session. */
export function storedJson<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

/**
 * Keeps what `make` reads from the database until this connection or another changes anything, or the memory is needed.
 */
export function perState<T extends object>(db: Db, make: () => T): () => T {
  const ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  let stamp: string | undefined;
  let made: WeakRef<T> | undefined;
  return () => {
    // Rows that a running transaction has written may be rolled back.
    if (db.inTransaction) return make();
    const now = `${String(db.pragma('data_version', { simple: true }))} ${ownChanges.get()}`;
    const known = stamp === now ? made?.deref() : undefined;
    if (known !== undefined) return known;
    const value = make();
    stamp = now;
    made = new WeakRef(value);
    return value;
  };
}

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

/** The same. */
export const WATCH_EVENTS = "type IN ('watch-started', 'watch-checked', 'watch-ended')";

export type EventLog = ReturnType<typeof createEventLog>;

export function createEventLog(db: Db) {
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
  const watches = db.prepare<[], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE ${WATCH_EVENTS} ORDER BY session, seq`,
  );
  return {
    /** The row's place in the order of writing. */
    insert: ({ session, seq, at, type, raw }: EventRow) =>
      Number(insert.run(session, seq, at, type, raw).lastInsertRowid),
    /** 0 where the session has none. */
    lastSeq: (session: string) => lastSeq.get(session)?.seq ?? 0,
    // One row at a time: the JSON of a long log and its events are not in memory together.
    read: (session: string, { afterSeq = 0, toSeq = Number.MAX_SAFE_INTEGER }: EventRange) =>
      Array.from(read.iterate(session, afterSeq, toSeq), toEvent),
    /** Stored bytes, unchanged. */
    rows: (session: string, { afterSeq = 0, toSeq = Number.MAX_SAFE_INTEGER }: EventRange) =>
      read.all(session, afterSeq, toSeq),
    /** Across all sessions; each session's in order. */
    artifacts: () => artifacts.all().map(toEvent),
    /** Across all sessions; each session's in order. */
    watches: () => watches.all().map(toEvent),
  };
}

/** The unfinished answer of each session, so that a crash in mid-stream loses none of what was on the screen. */
export interface Draft {
  readonly iteration: number;
  readonly text: string;
  readonly reasoning: string;
}

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(db: Db) {
  const upsert = db.prepare<[string, number, string, string]>(
    `INSERT INTO drafts (session, iteration, text, reasoning) VALUES (?, ?, ?, ?)
     ON CONFLICT (session) DO UPDATE
     SET iteration = excluded.iteration, text = excluded.text, reasoning = excluded.reasoning`,
  );
  const select = db.prepare<[string], Draft>('SELECT iteration, text, reasoning FROM drafts WHERE session = ?');
  const remove = db.prepare<[string]>('DELETE FROM drafts WHERE session = ?');
  return {
    save(session: string, { iteration, text, reasoning }: Draft) {
      // Several times a second: the death of this process loses nothing, a power cut may lose the last moment.
      db.pragma('synchronous = NORMAL');
      try {
        upsert.run(session, iteration, text, reasoning);
      } finally {
        db.pragma('synchronous = FULL');
      }
    },
    get: (session: string) => select.get(session),
    remove: (session: string) => void remove.run(session),
  };
}
