/** Imports into a store as a host does: by slices, from a thread's own view of it. */
import type { EventRow } from '../event-log.ts';
import { slicesOf, summarise } from '../log-intake.ts';
import { addedHere } from '../reading.ts';
import { type ImportStore, openImportStore } from '../staged-log.ts';
import type { Store } from '../store.ts';

type Taking = Pick<Store, 'takeIn'>;

export function importLog(store: Taking, session: string, rows: readonly EventRow[], closing?: string): void {
  const rewinds = rows.some(({ type }) => type === 'history-rewound');
  const intake = store.takeIn(session);
  for (const slice of slicesOf([rows])) intake.add(slice);
  intake.finish(summarise([rows], rewinds), closing);
}

export const importStore = (store: Store): ImportStore =>
  openImportStore(
    store.file,
    (session, pages, closing) => {
      const rows = [...pages()].flat();
      if (store.has(session)) store.replaceImported(session, { rows, closing, bodies: addedHere(store, session) });
      else importLog(store, session, rows, closing);
    },
    (reviews) => store.reviews.merge(reviews),
  );
