/**
 * A provider's protocol. One folder a wire: the request out (pure, so that review can rebuild it), the answer in.
 * The loop, the fold, the token table and review know none of them apart.
 */

import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue, parsedJson } from '../../../shared/defined.ts';
import type { Route, ToolCall, ToolDefinition, Usage, Wire as WireName } from '../../../shared/events.ts';
import { OWN_BODY_FIELDS } from '../../../shared/models/model-options.ts';
import type { ModelDelta } from '../../agent/ports.ts';
import { mapGrowing } from '../../lib/growing.ts';

/** A picture or document that a person attached and that the model can see. */
export interface Media {
  readonly kind: 'image' | 'pdf';
  readonly name: string;
  readonly mime: string;
  readonly sha256: string;
}

export interface Thinking {
  readonly text?: string;
  /** Logged by the wire's reader; without it nothing is sent back. */
  readonly opaque?: JsonValue;
  /** Counted by the provider: the readable text may be a summary. */
  readonly tokens?: number;
}

/** One message of the conversation after the system message. */
export type Turn =
  /** `system` only in logs without a route: a later system message, which many chat templates refuse. */
  | { readonly role: 'system' | 'user'; readonly content: string; readonly media?: readonly Media[] }
  | {
      readonly role: 'assistant';
      /** '' where there is none. */
      readonly content: string;
      /** `arguments` are a JSON object; `extra` only where this request goes to where it came from. */
      readonly calls: readonly ToolCall[];
      /** Only where this request goes to where it came from. */
      readonly thinking?: Thinking;
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** End of a part of the system message: offsets in UTF-16 code units, ascending. */
export interface SystemBorder {
  readonly after: 'base' | 'catalog' | 'skills';
  readonly at: number;
}

/** A request before any protocol has shaped it. */
export interface WireRequest {
  readonly model: string;
  /** Absent in logs written before there was more than one wire: `chat`, without what came later. */
  readonly route?: Route | undefined;
  readonly system: string;
  /** Parts of `system` that change at different times: a prompt cache can hold on to each. */
  readonly borders: readonly SystemBorder[];
  readonly tools: readonly ToolDefinition[];
  readonly turns: readonly Turn[];
  /** Base64 of a medium; undefined where its file is gone. */
  readonly dataOf: (media: Media) => string | undefined;
}

export type WireBody = Readonly<Record<string, unknown>>;

export type OfferedTool = Pick<ToolDefinition, 'name' | 'parameters'>;

/** The tools in a body of any wire. */
export function toolsIn(json: string): readonly OfferedTool[] {
  const { tools = [] } = (parsedJson(json) ?? {}) as { readonly tools?: readonly Json[] };
  return tools.map((tool) => {
    const { name, parameters, input_schema } = asObject(tool.function) ?? tool;
    return { name: asText(name), parameters: asObject(parameters ?? input_schema) ?? {} };
  });
}

export type AnswerDelta = ModelDelta;

/** Collects one answer from its stream. Tolerant of how servers differ; never throws. */
export interface AnswerReader {
  /** One event of the stream as parsed JSON, or the whole answer of a server that does not stream. */
  add(event: unknown): void;
  /** The stream said that it is over (`[DONE]`): a server that gives no reason for its end gives this. */
  end?(): void;
  readonly text: string;
  /** '' where the provider shows none. */
  readonly reasoning: string;
  /** Set once the answer is whole; in the words of the chat wire where there are such (`stop`, `tool_calls`, `length`). */
  readonly finishReason: string | undefined;
  readonly usage: Usage | undefined;
  /** Events that were part of an answer. */
  readonly chunks: number;
  /** Chunks with words, thoughts or calls. */
  readonly contentChunks: number;
  /** Characters of text, reasoning and calls together, including signatures: the answer's size in memory. */
  readonly length: number;
  /** An error inside the stream, in the provider's own shape. */
  readonly error: unknown;
  toolCalls(): ToolCall[];
  /** Opaque data that has to be sent back; undefined if there is none. */
  opaque(): JsonValue | undefined;
}

export interface Wire {
  readonly name: WireName;
  readonly path: string;
  /** Besides `content-type` and `accept`. */
  headers(apiKey: string | undefined, model: string): Readonly<Record<string, string>>;
  /** Field of a body that holds its messages, a list. */
  readonly conversation: 'messages' | 'input';
  /** Pure; the order of the keys is part of the request's hash. A message that stays is the same object as in the request before. */
  body(request: WireRequest): WireBody;
  /** @param tools of the request, for models that write calls into their text. */
  reader(onDelta: (delta: AnswerDelta) => void, tools?: () => readonly OfferedTool[]): AnswerReader;
}

/** Reads a server's JSON field by field: a value of another type counts as absent. */

export type Json = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A count that fits into the log: beyond 2^53 a server is not counting tokens. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && Math.round(value) <= Number.MAX_SAFE_INTEGER
    ? Math.round(value)
    : undefined;

/** An item of an answer that is a list: words, thoughts, a call, or what only goes back. */
export interface AnswerItem {
  readonly kind: 'text' | 'thinking' | 'call' | 'redacted';
  /** Words, thoughts, or arguments as JSON. */
  text: string;
  /** Characters that part it from the text before; not part of `text`. */
  gap: string;
  /** The server's description. */
  json: Json;
}

/** Collects such an answer, its items by their index in whatever order they come. */
export abstract class ItemsReader<I extends AnswerItem> implements AnswerReader {
  finishReason: string | undefined;
  chunks = 0;
  contentChunks = 0;
  length = 0;
  error: unknown;
  protected readonly items = new Map<number, I>();
  protected readonly onDelta: (delta: AnswerDelta) => void;

  constructor(onDelta: (delta: AnswerDelta) => void) {
    this.onDelta = onDelta;
  }

  abstract add(event: unknown): void;
  abstract readonly usage: Usage | undefined;
  abstract opaque(): JsonValue | undefined;

  get text(): string {
    return this.joined('text');
  }

  get reasoning(): string {
    return this.joined('thinking');
  }

  toolCalls(): ToolCall[] {
    return this.ofKind('call').map(({ json, text }) => ({
      id: asText(json.call_id) || asText(json.id),
      name: asText(json.name),
      arguments: text.trim() === '' ? '{}' : text,
    }));
  }

  protected ordered(): I[] {
    return [...this.items].sort(([a], [b]) => a - b).map(([, item]) => item);
  }

  protected ofKind(kind: AnswerItem['kind']): I[] {
    return this.ordered().filter((item) => item.kind === kind);
  }

  protected joined(kind: AnswerItem['kind']): string {
    return this.ofKind(kind).reduce((text, item) => (item.text === '' ? text : text + item.gap + item.text), '');
  }

  protected grow(item: I, text: string): void {
    if (text === '') return;
    const shown = item.text === '' ? item.gap + text : text;
    item.text += text;
    this.length += text.length;
    this.contentChunks += 1;
    if (item.kind === 'text') this.onDelta({ type: 'text', text: shown });
    else if (item.kind === 'thinking') this.onDelta({ type: 'reasoning', text: shown });
  }
}

// Pieces of an answer in their order, for wires whose answers are lists of items. Words and calls stay in the log's own
// fields; this keeps only opaque data that the provider alone can read.

/** `about` is what the wire has to return with a text or a call: ids, for example. */
export type Piece =
  | { keep: JsonObject }
  /** Characters of the answer's text, after `gap` characters that only separate it from the text before. */
  | { text: number; gap?: number; about?: JsonObject }
  | { call: JsonObject };

export type Part =
  | { readonly kind: 'kept'; readonly item: JsonObject }
  | { readonly kind: 'text'; readonly text: string; readonly about: JsonObject }
  | { readonly kind: 'call'; readonly call: ToolCall; readonly about: JsonObject };

/** Between texts that something else parts. */
export const GAP = '\n\n';

/** An answer of another wire, or one whose text was redacted since, becomes its text, then its calls. */
export function answerParts({ content, calls, thinking }: Extract<Turn, { role: 'assistant' }>): Part[] {
  const pieces = piecesOf(thinking?.opaque);
  const parts: Part[] = [];
  const isWhole = lengthOf(pieces) === content.length;
  let at = 0;
  let next = 0;
  for (const piece of pieces) {
    if ('keep' in piece) parts.push({ kind: 'kept', item: piece.keep });
    else if ('call' in piece) {
      const call = calls[next++];
      if (call !== undefined) parts.push({ kind: 'call', call, about: piece.call });
    } else if (isWhole) {
      const from = at + (piece.gap ?? 0);
      at = from + piece.text;
      parts.push({ kind: 'text', text: content.slice(from, at), about: piece.about ?? {} });
    }
  }
  if (at < content.length) {
    const firstCall = parts.findIndex(({ kind }) => kind === 'call');
    parts.splice(firstCall === -1 ? parts.length : firstCall, 0, { kind: 'text', text: content, about: {} });
  }
  for (const call of calls.slice(next)) parts.push({ kind: 'call', call, about: {} });
  return parts;
}

const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => ('text' in piece ? sum + piece.text + (piece.gap ?? 0) : sum), 0);

