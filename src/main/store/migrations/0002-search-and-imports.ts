import type { Db } from '../db.ts';

/**
 * `search` and its tables can be lost; `imports` lists the sessions imported from elsewhere, and cannot.
 *
 * Only `events` holds the texts: the full-text table keeps just the position of each word; snippets are cut from the
 * event. Its text arrives folded and split into words (`search-words.ts`), so it folds nothing itself.
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
