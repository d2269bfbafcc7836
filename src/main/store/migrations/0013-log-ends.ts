import type { Db } from '../db.ts';

/** Logs from before have no row: their end is recorded with their next event. */
export function logEnds(db: Db): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS log_ends (
      session TEXT PRIMARY KEY,
      seq INTEGER NOT NULL,
      hash TEXT NOT NULL,
      closing TEXT
    ) STRICT, WITHOUT ROWID;
  `);
}
