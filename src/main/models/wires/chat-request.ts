/** The body of a Chat Completions request. */
import { type JsonObject, type JsonValue, perObject } from '../../../shared/defined.ts';
import type { ToolCall, ToolDefinition } from '../../../shared/events.ts';
import { BORDER, isBorder, MOST_BORDERS, systemBlocks } from './anthropic-request.ts';
import {
  idOfForm,
  type Media,
  shapeTurns,
  type Thinking,
  type Turn,
  type WireBody,
  type WireRequest,
  withParams,
} from './wire.ts';

// Turns in an order that every chat template accepts. Templates of Mistral, Gemma and Llama refuse two messages of one
// role in a row, and Mistral's a person's message right after a tool's result.

/** Between a tool's result and the person's next message, after a form or a stopped run: words that a model may copy. */
const WAITING: Turn = { role: 'assistant', content: 'I’ll wait for your answer.', calls: [] };

function alternate(turns: readonly Turn[]): Turn[] {
  const ordered: Turn[] = [];
  for (const turn of turns) {
    const before = ordered.at(-1);
    if (before?.role === 'tool' && turn.role === 'user') {
      ordered.push(WAITING, turn);
      continue;
    }
    const merged = before?.role === turn.role ? joinedAfter(before)(turn) : undefined;
    if (merged === undefined) ordered.push(turn);
    else ordered[ordered.length - 1] = merged;
  }
  return ordered;
}

/** Stays the same turn from request to request. */
const joinedAfter = perObject((before: Turn) => perObject((turn: Turn) => joined(before, turn)));

/** Joins two turns of one role; undefined if they can stay separate. */
function joined(before: Turn, turn: Turn): Turn | undefined {
  if (before.role === 'user' && turn.role === 'user') {
    const media = [...(before.media ?? []), ...(turn.media ?? [])];
    const content = lines(before.content, turn.content);
    return { role: 'user', content, ...(media.length === 0 ? {} : { media }) };
  }
  if (before.role === 'assistant' && before.calls.length === 0 && turn.role === 'assistant') {
    const { calls, thinking } = turn;
    return {
      role: 'assistant',
      content: lines(before.content, turn.content),
      calls,
      ...(thinking === undefined ? {} : { thinking }),
    };
  }
  return undefined;
}

const lines = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

// OpenRouter's `reasoning_details`: a list that comes in pieces, each with the index of the entry that it continues.

/** Fields whose pieces are concatenated; for all others the last value counts. */
const GROWING: ReadonlySet<string> = new Set(['text', 'summary', 'data']);

export function addDetails(before: JsonValue | undefined, pieces: readonly unknown[]): JsonValue[] {
  const details = Array.isArray(before) ? before : [];
  for (const piece of pieces as readonly JsonValue[]) {
    const known = isObject(piece) ? details.find((one) => isObject(one) && continues(one, piece)) : undefined;
    if (isObject(known) && isObject(piece)) grow(known, piece);
    else details.push(piece);
  }
  return details;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const continues = (one: JsonObject, piece: JsonObject): boolean =>
  typeof piece.index === 'number' && one.index === piece.index && one.type === piece.type;

function grow(entry: JsonObject, piece: JsonObject): void {
  for (const [field, value] of Object.entries(piece)) {
    const before = entry[field];
    const grows = GROWING.has(field) && typeof before === 'string' && typeof value === 'string';
    if (grows) entry[field] = before + value;
    else if (value !== null) entry[field] = value;
  }
}

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
  const plain = first.concat(messages({ ...request, turns }));
  const isMarked = route?.rules?.cacheMarks === true && route.rules.refuses?.includes('cache_control') !== true;
  const body: ChatRequestBody = {
    model,
    messages: isMarked ? withMarks(plain, request) : plain,
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

/** Messages of the person's that end what is cached: a conversation finds the mark of the request before it. */
const MARKED_MESSAGES = 2;

/** A request without borders is sent once: to write a cache for it would only cost. */
function withMarks(messages: readonly ChatMessage[], request: WireRequest): readonly ChatMessage[] {
  if (request.borders.length === 0) return messages;
  const system = systemBlocks(request);
  // Parts in place of a text: only here, so that all others read a text.
  const first = { role: 'system', content: system } as unknown as ChatMessage;
  const marked = [first, ...messages.slice(1)];
  let left = Math.min(MARKED_MESSAGES, MOST_BORDERS - system.filter(isBorder).length);
  for (let at = marked.length - 1; at > 0 && left > 0; at -= 1) {
    const { role, content } = marked[at] as ChatMessage;
    if (role !== 'user' || content === '') continue;
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    marked[at] = { role, content: parts.with(-1, { ...parts.at(-1), cache_control: BORDER }) };
    left -= 1;
  }
  return marked;
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
