import type { Db } from '../db.ts';

/** An answer that was cut short keeps what the model had thought. */
export function draftsOfReasoning(db: Db): void {
  const columns = db.prepare<[], { name: string }>('PRAGMA table_info(drafts)').all();
  if (columns.some(({ name }) => name === 'reasoning')) return;
  db.exec("ALTER TABLE drafts ADD COLUMN reasoning TEXT NOT NULL DEFAULT ''");
}
