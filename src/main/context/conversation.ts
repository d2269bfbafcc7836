/** The conversation of a request: each message as the chat-completions protocol has it, with what it is made of. */
import { wordsForModel } from '../../shared/attachments.ts';
import type { PartKind } from '../../shared/events.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import { carriedBy, carriedResult } from './carried-result.ts';
import { compactedMessages, type SummaryMessage } from './compacted-messages.ts';
import { type Placement, placeDocuments } from './placed-documents.ts';
import type { DocumentSection } from './system-message.ts';

export type WireMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly WireToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

interface WireToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** One message, and the documents inside it that are counted as parts of their own. */
export interface ConversationItem {
  readonly wire: WireMessage;
  readonly kind: Extract<PartKind, 'summary' | 'user' | 'assistant' | 'tool-result'> | 'documents';
  /** The tool's name for a result. */
  readonly name: string;
  /** The message's own text, without `documents`. */
  readonly text: string;
  readonly documents: readonly DocumentSection[];
  /** Of the message's event, or of the summary's; absent where no event stands for it. */
  readonly seq?: number;
}

/**
 * A call whose result is not in the log (a crash lost it before recovery ran) gets one that says so, as a provider
 * refuses a call without its result; a result without its call is left out.
 */
export function conversation(state: SessionState): readonly ConversationItem[] {
  const messages = compactedMessages(state);
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
  const asked = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.id) : [])),
  );
  const placement = placeDocuments(state, messages);
  const items = messages.flatMap((message, index): ConversationItem[] => [
    ...documentsItem(placement.before.get(index)),
    ...messageItems(message, answered, asked, (result) => resultOf(state, result, placement)),
  ]);
  return [...items, ...documentsItem(placement.before.get(messages.length))];
}

type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

function messageItems(
  message: Message | SummaryMessage,
  answered: ReadonlySet<string>,
  asked: ReadonlySet<string>,
  result: (message: ToolMessage) => ConversationItem,
): ConversationItem[] {
  if (message.role === 'summary') {
    const wire = { role: 'system', content: message.text } as const;
    return [{ ...item('summary', 'summary of earlier turns', wire, message.text), seq: message.seq }];
  }
  if (message.role === 'user') {
    const content = wordsForModel(message);
    return [{ ...item('user', 'user', { role: 'user', content }, content), seq: message.seq }];
  }
  if (message.role === 'assistant') {
    // Some servers refuse a message that says nothing.
    if (message.toolCalls.length === 0 && message.text.trim() === '') return [];
    const own = { ...item('assistant', 'assistant', assistant(message), message.text), seq: message.seq };
    return [own, ...unanswered(message, answered)];
  }
  return asked.has(message.callId) ? [{ ...result(message), seq: message.seq }] : [];
}

function resultOf(state: SessionState, { callId, name, content }: ToolMessage, placement: Placement): ConversationItem {
  const behind = placement.inResults.get(callId) ?? [];
  const carries = carriedBy(state, callId);
  if (carries.length === 0) return resultItem(callId, name, content, behind);
  const own = carriedResult(content, carries, placement.carried.get(callId) ?? []);
  const whole = [own.content, ...behind.map((document) => document.text)].join('\n\n');
  return {
    ...item('tool-result', name, { role: 'tool', tool_call_id: callId, content: whole }, own.text),
    documents: [...own.documents, ...behind],
  };
}

function item(kind: ConversationItem['kind'], name: string, wire: WireMessage, text: string): ConversationItem {
  return { kind, name, wire, text, documents: [] };
}

function resultItem(
  callId: string,
  name: string,
  text: string,
  documents: readonly DocumentSection[],
): ConversationItem {
  const content = [text, ...documents.map((document) => document.text)].join('\n\n');
  return { kind: 'tool-result', name, wire: { role: 'tool', tool_call_id: callId, content }, text, documents };
}

/** What the person loaded by hand has no call whose result could carry it. */
function documentsItem(documents: readonly DocumentSection[] | undefined): ConversationItem[] {
  if (documents === undefined) return [];
  const content = documents.map((document) => document.text).join('\n\n');
  return [{ kind: 'documents', name: 'loaded by hand', wire: { role: 'system', content }, text: '', documents }];
}

function unanswered(message: AssistantMessage, answered: ReadonlySet<string>): ConversationItem[] {
  return message.toolCalls
    .filter((call) => !answered.has(call.id))
    .map((call) => resultItem(call.id, call.name, 'No result: this call has not finished.', []));
}

/**
 * As the model wrote them, where they are a JSON object. Others become `{}`: many servers parse them and would refuse
 * this request and every later one; the call's result already says what was wrong with them.
 */
function readableArguments(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? json : '{}';
  } catch {
    return '{}';
  }
}

function assistant(message: AssistantMessage): WireMessage {
  if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: readableArguments(call.arguments) },
    })),
  };
}
