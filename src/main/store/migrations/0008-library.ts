import type { Db } from '../db.ts';
import { createFactsTable } from '../projections/facts-table.ts';

/**
 * `session_facts` can be lost: what the library lists sessions by. The index now takes in what scripts printed, and says
 * of each text whose it is: it is made anew, and filled as the log is followed.
 */
export function library(db: Db): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS session_facts (session TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT;

    DROP TABLE search_texts;
    CREATE TABLE search_texts (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      at TEXT NOT NULL,
      role TEXT NOT NULL
    ) STRICT;
    INSERT INTO search (search) VALUES ('delete-all');
    UPDATE search_progress SET last_event = 0;
  `);
  createFactsTable(db).rebuild();
}