/** In the form that a reader's `opaque` writes. */
function piecesOf(opaque: JsonValue | undefined): readonly Piece[] {
  if (opaque === null || typeof opaque !== 'object' || Array.isArray(opaque)) return [];
  return Array.isArray(opaque.pieces) ? (opaque.pieces as readonly JsonValue[] as readonly Piece[]) : [];
}

// Call ids in the form that a wire or a provider asks for.

/** The id itself where it has the form, else hexadecimal digits that are always the same for it. */
export const idOfForm =
  (form: RegExp, digits: number): ((id: string) => string) =>
  (id) =>
    form.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, digits);

// Shapes each turn once: its message stays the same object from request to request.

/** @param shape pure but for the data of pictures and PDFs: their files may go, so turns with them are shaped each time. */
export function shapeTurns<M>(
  shape: (turn: Turn, dataOf: WireRequest['dataOf']) => M,
): (request: Pick<WireRequest, 'turns' | 'dataOf'>) => M[] {
  const shaped = mapGrowing((turn: Turn) => [shape(turn, () => undefined)]);
  const shown = mapGrowing((turn: Turn, index) => (turn.role === 'user' && turn.media !== undefined ? [index] : []));
  return ({ turns, dataOf }) => {
    const all = shaped(turns);
    for (const index of shown(turns)) all[index] = shape(turns[index] as Turn, dataOf);
    return all;
  };
}

/**
 * A person's extra parameters in a request's body: over what Skilldeck sets, never over the conversation; and none of
 * the fields that the server refused.
 */
export function withParams<Body extends WireBody>(body: Body, route: Route | undefined): Body {
  const params = Object.entries(route?.params ?? {}).filter(([name]) => !OWN_BODY_FIELDS.includes(name));
  const whole = { ...body, ...Object.fromEntries(params) };
  const refuses = route?.rules?.refuses ?? [];
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !refuses.includes(name))) as Body;
}
