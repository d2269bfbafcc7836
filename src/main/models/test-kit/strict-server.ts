/**
 * A provider that refuses what its published rules refuse, and otherwise answers by script, or as another model would:
 * real HTTP, real server-sent events. What a provider does is in a file for each: its rules, and how it streams.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../lib/test-kit/listen.ts';

export interface Frame {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface StrictAnswer {
  /** Shown in part; the whole goes back unread. */
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[];
}

export interface StrictRequest {
  readonly json: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Includes the query. */
  readonly url: string;
}

/** A rule that a request breaks. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;

  constructor(message: string, status = 400, code = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Provider {
  /** Below `/v1`. */
  readonly path: string;
  /** @throws Refused */
  check(request: StrictRequest): void;
  /** Those with a `type` are sent under its name. */
  frames(answer: StrictAnswer, request: StrictRequest): readonly object[];
  error(refused: Refused): unknown;
  /** The server's information about itself, by path from its root; all other paths are unknown. */
  readonly about?: Readonly<Record<string, object>>;
}

export interface StrictModel {
  readonly url: string;
  readonly requests: readonly StrictRequest[];
  /** The words of each refusal. */
  readonly refusals: readonly string[];
  add(...answers: readonly StrictAnswer[]): void;
  close(): Promise<void>;
}

/** @param think once no scripted answer is left */
export async function startStrict(
  provider: Provider,
  think?: (body: StrictRequest['body']) => Promise<StrictAnswer>,
): Promise<StrictModel> {
  const queue: StrictAnswer[] = [];
  const requests: StrictRequest[] = [];
  const refusals: string[] = [];

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // These rules do not cover lists and information about the server.
    const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    if (!pathname.endsWith(provider.path)) {
      const about = provider.about?.[pathname];
      response.writeHead(about === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(about === undefined ? '' : JSON.stringify(about));
      return;
    }
    const json = await textOf(incoming);
    const { url = '', headers } = incoming;
    const request = { json, body: JSON.parse(json) as StrictRequest['body'], headers, url };
    requests.push(request);
    try {
      provider.check(request);
      const next = queue.shift() ?? (await think?.(request.body));
      if (next === undefined) throw new Refused('The script has no more answers.');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const frame of provider.frames(next, request)) {
        const name = 'type' in frame ? `event: ${String(frame.type)}\n` : '';
        response.write(`${name}data: ${JSON.stringify(frame)}\n\n`);
      }
      response.end();
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused(String(error));
      refusals.push(refused.message);
      response.writeHead(refused.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(provider.error(refused)));
    }
  }

  const server = await listen((incoming, response) => void answer(incoming, response));
  return {
    url: `${server.url}/v1`,
    requests,
    refusals,
    add: (...answers) => {
      queue.push(...answers);
    },
    close: server.close,
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** @throws Refused where it does not hold. */
export function must(holds: boolean, message: string, status?: number, code?: string): asserts holds {
  if (!holds) throw new Refused(message, status, code);
}

/** @throws Refused naming the first field that the provider does not know. */
export function knows(value: object, fields: readonly string[], refusal: (field: string) => string): void {
  for (const field of Object.keys(value)) must(fields.includes(field), refusal(field));
}

/** Pieces of at most `size` code points, so that no surrogate pair is split. */
export function pieces(text: string, size = 7): string[] {
  const points = [...text];
  const starts = Array.from({ length: Math.ceil(points.length / size) }, (_, index) => index * size);
  return starts.map((at) => points.slice(at, at + size).join(''));
}

/** 1, 2, 3, … */
export function counter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
