/** Sessions that cannot be shown to be as they were written. Each log is walked once for as long as it does not grow. */
import type { LibraryEntry } from '../../store/reading.ts';
import type { Store } from '../../store/store.ts';
import type { ReadSessions } from './session-reads.ts';

/** True where something changed, the end is open, an older version wrote it, or another program did. */
type IsUnverified = boolean;

/** @returns a check of sessions: the ids of those that are unverified. */
export function evidenceOfAll(store: Pick<Store, 'lastSeq'>, read: ReadSessions) {
  const known = new Map<string, { readonly seq: number; readonly unverified: IsUnverified }>();
  return async (entries: readonly LibraryEntry[], signal?: AbortSignal): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (const { summary, facts } of entries) {
      const { id } = summary;
      const seq = store.lastSeq(id);
      let checked = known.get(id);
      if (checked === undefined || checked.seq !== seq) {
        const unverified = facts.foreign || (await isUnverified(read, id, signal));
        checked = { seq, unverified };
        known.set(id, checked);
      }
      if (checked.unverified) found.add(id);
    }
    return found;
  };
}

async function isUnverified(read: ReadSessions, id: string, signal: AbortSignal | undefined): Promise<IsUnverified> {
  const { chain, signature } = await read('chain', [id], signal);
  return chain?.ok !== true || signature?.ok === false;
}
