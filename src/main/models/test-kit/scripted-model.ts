/**
 * A scripted OpenAI-compatible server: real HTTP, real server-sent events, on its own loopback port.
 *
 *     const model = await startScriptedModel([call('load_skill', { name: 'book-flight' }), say('Done.')]);
 *     … baseUrl: model.url …
 *     model.requests[1]?.json   // byte for byte as posted
 *
 * Each chat request takes the next step; with none left it answers 400, which no client retries.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../lib/test-kit/listen.ts';
import { answerFrames, callFrames, chunk, type Frame, type FrameContext } from './scripted-frames.ts';
import type { ScriptedBody, ScriptedRequest, ScriptedStep, Step } from './scripted-steps.ts';

export { call, type Gate, hold, type ScriptedRequest, type ScriptedStep, type Step, say } from './scripted-steps.ts';

export interface ScriptedModelOptions {
  /** Answered to `GET /models`: ids, or entries with more. Default: `scripted-model`. */
  readonly models?: readonly (string | { readonly id: string; readonly [field: string]: unknown })[];
  /** A key that must be given; without it requests are answered 401. */
  readonly apiKey?: string;
  readonly port?: number;
  /** Answer to each request once the steps are used up. */
  readonly rest?: ScriptedStep;
}

export interface ScriptedModel {
  /** The base URL, `/v1` included. */
  readonly url: string;
  /** Chat requests in the order in which they came. */
  readonly requests: readonly ScriptedRequest[];
  /** More steps, after those that are left. */
  add(...steps: readonly ScriptedStep[]): void;
  /** Resolves when `count` chat requests have come. */
  arrived(count: number): Promise<void>;
  /** Steps not used yet. */
  remaining(): number;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function json(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const isWait = (frame: unknown): frame is Extract<Frame, { kind: 'gate' | 'pause' }> =>
  typeof frame === 'object' && frame !== null && 'kind' in frame && (frame.kind === 'gate' || frame.kind === 'pause');

async function stream(response: ServerResponse, frames: readonly unknown[], done: boolean, contentType: string) {
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const frame of frames) {
    if (response.destroyed) return;
    if (isWait(frame)) {
      if (frame.kind === 'pause') await sleep(frame.ms);
      else {
        frame.arrive();
        await frame.released;
      }
    } else response.write(typeof frame === 'string' ? frame : `data: ${JSON.stringify(frame)}\n\n`);
  }
  response.end(done ? 'data: [DONE]\n\n' : undefined);
}

const SSE = 'text/event-stream; charset=utf-8';

async function perform(step: Step, response: ServerResponse, context: FrameContext): Promise<void> {
  switch (step.kind) {
    case 'answer':
      return stream(response, answerFrames(context, step), true, SSE);
    case 'raw':
      return stream(response, step.frames, step.done ?? true, step.contentType ?? SSE);
    case 'status':
      return json(response, step.status, step.body ?? { error: { message: `status ${step.status}` } }, step.headers);
    case 'page':
      response.writeHead(step.status ?? 200, { 'content-type': step.contentType ?? 'text/html; charset=utf-8' });
      response.end(step.body);
      return;
    case 'redirect':
      response.writeHead(step.status ?? 307, { location: step.to });
      response.end();
      return;
    case 'cut': {
      response.writeHead(200, { 'content-type': SSE });
      const frames = [chunk(context, { role: 'assistant', content: step.text ?? '' })];
      if (step.call !== undefined) frames.push(...callFrames(context, step.call, 0).slice(0, 2));
      for (const frame of frames) response.write(`data: ${JSON.stringify(frame)}\n\n`);
      if (step.clean === true) response.end();
      // The bytes are on their way before the reset, so that the client sees a beginning.
      else response.write('', () => setImmediate(() => response.socket?.resetAndDestroy()));
      return;
    }
    case 'hang-up':
      response.socket?.resetAndDestroy();
      return;
    case 'stall': {
      if (step.headers !== false) {
        response.writeHead(200, { 'content-type': SSE });
        response.write(`data: ${JSON.stringify(chunk(context, { role: 'assistant', content: step.text ?? '' }))}\n\n`);
      }
      step.gate?.arrive();
      if (step.gate === undefined) return;
      await step.gate.released;
      response.end();
      return;
    }
  }
}

export async function startScriptedModel(
  steps: readonly ScriptedStep[],
  options: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const queue = [...steps];
  const requests: ScriptedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let calls = 0;

  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const body = JSON.parse(text) as ScriptedBody;
    const scripted = { json: text, body, headers: request.headers, path: request.url ?? '' };
    const index = requests.push(scripted) - 1;
    for (const one of waiting.filter(({ count }) => count <= requests.length)) one.resolve();
    const next = queue.shift() ?? options.rest;
    if (next === undefined) {
      json(response, 400, { error: { message: `The script has no step for request ${index + 1}.` } });
      return;
    }
    const nextCallId = () => `call_${++calls}`;
    const step = typeof next === 'function' ? await next(scripted, index) : next;
    await perform(step, response, { id: `chatcmpl-${index + 1}`, model: body.model, nextCallId });
  }

  const server = await listen((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`) {
      json(response, 401, { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } });
    } else if (request.method === 'POST' && path === '/v1/chat/completions') {
      chat(request, response).catch((error: unknown) => {
        if (!response.headersSent) json(response, 400, { error: { message: `The script failed: ${String(error)}` } });
        else response.destroy();
      });
    } else if (request.method === 'GET' && path === '/v1/models') {
      const data = (options.models ?? ['scripted-model']).map((model) => ({
        object: 'model',
        owned_by: 'script',
        ...(typeof model === 'string' ? { id: model } : model),
      }));
      json(response, 200, { object: 'list', data });
    } else json(response, 404, { error: { message: `Nothing at ${request.method} ${path}.` } });
  }, options.port);

  return {
    url: `${server.url}/v1`,
    requests,
    add: (...more) => {
      queue.push(...more);
    },
    arrived: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    remaining: () => queue.length,
    close: server.close,
  };
}
