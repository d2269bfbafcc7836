import type { Db } from '../db.ts';
import { ARTIFACT_EVENTS } from '../event-log.ts';
import { createAnswerRatios, createCardRecords, createFactsTable } from '../projections/facts-table.ts';
import { createUsageTable } from '../projections/usage-table.ts';

/**
 * The first format. `events` is the source of truth, `imports`, `log_ends`, `reviews`, `review_queue` and `saved_filters`
 * cannot be folded from it; everything else can be lost. Row ids follow the order of writing across all sessions: indexing
 * in batches continues from the last one.
 *
 * Only `events` holds the texts: the full-text table keeps just the position of each word; snippets are cut from the
 * event. Its text arrives folded and split into words (`search-words.ts`), so it folds nothing itself.
 */
export function schema(db: Db): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS events (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      seq INTEGER NOT NULL CHECK (seq >= 1),
      at TEXT NOT NULL,
      type TEXT NOT NULL,
      raw TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX IF NOT EXISTS events_by_session ON events (session, seq);
    CREATE INDEX IF NOT EXISTS events_rewound ON events (session, seq) WHERE type = 'history-rewound';
    CREATE INDEX IF NOT EXISTS events_artifacts ON events (session, seq) WHERE ${ARTIFACT_EVENTS};
    CREATE TABLE IF NOT EXISTS imports (session TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS log_ends (
      session TEXT PRIMARY KEY,
      seq INTEGER NOT NULL,
      hash TEXT NOT NULL,
      closing TEXT
    ) STRICT, WITHOUT ROWID;
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
    CREATE TABLE IF NOT EXISTS saved_filters (name TEXT PRIMARY KEY, filters TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE IF NOT EXISTS session_list (
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
      deleted INTEGER NOT NULL,
      environment TEXT NOT NULL DEFAULT 'default'
    ) STRICT;
    CREATE INDEX IF NOT EXISTS session_list_by_time ON session_list (updated_at DESC, last_event DESC);
    CREATE INDEX IF NOT EXISTS session_list_by_state ON session_list (run_state);
    CREATE TABLE IF NOT EXISTS drafts (
      session TEXT PRIMARY KEY,
      iteration INTEGER NOT NULL,
      text TEXT NOT NULL,
      reasoning TEXT NOT NULL DEFAULT ''
    ) STRICT;

    CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5(
      text, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
    );
    CREATE TABLE IF NOT EXISTS search_texts (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      at TEXT NOT NULL,
      role TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS search_progress (last_event INTEGER NOT NULL) STRICT;
    INSERT INTO search_progress (last_event) SELECT 0 WHERE NOT EXISTS (SELECT * FROM search_progress);

    CREATE TABLE IF NOT EXISTS answer_ratios (
      event INTEGER PRIMARY KEY,
      model TEXT NOT NULL,
      ratio REAL NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS answer_ratios_by_model ON answer_ratios (model, event);
    CREATE TABLE IF NOT EXISTS session_facts (session TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS skill_usage (
      session TEXT NOT NULL,
      skill TEXT NOT NULL,
      loads INTEGER NOT NULL,
      runs INTEGER NOT NULL,
      last_used TEXT NOT NULL,
      last_good TEXT,
      error_at TEXT,
      error TEXT,
      PRIMARY KEY (skill, session)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS skill_usage_by_session ON skill_usage (session);
    CREATE TABLE IF NOT EXISTS skill_calls (session TEXT PRIMARY KEY, calls TEXT NOT NULL) STRICT;
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
  for (const create of [createAnswerRatios, createFactsTable, createUsageTable, createCardRecords])
    create(db).rebuild();
}
