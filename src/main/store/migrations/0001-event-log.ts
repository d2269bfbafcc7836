import type { Db } from '../db.ts';

/**
 * `events` is the source of truth; `session_list` and `drafts` can be lost. Row ids follow the order of writing across
 * all sessions: indexing in batches continues from the last one.
 */
export function eventLog(db: Db): void {
  db.exec(`
    CREATE TABLE events (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      seq INTEGER NOT NULL CHECK (seq >= 1),
      at TEXT NOT NULL,
      type TEXT NOT NULL,
      raw TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX events_by_session ON events (session, seq);

    CREATE TABLE session_list (
      id TEXT PRIMARY KEY,
      last_seq INTEGER NOT NULL,
      last_event INTEGER NOT NULL,
      given_title TEXT,
      first_words TEXT,
      title_folded TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      run_state TEXT NOT NULL,
      turns INTEGER NOT NULL,
      model TEXT NOT NULL,
      tokens INTEGER NOT NULL,
      deleted INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_list_by_time ON session_list (updated_at DESC, last_event DESC);
    CREATE INDEX session_list_by_state ON session_list (run_state);

    CREATE TABLE drafts (
      session TEXT PRIMARY KEY,
      iteration INTEGER NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
  `);
}
