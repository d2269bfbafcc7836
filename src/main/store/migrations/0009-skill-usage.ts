import type { Db } from '../db.ts';
import { createUsageTable } from '../projections/usage-table.ts';

/** `skill_usage` and `skill_calls` (running calls) can be lost. Fills in from the existing log. */
export function skillUsage(db: Db): void {
  db.exec(`
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
  `);
  createUsageTable(db).rebuild();
}
