/** The conversation as sent: messages with current compactions applied. Deletes nothing. */
import { perObject } from '../../shared/defined.ts';
import { pinnedWhole } from '../../shared/pinned-messages.ts';
import type { Compaction, Message, SessionState } from '../../shared/session-state.ts';
import { SUMMARY_NOTE, shortenResult } from '../../shared/summary.ts';
import { shorten } from '../../shared/text/text.ts';
import { carriedBy } from './carried-result.ts';
import { keyFacts, loadedWhy } from './key-facts.ts';

/** Replaces the turns that a compaction covers. */
export interface SummaryMessage {
  readonly role: 'summary';
  readonly seq: number;
  readonly text: string;
}

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

// Extracts a summary of old turns, for when no model writes one. It keeps what the user asked for and decided, figures,
// references and paths, what was done, and which skills are loaded and why.

/** Opening of every summary, no matter who wrote it (seeds/001). */

/** Characters kept of each thing said or done. */
const PERSON = 400;
const ASSISTANT = 160;
/** A command of a search with all that was asked for. */
const CALL = 400;
const RESULT = 200;
/** Characters of the whole, besides a model's earlier summary. The oldest answers go first, then the person's oldest words but for the first. */
const WHOLE = 8_000;
/** Shares of the whole: of what the person said, and of single facts. */
const SAID = 0.6;
const FACTS = 0.15;

interface Line {
  readonly seq: number;
  readonly text: string;
}

/** @param room max characters, so that it is shorter than what it replaces. */
export function extractiveSummary(state: SessionState, covered: readonly Message[], room: number): string {
  // A model's summary is better than its messages' own words, and stays; what came since is added to it.
  const base = state.compactions.findLast((one) => one.strategy === 'turns' && one.writtenBy === 'model');
  const earlier = base?.summary?.slice(SUMMARY_NOTE.length).trim() ?? '';
  const since = base === undefined ? covered : covered.filter((message) => !covers(base, message.seq));
  const whole = Math.max(0, Math.min(WHOLE, room - earlier.length));
  const head = [
    SUMMARY_NOTE,
    base === undefined
      ? `${covered.length} earlier messages are summarised here in their own words.`
      : `${earlier}\n${since.length} more messages since then, in their own words:`,
    ...skillsLine(state),
    ...factsLine(state, since, Math.floor(whole * FACTS)),
    'What was said:',
  ];
  const used = head.join('\n').length - earlier.length;
  const said = firstAndNewest(since.flatMap(spoken), Math.min(Math.floor(whole * SAID), whole - used));
  const rest = whole - used - lengthOf(said);
  const results = new Map(
    since.flatMap((message) => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
  );
  const done = newestThatFit(
    since.flatMap((message) => answeredOrDone(message, state, results)),
    rest,
  );
  const lines = [...said, ...done].sort((a, b) => a.seq - b.seq);
  return [...head, ...lines.map((line) => line.text)].join('\n');
}

function skillsLine(state: SessionState): string[] {
  const skills = loadedWhy(state);
  return skills.length === 0 ? [] : [`Skills loaded: ${skills.map((skill) => skill.line).join(', ')}.`];
}

/** Skips text that came from a skill: it is removed with the skill. */
function factsLine(state: SessionState, messages: readonly Message[], room: number): string[] {
  const own = messages.filter((message) => message.role !== 'tool' || !isLoadedText(state, message.callId));
  const { said, told, seen } = keyFacts(own);
  const facts: string[] = [];
  let used = 0;
  for (const fact of [...said, ...told, ...seen]) {
    used += fact.length + 3;
    if (used > room) break;
    facts.push(fact);
  }
  return facts.length === 0 ? [] : [`Names, figures and paths that occurred: ${facts.join(' · ')}`];
}

const spoken = (message: Message): Line[] =>
  message.role === 'user' ? [{ seq: message.seq, text: `- The person: ${shorten(message.text, PERSON)}` }] : [];

type ToolMessage = Extract<Message, { role: 'tool' }>;

function answeredOrDone(message: Message, state: SessionState, results: ReadonlyMap<string, ToolMessage>): Line[] {
  if (message.role !== 'assistant') return [];
  const { seq, text, toolCalls } = message;
  return [
    ...(text.trim() === '' ? [] : [{ seq, text: `- You: ${shorten(text, ASSISTANT)}` }]),
    ...toolCalls.map((call) => {
      const result = results.get(call.id);
      const came =
        result === undefined || isLoadedText(state, call.id)
          ? ''
          : ` → ${result.ok ? '' : 'failed: '}${shorten(result.content, RESULT)}`;
      return { seq, text: `- You called ${call.name} ${shorten(call.arguments, CALL)}${came}` };
    }),
  ];
}

/** Keeps the first request and the latest words, and counts those left out in between. */
function firstAndNewest(lines: readonly Line[], room: number): Line[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  const kept = newestThatFit(rest, room - first.text.length);
  const left = rest.length - kept.length;
  const note = { seq: first.seq, text: `- (${left} more messages of the person are left out here)` };
  return [first, ...(left === 0 ? [] : [note]), ...kept];
}

function newestThatFit(lines: readonly Line[], room: number): Line[] {
  const kept: Line[] = [];
  let used = 0;
  for (const line of lines.toReversed()) {
    used += line.text.length + 1;
    if (used > room) break;
    kept.unshift(line);
  }
  return kept;
}

const lengthOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.text.length + 1, 0);
