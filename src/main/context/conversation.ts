/** The conversation of a request: each message before any wire has shaped it, with what it is made of. */
import { appNote, LOADED_NOTE } from '../../shared/app-notes.ts';
import { wordsForDropped, wordsForModel } from '../../shared/attachments.ts';
import type { PartFacts, PartKind } from '../../shared/events.ts';
import type { Message, Origin, SessionState } from '../../shared/session-state.ts';
import type { Media, Turn } from '../model/wires/wire.ts';
import { carriedBy, carriedResult } from './carried-result.ts';
import { compactedMessages, type SentMessage, type SummaryMessage } from './compaction/compacted-messages.ts';
import { type MessageMedia, mediaOf, type ShownAttachment } from './media/shown-media.ts';
import { type Placement, placeDocuments } from './prompt/placed-documents.ts';
import type { DocumentSection } from './prompt/system-message.ts';

/** One message, with the documents inside it that are counted as separate parts. */
export interface ConversationItem {
  readonly turn: Turn;
  readonly kind: Extract<PartKind, 'summary' | 'user' | 'assistant' | 'tool-result'> | 'documents';
  /** The tool's for a result, else the kind. */
  readonly name: string;
  /** Where it is not that it was said. */
  readonly reason?: Pick<PartFacts, 'reason' | 'figures'>;
  /** The message's own text, without `documents`. */
  readonly text: string;
  readonly documents: readonly DocumentSection[];
  /** Pictures and PDFs inside it, also counted as separate parts. */
  readonly media?: readonly ShownAttachment[];
  /** `seq` of the message's or summary's event; absent if there is none. */
  readonly seq?: number;
}

/**
 * Adds a result that says so for each call whose result is not in the log (lost in a crash before recovery ran),
 * because providers refuse a call without its result; leaves out results without a call.
 */
export function conversation(state: SessionState): readonly ConversationItem[] {
  const messages = compactedMessages(state);
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
  const asked = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.id) : [])),
  );
  const placement = placeDocuments(state, messages);
  const media = mediaOf(state, messages);
  const items = messages.flatMap((message, index): ConversationItem[] => [
    ...documentsItem(isCarrier(state, message) ? undefined : placement.before.get(index), state),
    ...messageItems(
      state,
      message,
      answered,
      asked,
      (result) => resultOf(state, result, placement),
      placement.before.get(index),
      media.get(message.seq),
    ),
  ]);
  return [...items, ...documentsItem(placement.before.get(messages.length), state)];
}

/** True if documents loaded by hand open this message. */
const isCarrier = ({ route }: SessionState, { role }: Message | SummaryMessage): boolean =>
  route !== undefined && role === 'user';

type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

function messageItems(
  state: SessionState,
  message: SentMessage | SummaryMessage,
  answered: ReadonlySet<string>,
  asked: ReadonlySet<string>,
  result: (message: ToolMessage) => ConversationItem,
  loaded: readonly DocumentSection[] = [],
  { shown, dropped }: MessageMedia = { shown: [], dropped: [] },
): ConversationItem[] {
  if (message.role === 'summary') {
    // Logs without a route carry it as a later system message, which many chat templates refuse.
    const isLater = state.route === undefined;
    const text = isLater ? message.text : appNote(message.text);
    const turn = { role: isLater ? 'system' : 'user', content: text } as const;
    return [{ ...item('summary', 'summary', turn, text), seq: message.seq }];
  }
  if (message.role === 'user') {
    const own = [wordsForModel(message), ...(dropped.length === 0 ? [] : [wordsForDropped(dropped)])].join('\n\n');
    const documents = isCarrier(state, message) ? asNote(loaded) : [];
    const content = [...documents.map(({ text }) => text), own].join('\n\n');
    const turn = { role: 'user', content, ...(shown.length === 0 ? {} : { media: shown.map(mediumOf) }) } as const;
    const media = shown.length === 0 ? {} : { media: shown };
    return [{ ...item('user', 'user', turn, own), documents, ...media, seq: message.seq }];
  }
  if (message.role === 'assistant') {
    // Some servers refuse a message that says nothing.
    if (message.toolCalls.length === 0 && message.text.trim() === '') return [];
    const own = { ...item('assistant', 'assistant', assistant(state, message), message.text), seq: message.seq };
    return [own, ...unanswered(message, answered)];
  }
  return asked.has(message.callId) ? [{ ...result(message), seq: message.seq }] : [];
}

