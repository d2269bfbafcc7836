/** The conversation as it is sent: the messages, with the compactions in force applied. Nothing is deleted by it. */
import type { Compaction, Message, SessionState } from '../../shared/session-state.ts';
import { carriedBy } from './carried-result.ts';
import { shortenResult } from './shorten-result.ts';

/** What stands for the turns that a compaction covers. */
export interface SummaryMessage {
  readonly role: 'summary';
  readonly seq: number;
  readonly text: string;
}

export function compactedMessages(state: SessionState): readonly (Message | SummaryMessage)[] {
  const turns = state.compactions.filter((compaction) => compaction.strategy === 'turns');
  const results = state.compactions.filter((compaction) => compaction.strategy === 'tool-results');
  // The latest summary of turns covers those before it: one summary stands, not a chain of them.
  const latest = turns.at(-1);
  const shortened = state.messages.map((message) =>
    message.role === 'tool' &&
    results.some((compaction) => covers(compaction, message.seq)) &&
    !isLoadedText(state, message.callId)
      ? { ...message, content: shortenResult(message.name, message.content) }
      : message,
  );
  if (latest === undefined) return shortened;
  const kept = shortened.filter((message) => !covers(latest, message.seq));
  return [{ role: 'summary', seq: latest.seq, text: latest.summary ?? '' }, ...kept];
}

/** What is loaded goes with its unload, not with the age of the result that brought it. */
export function isLoadedText(state: SessionState, callId: string): boolean {
  return carriedBy(state, callId).length > 0;
}

export function covers({ coversSeq: [from, to] }: Compaction, seq: number): boolean {
  return seq >= from && seq <= to;
}
