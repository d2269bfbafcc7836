/** Messages that no compaction touches: what is pinned, and what the person wrote last (CONTRACT §5). */
import type { EventOf } from './events.ts';
import type { Message, NoteView, SessionMarks, SessionState } from './session-state.ts';

/** The fold of what the person adds to a session besides the conversation: how it is kept, and notes. */
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

type Conversation = Pick<SessionState, 'messages' | 'pinnedMessages'>;

/** Returns the `seq` of pinned messages. A pinned result or call pins its whole group: the asking message and all its results. */
export function pinnedWhole({ messages, pinnedMessages }: Conversation): ReadonlySet<number> {
  if (pinnedMessages.length === 0) return new Set();
  const pinned = new Set(pinnedMessages);
  return new Set(groups(messages).flatMap((group) => (group.some((seq) => pinned.has(seq)) ? group : [])));
}

/** `seq` of what is pinned, and of what the person wrote last. */
export function keptWhole(state: Conversation): ReadonlySet<number> {
  const last = state.messages.findLast((message) => message.role === 'user');
  return new Set([...pinnedWhole(state), ...(last === undefined ? [] : [last.seq])]);
}

function groups(messages: readonly Message[]): number[][] {
  const all: number[][] = [];
  let asked = new Set<string>();
  for (const message of messages) {
    const open = all.at(-1);
    if (message.role === 'tool' && open !== undefined && asked.has(message.callId)) {
      open.push(message.seq);
      continue;
    }
    all.push([message.seq]);
    asked = new Set(message.role === 'assistant' ? message.toolCalls.map((call) => call.id) : []);
  }
  return all;
}
