/** The conversation of a request: each message before any wire has shaped it, with what it is made of. */

import { wordsForDropped, wordsForModel } from '../../shared/attachments.ts';
import { defined, perObject } from '../../shared/defined.ts';
import type { PartFacts, PartKind, ToolCall } from '../../shared/events.ts';
import type { Message, Origin, SessionState } from '../../shared/session-state.ts';
import { appNote, LOADED_NOTE } from '../../shared/summary.ts';
import { sharedLength } from '../lib/growing.ts';
import type { Media, Turn } from '../models/wires/wire.ts';
import {
  carriedBy,
  carriedResult,
  compactedMessages,
  isSameDocument,
  type SentMessage,
  type SummaryMessage,
} from './compacted-messages.ts';
import { type MessageMedia, mediaOf, type ShownAttachment } from './media.ts';
import { type DocumentSection, documentSections } from './prompt/system-message.ts';

/** One message, with the documents inside it that are counted as separate parts. */
export interface ConversationItem {
  readonly turn: Turn;
  readonly kind: Extract<PartKind, 'summary' | 'user' | 'assistant' | 'tool-result'> | 'documents';
  /** The tool's for a result, else the kind. */
  readonly name: string;
  /** The reason of a part, if it is not that it was said. */
  readonly reason?: Pick<PartFacts, 'reason' | 'figures'>;
  /** The message's own text, without `documents`. */
  readonly text: string;
  readonly documents: readonly DocumentSection[];
  /** Pictures and PDFs inside it, also counted as separate parts. */
  readonly media?: readonly ShownAttachment[];
  /** `seq` of the message's or summary's event; absent if there is none. */
  readonly seq?: number;
}

/** Sources of the items of a conversation. */
interface Said {
  readonly state: SessionState;
  readonly messages: readonly (SentMessage | SummaryMessage)[];
  readonly placement: Placement;
  readonly media: ReadonlyMap<number, MessageMedia>;
}

/** Calls of some messages, by id. */
interface Calls {
  readonly asked: Set<string>;
  readonly answered: Set<string>;
}

/** The beginning of a conversation: its items stay the same whatever is said after it. */
interface Settled {
  /** Sources of the items besides the messages. */
  readonly under: readonly unknown[];
  readonly messages: Said['messages'];
  /** Number of the messages that it is made of. */
  readonly end: number;
  readonly items: readonly ConversationItem[];
  readonly calls: Calls;
}

/** Keyed by the first message. */
const settled = new WeakMap<object, Settled>();

/**
 * Adds a result that says so for each call whose result is not in the log (lost in a crash before recovery ran),
 * because providers refuse a call without its result; leaves out results without a call.
 */
export function conversation(state: SessionState): readonly ConversationItem[] {
  const messages = compactedMessages(state);
  const placement = placeDocuments(state, messages);
  const said = { state, messages, placement, media: mediaOf(state, messages) };
  const { items: earlier, calls, end } = settle(said);
  const items = earlier.concat(itemsOf(said, end, messages.length, calls));
  const last = placement.before.get(messages.length);
  if (last !== undefined) items.push(documentsItem(last, state));
  return items;
}

/** The settled beginning: up to the person's last message, unless something before it may still change. */
function settle(said: Said): Settled {
  const { state, messages } = said;
  const under = [state.route, state.model, state.dialect, state.placement, state.loadedSkills];
  const known = messages[0] === undefined ? undefined : settled.get(messages[0]);
  const isBeginning =
    known !== undefined &&
    sharedLength(known.under, under) === under.length &&
    sharedLength(known.messages, messages) >= known.end;
  const from: Settled = isBeginning
    ? known
    : { under, messages, end: 0, items: [], calls: { asked: new Set(), answered: new Set() } };
  const start = from.end;
  const end = changing(said, start);
  const calls = callsOf(messages.slice(start, end));
  if (messages[0] === undefined || end <= start || !isSettled(calls, from.calls)) return from;
  const items = from.items.concat(itemsOf(said, start, end, from.calls));
  for (const id of calls.asked) from.calls.asked.add(id);
  for (const id of calls.answered) from.calls.answered.add(id);
  const next = { under, messages, end, items, calls: from.calls };
  settled.set(messages[0], next);
  return next;
}

/** The first message, from `start` on, that later ones may change: by its documents, its pictures, or as the last turn's. */
function changing({ state, messages, media }: Said, start: number): number {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const [loaded] = state.placement === 'tool-result' ? documentSections(state) : [];
  const since = loaded?.part.event ?? Number.POSITIVE_INFINITY;
  for (let index = start; index < last; index += 1) {
    const { seq } = messages[index] as SentMessage;
    if (seq > since || media.has(seq)) return index;
  }
  return last;
}

function callsOf(messages: Said['messages']): Calls {
  const calls = { asked: new Set<string>(), answered: new Set<string>() };
  for (const message of messages) {
    if (message.role === 'tool') calls.answered.add(message.callId);
    else if (message.role === 'assistant') for (const call of message.toolCalls) calls.asked.add(call.id);
  }
  return calls;
}

