/** Notes of the sessions in this data folder, for the archive. */

import { parseEvent } from '../../../../shared/events.ts';
import type { LocalNotes } from '../../../archive/archives.ts';
import { notesOf } from '../../../archive/notes.ts';
import type { Core } from '../../../core/core.ts';

/** @param redacted lines of a redacted export. */
export function localNotes(
  { archives, store, sessions, access }: Core,
  redacted: (session: string) => AsyncIterable<string>,
): LocalNotes {
  return {
    lastSeq: (session) => store.lastSeq(session),
    of: (session) => notesOf(store.events(session), archives.name()),
    async redacted(session) {
      let text = '';
      for await (const piece of redacted(session)) text += piece;
      const lines = text.split('\n').filter((line) => line.includes('"note-'));
      const events = lines.map((line) => parseEvent(JSON.parse(line)));
      return notesOf(events, archives.name());
    },
    append: access === 'write' ? (session, bodies) => void sessions.get(session).append(...bodies) : undefined,
  };
}
