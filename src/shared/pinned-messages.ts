/** Messages that no compaction touches: what is pinned, and what the person wrote last (CONTRACT §5). */
import type { Message, SessionState } from './session-state.ts';

type Conversation = Pick<SessionState, 'messages' | 'pinnedMessages'>;

/**
 * Returns the `seq` of pinned messages. A pinned result or call pins its whole group: the asking message and all its
 * results.
 */
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
