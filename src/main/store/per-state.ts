import type { Db } from './db.ts';

/**
 * Keeps what `make` reads from the database until this connection or another changes anything, or the memory is needed.
 */
export function perState<T extends object>(db: Db, make: () => T): () => T {
  const ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  let stamp: string | undefined;
  let made: WeakRef<T> | undefined;
  return () => {
    // Rows that a running transaction has written may be rolled back.
    if (db.inTransaction) return make();
    const now = `${String(db.pragma('data_version', { simple: true }))} ${ownChanges.get()}`;
    const known = stamp === now ? made?.deref() : undefined;
    if (known !== undefined) return known;
    const value = make();
    stamp = now;
    made = new WeakRef(value);
    return value;
  };
}
