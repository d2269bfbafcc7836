import type { Compaction, Message } from '../../shared/session-state.ts';

/** What a compaction stands for: the messages that it covers, results alone where it shortens results. */
export function coveredMessages(messages: readonly Message[], compaction: Compaction): readonly Message[] {
  const [from, to] = compaction.coversSeq;
  const inside = messages.filter((message) => message.seq >= from && message.seq <= to);
  return compaction.strategy === 'tool-results' ? inside.filter((message) => message.role === 'tool') : inside;
}
