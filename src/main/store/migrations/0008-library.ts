import type { Db } from '../db.ts';
import { createFactsTable } from '../projections/facts-table.ts';

/**
 * `session_facts` can be lost: the data by which the library lists sessions. The index now includes script output and
 * the role of each text: it is recreated, and refilled as the log is followed.
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
