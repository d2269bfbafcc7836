import type { Db } from '../db.ts';
import { createFactsTable } from '../projections/facts-table.ts';

/** Sessions are filtered by their steps and claims; reasoning and arguments are searched too. Both are made from the log. */
export function stepsAndThoughts(db: Db): void {
  createFactsTable(db).rebuild();
  db.exec("INSERT INTO search (search) VALUES ('delete-all')");
  db.exec('DELETE FROM search_texts');
  db.exec('UPDATE search_progress SET last_event = 0');
}
