/** An OTLP/HTTP endpoint that refuses what a backend would, and answers as configured. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../lib/test-kit/listen.ts';
import { readProtobuf } from './read-protobuf.ts';
import { type StrictSpan, strictSpans } from './strict-spans.ts';

interface CollectedTrace {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly spans: readonly StrictSpan[];
  readonly resource: Record<string, unknown>;
}

type CollectorAnswer = number | 'hangs' | { readonly status: number; readonly headers: Record<string, string> };

export interface Collector {
  readonly url: string;
  readonly taken: CollectedTrace[];
  /** Requests, refused ones too. */
  readonly asked: () => number;
  /** For the next requests; then 200. */
  answer(...answers: readonly CollectorAnswer[]): void;
  /** Refusals, in words. */
  readonly faults: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, (body: Buffer) => unknown>> = {
  'application/json': (body) => JSON.parse(body.toString('utf8')),
  'application/x-protobuf': readProtobuf,
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function startCollector(port = 0): Promise<Collector> {
  const taken: CollectedTrace[] = [];
  const faults: string[] = [];
  const answers: CollectorAnswer[] = [];
  let asked = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    asked += 1;
    const next = answers.shift() ?? 200;
    if (next === 'hangs') return;
    const { status, headers = {} } = typeof next === 'number' ? { status: next } : next;
    if (status !== 200) {
      response.writeHead(status, headers).end();
      return;
    }
    const read = TYPES[request.headers['content-type'] ?? ''];
    try {
      if (request.method !== 'POST' || read === undefined) throw new Error(`It is no OTLP: ${request.method}.`);
      const { spans, resource } = strictSpans(read(body));
      taken.push({ path: request.url ?? '', headers: request.headers, spans, resource });
      const isJson = request.headers['content-type'] === 'application/json';
      response.writeHead(200, { 'content-type': request.headers['content-type'] }).end(isJson ? '{}' : '');
    } catch (error) {
      faults.push(String(error));
      response.writeHead(400).end();
    }
  };
  const { url, close } = await listen((request, response) => void take(request, response), port);
  return { url, taken, faults, asked: () => asked, answer: (...next) => void answers.push(...next), close };
}
