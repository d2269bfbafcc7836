/** The conversation as sent: messages with current compactions applied. Deletes nothing. */

import { perObject } from '../../shared/defined.ts';
import { pinnedWhole } from '../../shared/pinned-messages.ts';
import type { Compaction, Message, SessionState } from '../../shared/session-state.ts';
import { BETWEEN_PARTS, type CarriedDocument, carriedDocuments } from '../../shared/skills/loaded-skills.ts';
import { SUMMARY_NOTE, shortenResult } from '../../shared/summary.ts';
import { shorten } from '../../shared/text/text.ts';
import type { DocumentSection } from './prompt/system-message.ts';

// Loaded skills and their purpose: the person's words before each load.

/** Characters of the person's words. */
const WORDS = 80;

/** One line each, such as `book-flight (for "I want to fly to Tokyo")`. */
export function loadedWhy({ loadedSkills, messages }: SessionState): { readonly id: string; readonly line: string }[] {
  return loadedSkills.map(({ id, seq }) => {
    const before = messages.findLast((message) => message.role === 'user' && message.seq < seq);
    return { id, line: before?.role === 'user' ? `${id} (for "${shorten(before.text, WORDS)}")` : id };
  });
}

interface KeyFacts {
  /** Facts from the user's own words. */
  readonly said: readonly string[];
  /** Settled facts: from answers, and references in results. */
  readonly told: readonly string[];
  /** The rest of what results and calls show, the newest first. */
  readonly seen: readonly string[];
}

/** Max facts of each kind, so that it stays a summary. */
const MOST = 40;
/** Characters of one text that are looked through. */
const LOOKED_THROUGH = 20_000;
/** Characters of all texts, the newest first: a session may have hundreds of megabytes of results. */
const LOOKED_THROUGH_IN_ALL = 1_000_000;

// Repetitions are bounded: what is looked through is anybody's text.
const REFERENCE = String.raw`(?<![\w-])(?=[A-Z\d]*[A-Z])[A-Z\d]{6}(?![\w-])`;
const DATE = String.raw`\b\d{4}-\d{2}-\d{2}\b|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]`;
const DATE_IN_WORDS = String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b(?:\s\d{4})?|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\s\d{1,2}(?:st|nd|rd|th)?\b`;
const TIME = String.raw`\b\d{1,2}:\d{2}\b`;
const MONEY = String.raw`[¥$€£]\s?\d[\d,]{0,14}(?:\.\d{1,4})?|(?<![\d,.])\d[\d,]{0,14}(?:\.\d{1,4})?\s?(?:CNY|USD|EUR|GBP|JPY|元|块|美元|日元|欧元)`;
/** Number of a flight, a train, a room, an order: two characters, one of them a letter, and digits. */
const NUMBERED = String.raw`\b(?:[A-Z][A-Z\d]|\d[A-Z])\s?\d{2,4}\b`;
const DOCUMENT = String.raw`\b[A-Z]{1,2}\d{6,9}\b`;
const MAIL = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`;
const PHONE = String.raw`(?<![\w.])\+?\d[\d -]{7,14}\d(?![\w.])`;
const PATH = String.raw`(?<![\w/.-])(?:~|\.{0,2}|[\w.-]{1,80})(?:\/[\w.@+-]{1,120}){1,12}`;
const PARTY = String.raw`\b\d+\s(?:adult|child|infant|people|person|passenger|traveller|traveler|bag|suitcase|night|room)\w*|[\d一二两三四五六七八九十]+\s?(?:个|位|名|件|间|晚)(?:成人|大人|儿童|小孩|孩子|婴儿|乘客|旅客|人|行李|房)?`;
const NAME = String.raw`\b\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,3}\b|(?<=(?:乘客|旅客|姓名|名字|我叫|联系人)(?:是|为|：|:)?\s?)[\u4e00-\u9fff·]{2,4}`;

const join = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'gu');
const IN_WORDS = join(MAIL, DATE, DATE_IN_WORDS, DOCUMENT, REFERENCE, MONEY, NUMBERED, TIME, PARTY, NAME, PATH, PHONE);
const IN_ANSWERS = join(DATE, DOCUMENT, REFERENCE, MONEY, NUMBERED, PATH);
const IN_RESULTS = join(DATE, REFERENCE, MONEY, NUMBERED, PATH);
const NAMED_REFERENCE =
  /(?:reference|booking|reservation|confirmation|PNR|预订|编号|订单号?)[^\w\n]{0,12}([A-Z\d]{5,8})\b(?![a-z])/giu;

