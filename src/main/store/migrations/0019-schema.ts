import type { Db } from '../db.ts';
import { ARTIFACT_EVENTS, WATCH_EVENTS } from '../event-log.ts';
import { createAnswerRatios, createCardRecords, createFactsTable } from '../projections/facts-table.ts';
import { createSessionList } from '../projections/session-list.ts';
import { createUsageTable } from '../projections/usage-table.ts';

/** Folded from the log: tables of an earlier format are made again. */
const FOLDED =
  'session_list search search_texts search_progress answer_ratios session_facts skill_usage skill_calls cards'.split(
    ' ',
  );

/**
 * The first format. `events` is the source of truth, `imports`, `log_ends`, `reviews`, `review_queue` and `saved_filters`
 * cannot be folded from it; everything else can be lost. Row ids follow the order of writing across all sessions: indexing
 * in batches continues from the last one.
 *
 * Only `events` holds the texts: the full-text table keeps just the position of each word; snippets are cut from the
 * event. Its text arrives folded and split into words (`search-words.ts`), so it folds nothing itself.
 */
export function schema(db: Db): void {
  for (const table of FOLDED) db.exec(`DROP TABLE IF EXISTS ${table}`);
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
    CREATE INDEX IF NOT EXISTS events_watches ON events (session, seq) WHERE ${WATCH_EVENTS};
    CREATE INDEX IF NOT EXISTS events_missed ON events (session, seq) WHERE type = 'skill-missed';
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

    CREATE TABLE session_list (
      id TEXT PRIMARY KEY,
      lastSeq INTEGER NOT NULL,
      lastEvent INTEGER NOT NULL,
      givenTitle TEXT,
      firstWords TEXT,
      titleFolded TEXT NOT NULL,
      createdAt TEXT NOT NULL,
      updatedAt TEXT NOT NULL,
      runState TEXT NOT NULL,
      turns INTEGER NOT NULL,
      model TEXT NOT NULL,
      tokens INTEGER NOT NULL,
      deleted INTEGER NOT NULL,
      environment TEXT NOT NULL
    ) STRICT;
    CREATE INDEX session_list_by_time ON session_list (updatedAt DESC, lastEvent DESC);
    CREATE INDEX session_list_by_state ON session_list (runState);
    CREATE TABLE IF NOT EXISTS drafts (
      session TEXT PRIMARY KEY,
      iteration INTEGER NOT NULL,
      text TEXT NOT NULL,
      reasoning TEXT NOT NULL DEFAULT ''
    ) STRICT;

    CREATE VIRTUAL TABLE search USING fts5(
      text, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
    );
    CREATE TABLE search_texts (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      at TEXT NOT NULL,
      role TEXT NOT NULL
    ) STRICT;
    CREATE TABLE search_progress (last_event INTEGER NOT NULL) STRICT;
    INSERT INTO search_progress (last_event) VALUES (0);

    CREATE TABLE answer_ratios (
      event INTEGER PRIMARY KEY,
      model TEXT NOT NULL,
      ratio REAL NOT NULL
    ) STRICT;
    CREATE INDEX answer_ratios_by_model ON answer_ratios (model, event);
    CREATE TABLE session_facts (session TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT;
    CREATE TABLE skill_usage (
      session TEXT NOT NULL,
      skill TEXT NOT NULL,
      loads INTEGER NOT NULL,
      runs INTEGER NOT NULL,
      lastUsed TEXT NOT NULL,
      lastGood TEXT,
      errorAt TEXT,
      error TEXT,
      PRIMARY KEY (skill, session)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX skill_usage_by_session ON skill_usage (session);
    CREATE TABLE skill_calls (session TEXT PRIMARY KEY, calls TEXT NOT NULL) STRICT;
    CREATE TABLE cards (
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      session TEXT NOT NULL,
      seq INTEGER NOT NULL,
      at TEXT NOT NULL,
      owner TEXT,
      PRIMARY KEY (kind, key, session, seq)
    ) STRICT, WITHOUT ROWID;
  `);
  for (const create of [createSessionList, createFactsTable, createAnswerRatios, createUsageTable, createCardRecords])
    create(db).rebuild();
}
