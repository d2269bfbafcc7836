/** The embedded OpenAI-compatible endpoint: loopback only, no key, no state. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answer } from './answer.ts';
import { asChunks, asDocument, complete } from './completion.ts';
import { streamChunks } from './stream.ts';
import { chatRequestSchema, DEMO_MODEL_ID } from './wire.ts';

export interface DemoModel {
  /** The base URL for a client: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Cuts what is streaming and frees the port. */
  close(): Promise<void>;
}

export interface DemoModelOptions {
  /** `natural` (default): a few characters every 25 ms; `instant`: at once, for tests. */
  readonly pace?: 'natural' | 'instant';
}

/** Bytes. A conversation at the largest context is far below it. */
const LARGEST_REQUEST = 32 * 1024 * 1024;

/** Milliseconds. */
const KEEP_ALIVE = 120_000;

export async function startDemoModel({ pace = 'natural' }: DemoModelOptions = {}): Promise<DemoModel> {
  const server = createServer((request, response) => {
    handle(request, response, pace).catch((problem: unknown) => {
      // A client that went away in the middle of its request needs no answer.
      if (response.destroyed) return;
      if (response.headersSent) response.destroy();
      else
        fail(
          response,
          500,
          'server_error',
          `The demo model failed: ${problem instanceof Error ? problem.message : problem}`,
        );
    });
  });
  // A client may think for a while between two requests: a connection that closes just then looks like a failure to it.
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The demo model has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, pace: 'natural' | 'instant'): Promise<void> {
  // A name that someone else's DNS points here would let a web page talk to this port.
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')) {
    return fail(response, 403, 'forbidden', 'The demo model answers on 127.0.0.1 only.');
  }
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname.replace(/\/+$/, '');
  const route = `${request.method} ${path}`;
  if (route === 'GET /v1/models') return send(response, 200, { object: 'list', data: [MODEL] });
  if (route === `GET /v1/models/${DEMO_MODEL_ID}`) return send(response, 200, MODEL);
  if (route === 'POST /v1/chat/completions') return chat(request, response, pace);
  fail(
    response,
    404,
    'not_found',
    `The demo model has no ${route}; it has POST /v1/chat/completions and GET /v1/models.`,
  );
}

const MODEL = { id: DEMO_MODEL_ID, object: 'model', created: 0, owned_by: 'skilldeck' } as const;

async function chat(request: IncomingMessage, response: ServerResponse, pace: 'natural' | 'instant'): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    return fail(response, 413, 'too_large', `The request is larger than ${LARGEST_REQUEST / 1024 / 1024} MiB.`);
  }
  const parsed = chatRequestSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'the body' : `\`${issue.path.join('.')}\``;
    return fail(
      response,
      400,
      'invalid_request_error',
      `The request cannot be read: ${where}: ${issue?.message ?? 'not JSON'}`,
    );
  }
  if (parsed.data.model !== DEMO_MODEL_ID) {
    return fail(
      response,
      404,
      'model_not_found',
      `There is no model "${parsed.data.model}" here, only "${DEMO_MODEL_ID}".`,
    );
  }
  const completion = complete(parsed.data, answer(parsed.data));
  if (parsed.data.stream !== true) return send(response, 200, asDocument(completion));
  await streamChunks(response, asChunks(completion, parsed.data.stream_options?.include_usage === true), pace);
}

/** Undefined where it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    bytes += buffer.length;
    // Read to the end anyway, so that the answer is not lost to a reset.
    if (bytes <= LARGEST_REQUEST) parts.push(buffer);
  }
  return bytes > LARGEST_REQUEST ? undefined : Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, {
    error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', code, param: null },
  });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}
