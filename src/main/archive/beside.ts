/** Shared sessions beside those that are here: where each is, and its line in a list. */
import type { SharedSession } from '../../shared/archive.ts';
import { NO_MARKS } from '../../shared/marks.ts';
import { readClosing } from '../store/chain/closing-line.ts';
import type { LibraryEntry } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import type { SharedLog } from './archives.ts';

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
export function entryOf({ log }: SharedLog): LibraryEntry {
  const { session: id, title, createdAt, updatedAt, environment, turns, tokens, facts } = log;
  const { model, marks } = facts;
  return {
    summary: {
      id,
      title,
      createdAt,
      updatedAt,
      environment,
      turns,
      tokens,
      model,
      runState: 'idle',
      deleted: false,
    },
    facts: { ...facts, marks: { ...NO_MARKS, tags: marks.tags } },
    imported: true,
  };
}
