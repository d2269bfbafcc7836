/** Messages as the chat-completions protocol has them. */
import type { Message } from '../../shared/session-state.ts';
import type { SummaryMessage } from './compacted-messages.ts';

export type WireMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly WireToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

interface WireToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * The conversation for a request. A call whose result is not in the log (a crash lost it before recovery ran) gets
 * one that says so, as a provider refuses a call without its result; a result without its call is left out.
 */
export function wireMessages(messages: readonly (Message | SummaryMessage)[]): WireMessage[] {
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
  const asked = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.id) : [])),
  );
  const wire: WireMessage[] = [];
  for (const message of messages) {
    if (message.role === 'summary') wire.push({ role: 'system', content: message.text });
    else if (message.role === 'user') wire.push({ role: 'user', content: message.text });
    else if (message.role === 'assistant') wire.push(assistant(message), ...unanswered(message, answered));
    else if (asked.has(message.callId)) {
      wire.push({ role: 'tool', tool_call_id: message.callId, content: message.content });
    }
  }
  return wire;
}

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

function unanswered(message: AssistantMessage, answered: ReadonlySet<string>): WireMessage[] {
  return message.toolCalls
    .filter((call) => !answered.has(call.id))
    .map((call) => ({ role: 'tool', tool_call_id: call.id, content: 'No result: this call has not finished.' }));
}

function assistant(message: AssistantMessage): WireMessage {
  if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}
