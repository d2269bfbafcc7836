/**
 * A log being imported in pieces. They wait in a table of SQLite's temporary file: on disk, private, and gone with the
 * process. So a log may be larger than memory, and is still imported completely or not at all.
 */
import { type Db, openForReading } from './db.ts';
import { createEventLog, type EventRow } from './event-log.ts';
import { createImports, HIDDEN } from './imports.ts';
import type { Store } from './store.ts';

export interface StagedLog {
  /** Adds rows in order, starting with the first. */
  add(rows: readonly EventRow[]): void;
  compared(session: string): StoredBeside;
  /** Makes it the log of that session; an imported one of that id gives way. @param closing the file's last line. */
  commit(session: string, closing?: string): void;
  /** Safe to call twice, and when the store is closed. */
  drop(): void;
}

export interface StoredBeside {
  /** Events that are stored; 0 where there is no such session. */
  readonly stored: number;
  /** Those of them that are messages. */
  readonly messages: number;
  /** First event that is there in both, and not the same. */
  readonly differs?: number;
  /** Types of what is stored beyond the end of the given one. */
  readonly beyond: readonly string[];
}

/** Types of events that are messages of a person, a model or a tool. */
export const MESSAGES: ReadonlySet<string> = new Set(['user-message-added', 'model-responded', 'tool-finished']);

/** Rows that are in memory at once. */
export const STAGED_AT_ONCE = 500;

/** @param commit puts the rows into the log, with all that is read from it; it may go through the pages more than once. */
function createStaging(
  db: Db,
  commit: (session: string, pages: () => Iterable<readonly EventRow[]>, closing?: string) => void,
): () => StagedLog {
  let last = 0;
  return () => {
    db.exec(
      'CREATE TEMP TABLE IF NOT EXISTS staged (log INTEGER, seq INTEGER, session TEXT, at TEXT, type TEXT, raw TEXT, PRIMARY KEY (log, seq)) WITHOUT ROWID',
    );
    // Read again only to be stored: the pages need not stay in memory.
    db.pragma('temp.cache_size = -1000');
    last += 1;
    const log = last;
    const insert = db.prepare<[number, number, string, string, string, string]>(
      'INSERT INTO temp.staged (log, seq, session, at, type, raw) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const page = db.prepare<[number, number, number], EventRow>(
      'SELECT session, seq, at, type, raw FROM temp.staged WHERE log = ? AND seq > ? ORDER BY seq LIMIT ?',
    );
    const add = db.transaction((rows: readonly EventRow[]) => {
      for (const { seq, session, at, type, raw } of rows) insert.run(log, seq, session, at, type, raw);
    });
    function* pages(): Generator<readonly EventRow[]> {
      for (let rows = page.all(log, 0, STAGED_AT_ONCE); rows.length > 0; ) {
        yield rows;
        rows = page.all(log, rows.at(-1)?.seq ?? 0, STAGED_AT_ONCE);
      }
    }
    return {
      add: (rows) => void add(rows),
      compared(session) {
        const types = [...MESSAGES].map((type) => `'${type}'`).join();
        const { stored = 0, messages = 0 } =
          db
            .prepare<[string], { stored: number; messages: number }>(
              `SELECT count(*) AS stored, count(*) FILTER (WHERE type IN (${types})) AS messages FROM events WHERE session = ? AND session NOT IN (SELECT session FROM imports WHERE ${HIDDEN})`,
            )
            .get(session) ?? {};
        const differs = db
          .prepare<[number, string], number | null>(
            'SELECT min(s.seq) FROM temp.staged s JOIN events e ON e.session = s.session AND e.seq = s.seq WHERE s.log = ? AND s.session = ? AND e.raw <> s.raw',
          )
          .pluck()
          .get(log, session);
        const beyond = db
          .prepare<[string, number], string>(
            'SELECT DISTINCT type FROM events WHERE session = ? AND seq > (SELECT max(seq) FROM temp.staged WHERE log = ?)',
          )
          .pluck()
          .all(session, log);
        return { stored, messages, ...(typeof differs === 'number' ? { differs } : {}), beyond };
      },
      commit: (session, closing) => commit(session, pages, closing),
      drop() {
        if (db.open) db.prepare<[number]>('DELETE FROM temp.staged WHERE log = ?').run(log);
      },
    };
  };
}

/** The store as an import's own thread sees it: it reads the database, stages on the disk, and has others write. */
export interface ImportStore extends Pick<Store, 'has'> {
  stageLog(): StagedLog;
  readonly reviews: Pick<Store['reviews'], 'merge'>;
}

/**
 * @param commit stores a log that is complete and checked. Throws what keeps it from being stored.
 * @param merge adds reviews. @returns how many were new.
 */
export function openImportStore(
  file: string,
  commit: (session: string, pages: () => Iterable<readonly EventRow[]>, closing?: string) => void,
  merge: Store['reviews']['merge'],
): ImportStore {
  const db = openForReading(file);
  const log = createEventLog(db);
  const imports = createImports(db);
  const isThere = (session: string): boolean => !imports.isHidden(session) && log.lastSeq(session) > 0;
  return { stageLog: createStaging(db, commit), has: isThere, reviews: { merge } };
}
