/** Requests as the chat wire posts them, of conversations without pictures: every content is text. */
import type { SessionState } from '../../../shared/session-state.ts';
import type { ChatMessage, ChatRequestBody } from '../../models/wires/chat-request.ts';
import { type BuiltRequest, buildRequest } from '../build-request.ts';

type UserMessage = Extract<ChatMessage, { role: 'user' }>;
export type TextMessage = Exclude<ChatMessage, UserMessage> | { readonly role: 'user'; readonly content: string };

export interface ChatRequest extends Omit<BuiltRequest, 'body'> {
  readonly body: TextBody;
}

interface TextBody {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  readonly tools?: ChatRequestBody['tools'];
}

export function chatRequest(state: SessionState): ChatRequest {
  const request = buildRequest(state);
  return { ...request, body: request.body as unknown as TextBody };
}