/** True if every call has its result, and every result its call. */
function isSettled({ asked, answered }: Calls, before: Calls): boolean {
  const has = (id: string, one: ReadonlySet<string>, other: ReadonlySet<string>) => one.has(id) || other.has(id);
  return (
    [...asked].every((id) => has(id, answered, before.answered)) &&
    [...answered].every((id) => has(id, asked, before.asked))
  );
}

/** @param before calls of the messages before them. */
function itemsOf(said: Said, start: number, end: number, before: Calls): ConversationItem[] {
  const { state, messages, placement, media } = said;
  const { asked, answered } = callsOf(messages.slice(start, end));
  const items: ConversationItem[] = [];
  for (let index = start; index < end; index += 1) {
    const message = messages[index] as SentMessage | SummaryMessage;
    const loaded = placement.before.get(index);
    if (loaded !== undefined && !isCarrier(state, message)) items.push(documentsItem(loaded, state));
    switch (message.role) {
      case 'summary':
        items.push(summaryItem(state, message));
        break;
      case 'user':
        items.push(userItem(state, message, loaded, media.get(message.seq)));
        break;
      case 'assistant':
        // Some servers refuse a message that says nothing.
        if (message.toolCalls.length === 0 && message.text.trim() === '') break;
        items.push(answerItem(state, message));
        for (const call of message.toolCalls)
          if (!answered.has(call.id) && !before.answered.has(call.id)) items.push(unanswered(call));
        break;
      case 'tool':
        if (asked.has(message.callId) || before.asked.has(message.callId))
          items.push(resultOf(state, message, placement));
    }
  }
  return items;
}

/** True if documents loaded by hand open this message. */
const isCarrier = ({ route }: SessionState, { role }: Message | SummaryMessage): boolean =>
  route !== undefined && role === 'user';

type UserMessage = Extract<SentMessage, { role: 'user' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

function summaryItem({ route }: SessionState, { text: summary, seq }: SummaryMessage): ConversationItem {
  // Logs without a route carry it as a later system message, which many chat templates refuse.
  const isLater = route === undefined;
  const text = isLater ? summary : appNote(summary);
  return { ...item('summary', 'summary', { role: isLater ? 'system' : 'user', content: text }, text), seq };
}

function userItem(
  state: SessionState,
  message: UserMessage,
  loaded: readonly DocumentSection[] = [],
  { shown, dropped }: MessageMedia = { shown: [], dropped: [] },
): ConversationItem {
  const documents = isCarrier(state, message) ? asNote(loaded) : [];
  if (documents.length + shown.length + dropped.length === 0) return wordsAlone(message);
  const own = [wordsForModel(message), ...(dropped.length === 0 ? [] : [wordsForDropped(dropped)])].join('\n\n');
  const content = [...documents.map(({ text }) => text), own].join('\n\n');
  const turn = { role: 'user', content, ...(shown.length === 0 ? {} : { media: shown.map(mediumOf) }) } as const;
  const media = shown.length === 0 ? {} : { media: shown };
  return { ...item('user', 'user', turn, own), documents, ...media, seq: message.seq };
}

const wordsAlone = perObject((message: UserMessage): ConversationItem => {
  const text = wordsForModel(message);
  return { ...item('user', 'user', { role: 'user', content: text }, text), seq: message.seq };
});

const mediumOf = ({ name, mime, sha256, media: { kind } }: ShownAttachment): Media => ({ kind, name, mime, sha256 });

function resultOf(state: SessionState, message: ToolMessage, placement: Placement): ConversationItem {
  const { callId, name, content, seq } = message;
  const behind = placement.inResults.get(callId) ?? [];
  const carries = carriedBy(state, callId);
  if (carries.length + behind.length === 0) return resultAlone(message);
  const own = carriedResult(content, carries, placement.carried.get(callId) ?? []);
  const whole = [own.content, ...behind.map((document) => document.text)].join('\n\n');
  return {
    ...item('tool-result', name, { role: 'tool', callId, content: whole }, own.text),
    documents: [...own.documents, ...behind],
    seq,
  };
}

const resultAlone = perObject(
  ({ callId, name, content, seq }: ToolMessage): ConversationItem => ({ ...resultItem(callId, name, content), seq }),
);

function item(kind: ConversationItem['kind'], name: string, turn: Turn, text: string): ConversationItem {
  return { kind, name, turn, text, documents: [] };
}

function resultItem(callId: string, name: string, text: string): ConversationItem {
  return item('tool-result', name, { role: 'tool', callId, content: text }, text);
}

/** Documents loaded by hand: no call's result could carry them. */
function documentsItem(documents: readonly DocumentSection[], { route }: SessionState): ConversationItem {
  const own = route === undefined ? documents : asNote(documents);
  const content = own.map((document) => document.text).join('\n\n');
  const turn = { role: route === undefined ? 'system' : 'user', content } as const;
  return { ...item('documents', 'documents', turn, ''), documents: own };
}

/** Documents in a message of the person's role, marked as what they are. */
function asNote(documents: readonly DocumentSection[]): readonly DocumentSection[] {
  const last = documents.length - 1;
  return documents.map((document, index) => {
    const opened = index === 0 ? `${LOADED_NOTE}\n${document.text}` : document.text;
    return { ...document, text: index === last ? appNote(opened) : opened };
  });
}

const unanswered = ({ id, name }: ToolCall): ConversationItem =>
  resultItem(id, name, 'No result: this call has not finished.');

/**
 * Keeps arguments as the model wrote them if they are a JSON object. Others become `{}`: many servers parse them and
 * would refuse this and every later request; the call's result already says what was wrong.
 */
function readableArguments(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? json : '{}';
  } catch {
    return '{}';
  }
}

