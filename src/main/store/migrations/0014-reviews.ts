import type { Db } from '../db.ts';

/** Reviews beside the log. Nothing here can be folded from events again. */
export function reviews(db: Db): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS reviews (
      session TEXT NOT NULL,
      seq INTEGER NOT NULL,
      reviewer TEXT NOT NULL,
      at TEXT NOT NULL,
      hash TEXT NOT NULL,
      review TEXT NOT NULL,
      PRIMARY KEY (session, seq, reviewer, at, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS review_queue (
      session TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      why TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS saved_filters (
      name TEXT PRIMARY KEY,
      filters TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
