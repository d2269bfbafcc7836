/** The request that a state stands for: `buildRequest(fold(events))`, pure, so that review can rebuild any of them. */
import type { ToolDefinition } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { sha256 } from '../lib/sha256.ts';
import { type ConversationItem, conversation, type WireMessage } from './conversation.ts';
import { type OfferedTool, offeredTools } from './offered-tools.ts';
import { joinSections, type Section, systemSections } from './system-message.ts';

export interface ChatRequestBody {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly { readonly type: 'function'; readonly function: ToolDefinition }[];
  readonly stream: true;
  readonly stream_options: { readonly include_usage: true };
}

export interface BuiltRequest {
  readonly body: ChatRequestBody;
  /** `body` as it is posted, byte for byte. */
  readonly json: string;
  /** Of the UTF-8 bytes of `json`. */
  readonly sha256: string;
  /** What the system message was joined from. */
  readonly sections: readonly Section[];
  /** What `body.tools` was made of, in its order. */
  readonly offered: readonly OfferedTool[];
  /** What follows the system message. */
  readonly items: readonly ConversationItem[];
}

export type AssembledRequest = Omit<BuiltRequest, 'json' | 'sha256'>;

export function buildRequest(state: SessionState): BuiltRequest {
  const assembled = assembleRequest(state);
  const json = JSON.stringify(assembled.body);
  return { ...assembled, json, sha256: sha256(json) };
}

/** The request in its parts, for comparing many of them: writing each out as JSON is most of the work. */
export function assembleRequest(state: SessionState): AssembledRequest {
  const sections = systemSections(state);
  const items = conversation(state);
  const system: WireMessage = { role: 'system', content: joinSections(sections.map((section) => section.text)) };
  const offered = offeredTools(state);
  const tools = offered.map(({ definition }) => ({ type: 'function' as const, function: definition }));
  const body: ChatRequestBody = {
    model: state.model,
    messages: [system, ...items.map((item) => item.wire)],
    ...(tools.length === 0 ? {} : { tools }),
    stream: true,
    stream_options: { include_usage: true },
  };
  return { body, sections, offered, items };
}
