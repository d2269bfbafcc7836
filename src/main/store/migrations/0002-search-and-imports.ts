import type { Db } from '../db.ts';

/**
 * `search` and what belongs to it can be lost; `imports` says which sessions came from elsewhere, and cannot.
 *
 * The texts themselves stand in `events` alone: the full-text table keeps only where each word is, and a snippet is cut
 * from the event. Its text comes folded and with its words parted (`search-words.ts`), so it folds nothing itself.
 */
export function searchAndImports(db: Db): void {
  db.exec(`
    CREATE VIRTUAL TABLE search USING fts5(text, content='', tokenize="unicode61 remove_diacritics 0");
    CREATE TABLE search_texts (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE search_progress (last_event INTEGER NOT NULL) STRICT;
    INSERT INTO search_progress (last_event) VALUES (0);
    CREATE INDEX events_rewound ON events (session, seq) WHERE type = 'history-rewound';

    CREATE TABLE imports (
      session TEXT PRIMARY KEY,
      at TEXT NOT NULL
    ) STRICT;
  `);
}
