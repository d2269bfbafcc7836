import type { Db } from '../db.ts';
import { createFactsTable } from '../projections/facts-table.ts';

/** A branch's duration no longer includes the runs it was copied from. */
export function branchesOwnTime(db: Db): void {
  createFactsTable(db).rebuild();
}
