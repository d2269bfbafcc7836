/** The fold of what the person adds to a session besides the conversation: how it is kept, and notes. */
import type { EventOf } from './events.ts';
import type { NoteView, SessionMarks } from './session-state.ts';

export const NO_MARKS: SessionMarks = { pinned: false, archived: false, tags: [] };

export function marked(before: SessionMarks, event: EventOf<'session-marked'>): SessionMarks {
  return {
    pinned: event.pinned ?? before.pinned,
    archived: event.archived ?? before.archived,
    tags: event.tags ?? before.tags,
  };
}

export function noted(
  before: readonly NoteView[],
  event: EventOf<'note-added' | 'note-changed' | 'note-removed'>,
): readonly NoteView[] {
  const { note } = event;
  switch (event.type) {
    case 'note-added': {
      const { on, text, at, by, writtenAt = at } = event;
      const added = { id: note, on, text, at: writtenAt, ...(by === undefined ? {} : { by }) };
      return [...before.filter(({ id }) => id !== note), added].sort((a, b) => a.on - b.on);
    }
    case 'note-changed':
      return before.map((one) =>
        one.id === note ? { ...one, text: event.text, changedAt: event.writtenAt ?? event.at } : one,
      );
    case 'note-removed':
      return before.filter(({ id }) => id !== note);
  }
}
