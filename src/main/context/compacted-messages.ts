/** The conversation as sent: messages with current compactions applied. Deletes nothing. */
import { perObject } from '../../shared/defined.ts';
import { pinnedWhole } from '../../shared/pinned-messages.ts';
import type { Compaction, Message, SessionState } from '../../shared/session-state.ts';
import { shortenResult } from '../../shared/summary.ts';
import { carriedBy } from './carried-result.ts';

/** Replaces the turns that a compaction covers. */
export interface SummaryMessage {
  readonly role: 'summary';
  readonly seq: number;
  readonly text: string;
}

/** A message as a request has it. */
export type SentMessage = Exclude<Message, { role: 'user' }> | SentUserMessage;

type SentUserMessage = Extract<Message, { role: 'user' }> & {
  /** A compaction took its pictures and PDFs out. */
  readonly withoutMedia?: boolean;
};

/** The summary first, then what it does not cover; pinned messages follow in their old order. */
export function compactedMessages(state: SessionState): readonly (SentMessage | SummaryMessage)[] {
  if (state.compactions.length === 0) return state.messages;
  const pinned = pinnedWhole(state);
  const results = state.compactions.filter((compaction) => compaction.strategy === 'tool-results');
  const latest = latestSummary(state);
  const standing =
    latest === undefined ? state.messages : state.messages.filter(({ seq }) => pinned.has(seq) || !covers(latest, seq));
  const messages = standing.map((message): SentMessage => {
    const isCovered = !pinned.has(message.seq) && results.some((compaction) => covers(compaction, message.seq));
    if (!isCovered) return message;
    if (message.role === 'user') return message.attachments === undefined ? message : withoutMedia(message);
    return message.role === 'tool' && !isLoadedText(state, message.callId) ? shortened(message) : message;
  });
  return latest === undefined ? messages : [summaryOf(latest), ...messages];
}

const summaryOf = perObject(
  ({ seq, summary: text = '' }: Compaction): SummaryMessage => ({ role: 'summary', seq, text }),
);

const withoutMedia = perObject((message: SentUserMessage): SentUserMessage => ({ ...message, withoutMedia: true }));
const shortened = perObject(
  (message: Extract<Message, { role: 'tool' }>): SentMessage => ({
    ...message,
    content: shortenResult(message.name, message.content),
  }),
);

/** Returns the latest summary only: it covers those before it. */
export const latestSummary = ({ compactions }: Pick<SessionState, 'compactions'>): Compaction | undefined =>
  compactions.findLast((compaction) => compaction.strategy === 'turns');

/** Loaded text is removed by its unload, not by the age of the result that brought it. */
export const isLoadedText = (state: SessionState, callId: string): boolean => carriedBy(state, callId).length > 0;

export const covers = ({ coversSeq: [from, to], kept = [] }: Pick<Compaction, 'coversSeq' | 'kept'>, seq: number) =>
  seq >= from && seq <= to && !kept.includes(seq);
