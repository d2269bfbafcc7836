/** The body of a Chat Completions request. */
import type { ToolCall, ToolDefinition } from '../../../../shared/events.ts';
import { idOfForm } from '../call-ids.ts';
import { withParams } from '../extra-params.ts';
import { shapeTurns } from '../shape-turns.ts';
import type { Media, Thinking, Turn, WireBody, WireRequest } from '../wire.ts';
import { alternate } from './alternate.ts';

type UserContent = string | readonly Readonly<Record<string, unknown>>[];

export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: UserContent }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly ChatToolCall[];
      readonly reasoning_content?: string;
      readonly reasoning?: string;
      readonly reasoning_details?: unknown;
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
  readonly extra_content?: unknown;
}

export interface ChatRequestBody extends WireBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly type: 'function'; readonly function: ToolDefinition }[];
}

/** The only form that Mistral's endpoints accept. */
const nineCharacters = idOfForm(/^[A-Za-z0-9]{9}$/, 9);

/** Without a route: byte for byte as before there was more than one wire. */
export function chatBody(request: WireRequest): ChatRequestBody {
  const { model, route, system, tools } = request;
  const turns = route === undefined ? request.turns : alternate(request.turns);
  const messages = route?.rules?.callIds === 'nine' ? withShortIds : withOwnIds;
  const limit = route?.rules?.outputLimit ?? 'max_tokens';
  const first: ChatMessage[] = [{ role: 'system', content: system }];
  const body: ChatRequestBody = {
    model,
    messages: first.concat(messages({ ...request, turns })),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((definition) => ({ type: 'function' as const, function: definition })) }),
    stream: true,
    stream_options: { include_usage: true },
    ...(route?.effort === undefined ? {} : { reasoning_effort: route.effort }),
    ...(route?.maxOutput === undefined ? {} : { [limit]: route.maxOutput }),
  };
  return withParams(body, route);
}

const withOwnIds = shapeTurns((turn, dataOf) => message(turn, dataOf, (id) => id));
const withShortIds = shapeTurns((turn, dataOf) => message(turn, dataOf, nineCharacters));

function message(turn: Turn, dataOf: WireRequest['dataOf'], idOf: (id: string) => string): ChatMessage {
  switch (turn.role) {
    case 'system':
      return { role: 'system', content: turn.content };
    case 'user':
      return { role: 'user', content: userContent(turn.content, turn.media ?? [], dataOf) };
    case 'tool':
      return { role: 'tool', tool_call_id: idOf(turn.callId), content: turn.content };
    case 'assistant': {
      const { content, calls, thinking } = turn;
      if (calls.length === 0) return { role: 'assistant', content, ...returned(thinking) };
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: calls.map((call) => toolCall(call, idOf)),
        ...returned(thinking),
      };
    }
  }
}

function toolCall({ id, name, arguments: json, extra }: ToolCall, idOf: (id: string) => string): ChatToolCall {
  return {
    id: idOf(id),
    type: 'function',
    function: { name, arguments: json },
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
}

/** Reasoning goes back under the names it came by: `ChatReader.opaque()` lists them, with `null` for the text itself. */
function returned(thinking: Thinking | undefined): Readonly<Record<string, unknown>> {
  const { text = '', opaque } = thinking ?? {};
  if (opaque === null || typeof opaque !== 'object' || Array.isArray(opaque)) return {};
  return Object.fromEntries(Object.entries(opaque).map(([field, value]) => [field, value ?? text]));
}

function userContent(text: string, media: readonly Media[], dataOf: WireRequest['dataOf']): UserContent {
  const parts = media.flatMap((one) => {
    const data = dataOf(one);
    return data === undefined ? [] : [mediaPart(one, data)];
  });
  return parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text }]), ...parts];
}

function mediaPart({ kind, name, mime }: Media, base64: string): Readonly<Record<string, unknown>> {
  const url = `data:${mime};base64,${base64}`;
  return kind === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: name, file_data: url } };
}
