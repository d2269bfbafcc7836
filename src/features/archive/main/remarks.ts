/** Notes and reviews go both ways, for the sessions that are here. */

import { counting, reviewHash } from '../../../main/store/reviews.ts';
import type { EventBody } from '../../../shared/events.ts';
import type { Review, Verdict } from '../../../shared/review/reviews.ts';
import type { Archive, ArchivedLog, SharedNote } from './archive.ts';
import type { ArchiveState } from './local.ts';
import { isUsable, newerNotes, noteEvents } from './notes.ts';

/** Remarks on the sessions that are here. */
export interface LocalRemarks {
  /** Number of the session's last event; 0 where it is not here. */
  lastSeq(session: string): number;
  notes(session: string): ReadonlyMap<string, SharedNote>;
  reviews(session: string): readonly Review[];
  /** The same, redacted. */
  redacted(
    session: string,
  ): Promise<{ readonly notes: ReadonlyMap<string, SharedNote>; readonly reviews: readonly Review[] }>;
  /** Undefined where nothing may be written. */
  readonly append: ((session: string, bodies: readonly EventBody[]) => void) | undefined;
  readonly merge: ((reviews: readonly Review[]) => void) | undefined;
}

type Known = Pick<ArchiveState, 'notes' | 'reviews' | 'verdicts'>;

/** @returns what both sides have now. */
export async function exchangeRemarks(
  archive: Archive,
  logs: readonly ArchivedLog[],
  local: LocalRemarks,
  before: Known,
): Promise<Known> {
  const [notes, reviews] = [await archive.notes(), await archive.reviews()];
  const both = { notes: { ...before.notes }, reviews: { ...before.reviews }, verdicts: verdictsOn(reviews, local) };
  for (const session of new Set(logs.map((log) => log.session))) {
    const lastSeq = local.lastSeq(session);
    if (lastSeq === 0) continue;
    const own = notes.filter((note) => note.session === session && isUsable(note, lastSeq, Date.now()));
    const theirs = new Map(own.map((note) => [note.note, note]));
    const said = reviews.filter((review) => review.session === session && review.seq <= lastSeq);
    const [ours, ourReviews] = [local.notes(session), local.reviews(session)];
    const isKnown = ({ note, at }: SharedNote) => before.notes[session]?.[note] === at;
    const newNotes = newerNotes(ours, theirs).some((note) => !isKnown(note));
    const hashes = new Set([...(before.reviews[session] ?? []), ...said.map(reviewHash)]);
    const newReviews = ourReviews.some((review) => !hashes.has(reviewHash(review)));
    if (newNotes || newReviews) {
      const plain = await local.redacted(session);
      await archive.pushNotes(newerNotes(plain.notes, theirs));
      await archive.pushReviews(missing(plain.reviews, said));
    }
    const bodies = noteEvents(ours, theirs);
    if (bodies.length > 0) local.append?.(session, bodies);
    const given = missing(said, ourReviews);
    if (given.length > 0) local.merge?.(given);
    both.notes[session] = Object.fromEntries([...ours.values()].map(({ note, at }) => [note, at]));
    both.reviews[session] = ourReviews.map(reviewHash);
  }
  return both;
}

/** Verdicts on whole sessions that are not here. */
function verdictsOn(reviews: readonly Review[], local: LocalRemarks): Known['verdicts'] {
  const found: Record<string, Verdict[]> = {};
  for (const { session, seq, verdict } of counting(reviews)) {
    if (seq !== 0 || verdict === undefined || local.lastSeq(session) > 0) continue;
    found[session] = [...new Set([...(found[session] ?? []), verdict])];
  }
  return found;
}

/** Those that are not there. One that was redacted on its way is the same one: no one judges a moment twice in a millisecond. */
function missing(reviews: readonly Review[], there: readonly Review[]): readonly Review[] {
  const keyOf = ({ seq, at, verdict, removed }: Review) => JSON.stringify([seq, at, verdict, removed]);
  const keys = new Set(there.map(keyOf));
  return reviews.filter((review) => !keys.has(keyOf(review)));
}
