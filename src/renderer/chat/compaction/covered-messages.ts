import type { Attachment } from '../../../shared/attachments.ts';
import { pinnedWhole } from '../../../shared/pinned-messages.ts';
import type { Compaction, Message, SessionState } from '../../../shared/session-state.ts';

export interface OriginalMessage {
  readonly message: Message;
  /** Sent to the model unchanged: kept when the others were covered, or pinned since. */
  readonly whole: boolean;
}

/** Pictures and PDFs that a model can be shown. */
export const mediaIn = (message: Message): readonly Attachment[] =>
  message.role === 'user' ? (message.attachments ?? []).filter(({ media }) => media !== undefined) : [];

/** The messages where a compaction works, in their order; where it shortens results, those and messages with pictures or PDFs. */
export function originalMessages(
  state: Pick<SessionState, 'messages' | 'pinnedMessages'>,
  { coversSeq: [from, to], kept = [], strategy }: Compaction,
): readonly OriginalMessage[] {
  const pinned = pinnedWhole(state);
  return state.messages
    .filter((message) => message.seq >= from && message.seq <= to)
    .filter((message) => strategy !== 'tool-results' || message.role === 'tool' || mediaIn(message).length > 0)
    .map((message) => ({ message, whole: kept.includes(message.seq) || pinned.has(message.seq) }));
}

/** Number of messages a compaction replaces. Older logs lack the count and derive it from the messages. */
export const coveredCount = (state: SessionState, compaction: Compaction): number =>
  compaction.messages ?? originalMessages(state, compaction).length;
