import type { Db } from '../db.ts';
import { createFactsTable } from '../projections/facts-table.ts';

/** How long a branch took no longer counts the runs that it was copied from. */
export function branchesOwnTime(db: Db): void {
  createFactsTable(db).rebuild();
}
