/** Shared sessions beside those that are here: where each is, and its line in a list. */

import { readClosing } from '../../../main/store/chain.ts';
import type { LibraryEntry, SharedEntry } from '../../../main/store/reading.ts';
import type { Store } from '../../../main/store/store.ts';
import { NO_MARKS } from '../../../shared/pinned-messages.ts';
import type { SharedSession } from '../../../shared/review/archive.ts';
import type { Archives, SharedLog } from './archives.ts';

/** @param pulled digest of the version that was pulled. */
export function hereOf(
  { log }: SharedLog,
  pulled: string | undefined,
  store: Pick<Store, 'has' | 'isImported' | 'end'>,
): SharedSession['here'] {
  const { session, digest, events } = log;
  if (!store.has(session)) return 'archive';
  if (!store.isImported(session)) return 'own';
  // One that came as a file, or whose pull was interrupted, is known by its length.
  const isSame = pulled === undefined ? closedEvents(store, session) >= events : pulled === digest;
  return isSame ? 'pulled' : 'outdated';
}

const closedEvents = (store: Pick<Store, 'end'>, session: string): number =>
  readClosing(store.end(session)?.closing ?? '')?.events ?? Number.POSITIVE_INFINITY;

/** One that is only in the archive. A colleague's pins and archive are not this person's. */
function entryOf({ log }: SharedLog): LibraryEntry {
  const { session: id, title, createdAt, updatedAt, environment, turns, tokens, facts } = log;
  const { model, marks } = facts;
  return {
    summary: { id, title, createdAt, updatedAt, environment, turns, tokens, model, runState: 'idle', deleted: false },
    facts: { ...facts, marks: { ...NO_MARKS, tags: marks.tags } },
    imported: true,
  };
}

/** All that the team shares, for the library. */
export function sharedEntries(archives: Archives, store: Pick<Store, 'has' | 'isImported' | 'end'>): SharedEntry[] {
  const { pulled, verdicts } = archives.state();
  return [...archives.shared().values()].map((shared) => {
    const { by, at, session, digest } = shared.row;
    const here = hereOf(shared, pulled[session], store);
    return {
      entry: entryOf(shared),
      by,
      at,
      here,
      verdicts: verdicts[session] ?? [],
      texts: archives.textsFile(digest),
    };
  });
}