function answerItem(state: SessionState, message: AssistantMessage): ConversationItem {
  if (!isSame(message.from, state)) return wordsAndCalls(message);
  return state.route?.rules?.reasoning === 'refused' ? withoutThought(message) : wholeAnswer(message);
}

const wholeAnswer = answersWith({ thought: true, extra: true });
const withoutThought = answersWith({ thought: false, extra: true });
const wordsAndCalls = answersWith({ thought: false, extra: false });

/** @param back what goes back besides words and calls. */
function answersWith(back: { readonly thought: boolean; readonly extra: boolean }) {
  return perObject(({ text: content, toolCalls, thought, seq }: AssistantMessage): ConversationItem => {
    const { text = '', opaque, tokens } = thought ?? {};
    const turn: Turn = {
      role: 'assistant',
      content,
      calls: toolCalls.map(({ id, name, arguments: json, extra }) => ({
        id,
        name,
        arguments: readableArguments(json),
        ...(extra === undefined || !back.extra ? {} : { extra }),
      })),
      ...(thought === undefined || !back.thought
        ? {}
        : {
            thinking: {
              text,
              ...defined({ opaque, tokens }),
            },
          }),
    };
    return { ...item('assistant', 'assistant', turn, content), seq };
  });
}

/** True if this state's requests go where the answer came from: its opaque data returns nowhere else. */
function isSame(from: Origin | undefined, { route, model }: SessionState): boolean {
  return from !== undefined && from.model === model && from.wire === route?.wire && from.endpoint === route.endpoint;
}

// Placement `tool-result`: loaded instructions and references go into the result of the call that loaded them, so that
// everything before keeps its bytes and a provider's prompt cache survives the load.

interface Placement {
  /** Keyed by call id: the documents that make up that call's result. */
  readonly carried: ReadonlyMap<string, readonly DocumentSection[]>;
  /** Documents after a call's result, by call id. */
  readonly inResults: ReadonlyMap<string, readonly DocumentSection[]>;
  /**
   * Documents before a message, by its index: loaded by the user, or with a summarised result. They open the user's
   * message there; in logs without a route they are a system message before it.
   */
  readonly before: ReadonlyMap<number, readonly DocumentSection[]>;
}

function placeDocuments(state: SessionState, messages: readonly (Message | SummaryMessage)[]): Placement {
  const carried = new Map<string, DocumentSection[]>();
  const inResults = new Map<string, DocumentSection[]>();
  const before = new Map<number, DocumentSection[]>();
  if (state.placement !== 'tool-result') return { carried, inResults, before };
  for (const document of documentSections(state)) {
    const own = messages.find(
      (message) =>
        message.role === 'tool' &&
        message.seq > document.part.event &&
        carriedBy(state, message.callId).some((one) => isSameDocument(one, document)),
    );
    const next = messages.findIndex((message) => message.role !== 'summary' && message.seq > document.part.event);
    const carrier = messages[next];
    if (own?.role === 'tool') push(carried, own.callId, document);
    else if (carrier?.role === 'tool') push(inResults, carrier.callId, document);
    else if (state.route === undefined) push(before, next === -1 ? messages.length : next, document);
    else {
      const [index, host] = carrierOf(messages, next);
      if (host?.role === 'tool') push(inResults, host.callId, document);
      else push(before, index, document);
    }
  }
  return { carried, inResults, before };
}

/** The first message from `next` on that can carry a document, or the last of all: an answer cannot. */
function carrierOf(
  messages: readonly (Message | SummaryMessage)[],
  next: number,
): readonly [number, Message | SummaryMessage | undefined] {
  const carries = ({ role }: Message | SummaryMessage) => role === 'user' || role === 'tool';
  const later = next === -1 ? -1 : messages.findIndex((message, index) => index >= next && carries(message));
  const index = later === -1 ? messages.findLastIndex(carries) : later;
  return [index === -1 ? messages.length : index, messages[index]];
}

function push<K>(map: Map<K, DocumentSection[]>, key: K, document: DocumentSection): void {
  map.set(key, [...(map.get(key) ?? []), document]);
}
