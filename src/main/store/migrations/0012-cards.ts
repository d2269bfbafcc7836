import type { Db } from '../db.ts';
import { createCardRecords } from '../projections/facts-table.ts';

/** The records that cards show, of every kind. It can be lost; a kind that is new to the app needs a rebuild of it. */
export function cards(db: Db): void {
  db.exec(`
    DROP INDEX IF EXISTS events_bookings;
    CREATE TABLE IF NOT EXISTS cards (
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      session TEXT NOT NULL,
      seq INTEGER NOT NULL,
      at TEXT NOT NULL,
      owner TEXT,
      PRIMARY KEY (kind, key, session, seq)
    ) STRICT, WITHOUT ROWID;
  `);
  createCardRecords(db).rebuild();
}
