/**
 * A provider's protocol. One folder a wire: the request out (pure, so that review can rebuild it), the answer in.
 * The loop, the fold, the token table and review know none of them apart.
 */
import type { Route, ToolCall, ToolDefinition, Usage, Wire as WireName } from '../../../shared/events.ts';
import type { JsonValue } from '../../../shared/json.ts';

/** A picture or document that a person attached and that the model can see. */
export interface Media {
  readonly kind: 'image' | 'pdf';
  readonly name: string;
  readonly mime: string;
  readonly sha256: string;
}

export interface Thinking {
  /** Readable text. */
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

export type AnswerDelta =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly index: number; readonly name: string };

/** Collects one answer from its stream. Tolerant of how servers differ; never throws. */
export interface AnswerReader {
  /** One event of the stream as parsed JSON, or the whole answer of a server that does not stream. */
  add(event: unknown): void;
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
  /** Below the base address. */
  readonly path: string;
  /** Besides `content-type` and `accept`. */
  headers(apiKey: string | undefined, model: string): Readonly<Record<string, string>>;
  /** Field of a body that holds its messages, a list. */
  readonly conversation: 'messages' | 'input';
  /** Pure; the order of the keys is part of the request's hash. A message that stays is the same object as in the request before. */
  body(request: WireRequest): WireBody;
  reader(onDelta: (delta: AnswerDelta) => void): AnswerReader;
}
