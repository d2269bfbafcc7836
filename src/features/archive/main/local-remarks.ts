/** Notes and reviews of the sessions in this data folder, for the archive. */

import type { Core } from '../../../main/core/core.ts';
import { readReviewsLine } from '../../../main/store/reviews.ts';
import { parseEvent } from '../../../shared/events.ts';
import { notesOf } from './notes.ts';
import type { LocalRemarks } from './remarks.ts';

/** @param redacted lines of a redacted export, with its reviews. */
export function localRemarks(
  { archives, store, sessions, access }: Core,
  redacted: (session: string) => AsyncIterable<string>,
): LocalRemarks {
  return {
    lastSeq: (session) => store.lastSeq(session),
    notes: (session) => notesOf(store.events(session), archives.name()),
    reviews: (session) => store.reviews.history(session),
    async redacted(session) {
      let text = '';
      for await (const piece of redacted(session)) text += piece;
      const lines = text.split('\n');
      const events = lines.filter((line) => line.includes('"note-')).map((line) => parseEvent(JSON.parse(line)));
      const reviews = lines.flatMap((line, index) => readReviewsLine(line, index + 1) ?? []);
      return { notes: notesOf(events, archives.name()), reviews };
    },
    append: access === 'write' ? (session, bodies) => void sessions.get(session).append(...bodies) : undefined,
    merge: access === 'write' ? (reviews) => void store.reviews.merge(reviews) : undefined,
  };
}