const mediumOf = ({ name, mime, sha256, media: { kind } }: ShownAttachment): Media => ({ kind, name, mime, sha256 });

function resultOf(state: SessionState, { callId, name, content }: ToolMessage, placement: Placement): ConversationItem {
  const behind = placement.inResults.get(callId) ?? [];
  const carries = carriedBy(state, callId);
  if (carries.length === 0) return resultItem(callId, name, content, behind);
  const own = carriedResult(content, carries, placement.carried.get(callId) ?? []);
  const whole = [own.content, ...behind.map((document) => document.text)].join('\n\n');
  return {
    ...item('tool-result', name, { role: 'tool', callId, content: whole }, own.text),
    documents: [...own.documents, ...behind],
  };
}

function item(kind: ConversationItem['kind'], name: string, turn: Turn, text: string): ConversationItem {
  return { kind, name, turn, text, documents: [] };
}

function resultItem(
  callId: string,
  name: string,
  text: string,
  documents: readonly DocumentSection[],
): ConversationItem {
  const content = [text, ...documents.map((document) => document.text)].join('\n\n');
  return { kind: 'tool-result', name, turn: { role: 'tool', callId, content }, text, documents };
}

/** Documents loaded by hand: no call's result could carry them. */
function documentsItem(documents: readonly DocumentSection[] | undefined, { route }: SessionState): ConversationItem[] {
  if (documents === undefined) return [];
  const own = route === undefined ? documents : asNote(documents);
  const content = own.map((document) => document.text).join('\n\n');
  return [
    {
      kind: 'documents',
      name: 'documents',
      turn: { role: route === undefined ? 'system' : 'user', content },
      text: '',
      documents: own,
    },
  ];
}

/** Documents in a message of the person's role, marked as what they are. */
function asNote(documents: readonly DocumentSection[]): readonly DocumentSection[] {
  const last = documents.length - 1;
  return documents.map((document, index) => {
    const opened = index === 0 ? `${LOADED_NOTE}\n${document.text}` : document.text;
    return { ...document, text: index === last ? appNote(opened) : opened };
  });
}

function unanswered(message: AssistantMessage, answered: ReadonlySet<string>): ConversationItem[] {
  return message.toolCalls
    .filter((call) => !answered.has(call.id))
    .map((call) => resultItem(call.id, call.name, 'No result: this call has not finished.', []));
}

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

function assistant(state: SessionState, message: AssistantMessage): Turn {
  const isSender = isSame(message.from, state);
  const { text = '', opaque, tokens } = message.thought ?? {};
  return {
    role: 'assistant',
    content: message.text,
    calls: message.toolCalls.map(({ id, name, arguments: json, extra }) => ({
      id,
      name,
      arguments: readableArguments(json),
      ...(extra === undefined || !isSender ? {} : { extra }),
    })),
    ...(message.thought === undefined || !isSender || state.route?.rules?.reasoning === 'refused'
      ? {}
      : {
          thinking: { text, ...(opaque === undefined ? {} : { opaque }), ...(tokens === undefined ? {} : { tokens }) },
        }),
  };
}

/** True if this state's requests go where the answer came from: its opaque data returns nowhere else. */
function isSame(from: Origin | undefined, { route, model }: SessionState): boolean {
  return from !== undefined && from.model === model && from.wire === route?.wire && from.endpoint === route.endpoint;
}
