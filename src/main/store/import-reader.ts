/** The store as an import's own thread sees it: it reads the database, stages on the disk, and has others write. */
import { openForReading } from './db.ts';
import { createEventLog, type EventRow } from './event-log.ts';
import { createImports } from './imports.ts';
import { createStaging } from './staged-log.ts';
import type { Store } from './store.ts';

export type ImportStore = Pick<Store, 'stageLog' | 'has'> & { readonly reviews: Pick<Store['reviews'], 'merge'> };

/**
 * @param commit stores a log that is complete and checked. Throws what keeps it from being stored.
 * @param merge adds reviews. @returns how many were new.
 */
export function openImportStore(
  file: string,
  commit: (session: string, pages: () => Iterable<readonly EventRow[]>, closing?: string) => void,
  merge: Store['reviews']['merge'],
): ImportStore {
  const db = openForReading(file);
  const log = createEventLog(db);
  const imports = createImports(db);
  const staging = createStaging(db, commit);
  const isThere = (session: string): boolean => !imports.isHidden(session) && log.lastSeq(session) > 0;
  return { stageLog: () => staging.open(), has: isThere, reviews: { merge } };
}
