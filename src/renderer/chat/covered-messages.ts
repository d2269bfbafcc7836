import { pinnedWhole } from '../../shared/kept-whole.ts';
import type { Compaction, Message, SessionState } from '../../shared/session-state.ts';

export interface OriginalMessage {
  readonly message: Message;
  /** It goes to the model as it is: it was kept when the others were covered, or was pinned since. */
  readonly whole: boolean;
}

/** The messages where a compaction works, in their order; results alone where it shortens results. */
export function originalMessages(
  state: Pick<SessionState, 'messages' | 'pinnedMessages'>,
  { coversSeq: [from, to], kept = [], strategy }: Compaction,
): readonly OriginalMessage[] {
  const pinned = pinnedWhole(state);
  return state.messages
    .filter(({ seq, role }) => seq >= from && seq <= to && (strategy !== 'tool-results' || role === 'tool'))
    .map((message) => ({ message, whole: kept.includes(message.seq) || pinned.has(message.seq) }));
}

/** How many messages a compaction stands for. Logs from before they were counted have it from the messages. */
export const coveredCount = (state: SessionState, compaction: Compaction): number =>
  compaction.messages ?? originalMessages(state, compaction).length;
