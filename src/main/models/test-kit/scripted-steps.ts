/** Steps of a scripted model, one for each request: answers, faults, and gates that replace sleeps. */
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. `json` is the body byte for byte, `body` its parsed form. */
export interface ScriptedRequest {
  readonly json: string;
  readonly body: ScriptedBody;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
}

export interface ScriptedBody {
  readonly model: string;
  readonly messages: readonly ScriptedMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description?: string } }[];
  readonly stream?: boolean;
  readonly [key: string]: unknown;
}

interface ScriptedMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** Holds an answer back until the test says so. `reached` resolves when the server has come to it. */
export interface Gate {
  readonly kind: 'gate';
  readonly reached: Promise<void>;
  readonly released: Promise<void>;
  arrive(): void;
  release(): void;
}

export function hold(): Gate {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    kind: 'gate',
    reached: reached.promise,
    released: released.promise,
    arrive: () => reached.resolve(),
    release: () => released.resolve(),
  };
}

/** A pause for a person watching; tests use a gate. */
export interface Pause {
  readonly kind: 'pause';
  readonly ms: number;
}

export interface ScriptedCall {
  readonly name: string;
  /** An object is sent as JSON; a string unchanged, malformed or not. */
  readonly arguments: string | Readonly<Record<string, unknown>>;
  /** Default: `call_1`, `call_2`… through the life of the server. */
  readonly id?: string;
  /** Into how many chunks the arguments are cut. Default 3. */
  readonly pieces?: number;
}

export interface ScriptedUsage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
  /** Part of `completion`. */
  readonly reasoning?: number;
}

/** Cut into chunks where it is one string. */
export type Streamed = string | readonly (string | Gate | Pause)[];

/** An answer as a real provider streams it: role chunk, reasoning, text, calls, finish reason, usage, `[DONE]`. */
export interface AnswerStep {
  readonly kind: 'answer';
  readonly text?: Streamed;
  /** Sent as `reasoning_content`, before the text. */
  readonly reasoning?: Streamed;
  readonly toolCalls?: readonly ScriptedCall[];
  /** Default: 120 and 20 tokens. `null`: none is reported. */
  readonly usage?: ScriptedUsage | null;
  /** Default: `tool_calls` where there are calls, else `stop`. `null`: none is sent. */
  readonly finishReason?: string | null;
}

/** Frames in the test's own words, for servers that stray from the usual shape. A string goes out unframed. */
interface RawStep {
  readonly kind: 'raw';
  readonly frames: readonly (unknown | string | Gate | Pause)[];
  /** Default true: `[DONE]` at the end. */
  readonly done?: boolean;
  readonly contentType?: string;
}

export type Step =
  | AnswerStep
  | RawStep
  /** An HTTP status with a body. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Any other whole response, status 200 by default: a page of HTML, nothing at all, a JSON document. */
  | { readonly kind: 'page'; readonly body: string; readonly contentType?: string; readonly status?: number }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** The beginning of an answer, then the connection goes. `clean`: closed as if all were said; else reset. */
  | { readonly kind: 'cut'; readonly text?: string; readonly call?: ScriptedCall; readonly clean?: boolean }
  /** The connection goes before any header. */
  | { readonly kind: 'hang-up' }
  /** Nothing more comes until the gate is released; then the connection closes. `headers: false`: not even headers. */
  | { readonly kind: 'stall'; readonly text?: string; readonly headers?: boolean; readonly gate?: Gate };

/** A step, or a function of the request; `index` counts chat requests from 0. */
export type ScriptedStep = Step | ((request: ScriptedRequest, index: number) => Step | Promise<Step>);

export const say = (text: Streamed, more: Partial<AnswerStep> = {}): AnswerStep => ({ kind: 'answer', text, ...more });

/** An answer of tool calls: `call('load_skill', { name: 'book-flight' })`. */
export const call = (
  name: string,
  args: ScriptedCall['arguments'] = {},
  more: Partial<AnswerStep> & { readonly id?: string } = {},
): AnswerStep => {
  const { id, ...rest } = more;
  return { kind: 'answer', toolCalls: [{ name, arguments: args, ...(id === undefined ? {} : { id }) }], ...rest };
};