/** @param texts of results that are no facts of the conversation (what a skill says) are left out by the caller. */
export function keyFacts(messages: readonly Message[]): KeyFacts {
  const said = new Set<string>();
  const told = new Set<string>();
  const seen = new Set<string>();
  const add = (facts: Set<string>, found: readonly string[]): void => {
    for (const fact of found) facts.add(fact);
  };
  let left = LOOKED_THROUGH_IN_ALL;
  for (const message of messages.toReversed()) {
    left -= Math.min(LOOKED_THROUGH, (message.role === 'tool' ? message.content : message.text).length);
    // Always scans the user's messages: they are short, and matter most.
    if (left < 0 && message.role !== 'user') continue;
    const facts = factsIn(message);
    add(said, facts.said);
    add(told, facts.told);
    add(seen, facts.seen);
  }
  const earlier = new Set([...said, ...told]);
  return {
    said: [...said].slice(0, MOST),
    told: [...told].filter((fact) => !said.has(fact)).slice(0, MOST),
    seen: [...seen].filter((fact) => !earlier.has(fact)).slice(0, MOST),
  };
}

/** Kept, as each step of a compaction looks through the messages that the steps before it did. */
const factsIn = perObject((message: Message): KeyFacts => {
  const none = { said: [], told: [], seen: [] };
  if (message.role === 'user') return { ...none, said: matches(message.text, IN_WORDS) };
  if (message.role === 'assistant') {
    const seen = message.toolCalls.flatMap((call) => matches(call.arguments, IN_ANSWERS));
    return { ...none, told: matches(message.text, IN_ANSWERS), seen };
  }
  const text = message.content.slice(0, LOOKED_THROUGH);
  const named = [...text.matchAll(NAMED_REFERENCE)].map(([, reference = '']) => reference);
  const told = named.filter((reference) => /[A-Z]/.test(reference) && reference === reference.toUpperCase());
  return { ...none, told, seen: matches(text, IN_RESULTS) };
});

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.slice(0, LOOKED_THROUGH).matchAll(pattern)].map(([fact]) => fact.replace(/\s+/g, ' ').trim());

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

// The result of a call that is the text of what it loaded: as it came while that is loaded, and a note afterwards.

export interface CarriedResult {
  readonly content: string;
  /** Text of the result without its documents. */
  readonly text: string;
  readonly documents: readonly DocumentSection[];
}

/** Documents that the result of a call carries as its own text. */
export const carriedBy = (state: SessionState, callId: string): readonly CarriedDocument[] =>
  Object.hasOwn(state.calls, callId) ? carriedDocuments(state.calls[callId]?.data) : [];

export const isSameDocument = (one: Pick<CarriedDocument, 'skill' | 'path'>, { part }: DocumentSection): boolean =>
  one.skill === part.skill && one.path === part.path;

/** @param live documents still placed in this result. */
export function carriedResult(
  content: string,
  carries: readonly CarriedDocument[],
  live: readonly DocumentSection[],
): CarriedResult {
  const parts: string[] = [];
  const notes: string[] = [];
  const documents: DocumentSection[] = [];
  let at = 0;
  for (const one of carries) {
    const text = content.slice(at, at + one.length);
    at += one.length + BETWEEN_PARTS.length;
    const document = live.find((candidate) => isSameDocument(one, candidate));
    if (document !== undefined) {
      parts.push(text);
      documents.push({ ...document, text });
      continue;
    }
    const what = one.path === undefined ? `skill '${one.skill}'` : `'${one.path}' of skill '${one.skill}'`;
    // The wording never changes afterwards, so that earlier bytes stay the same.
    const note = `[The text of ${what} is no longer here: it was unloaded, or stands elsewhere in this context.]`;
    parts.push(note);
    notes.push(note);
  }
  const rest = content.slice(at);
  if (rest !== '') {
    parts.push(rest);
    notes.push(rest);
  }
  return { content: parts.join(BETWEEN_PARTS), text: notes.join(BETWEEN_PARTS), documents };
}
