/** The store as an import's own thread sees it: it reads the database, stages on the disk, and has others write. */
import { openForReading } from './db.ts';
import type { EventRow } from './event-log.ts';
import { createStaging } from './staged-log.ts';
import type { Store } from './store.ts';

export type ImportStore = Pick<Store, 'stageLog'> & { readonly reviews: Pick<Store['reviews'], 'merge'> };

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
  const staging = createStaging(db, commit);
  return { stageLog: () => staging.open(), reviews: { merge } };
}
