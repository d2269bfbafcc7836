/** The embedded OpenAI-compatible endpoint: loopback only, no key, no state. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsedJson } from '../shared/defined.ts';
import { messageOf } from '../shared/errors.ts';
import { foldConversation } from './dialogue/observe.ts';
import { en } from './en.ts';
import { findFittingSkill, findFlightSkill, nextStep } from './plan/next-step.ts';
import { foundSkills, readCatalog, readLoadedSkills, readSkillFolders, readToolbox } from './skills.ts';
import { type Answer, type ChatRequest, chatRequestSchema, DEMO_MODEL_ID, readConversation } from './wire.ts';
import { zh } from './zh.ts';

// Sends chunks as server-sent events at the pace at which people read along.

/** Milliseconds between chunks: with five columns each, about 200 columns a second. */
const NATURAL_PACE = 25;

/** Stops silently if the client disconnects. */
export async function streamChunks(
  response: ServerResponse,
  chunks: readonly unknown[],
  pace: 'natural' | 'instant',
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
  for (const chunk of chunks) {
    if (gone.signal.aborted) return;
    if (pace === 'natural') await sleep(NATURAL_PACE, undefined, { signal: gone.signal }).catch(() => undefined);
    if (gone.signal.aborted) return;
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

/** From one request to one answer: a pure function, with no memory and no clock. */
const SUMMARY = /\bsummar(?:y|ise|ize)\b|摘要|总结|概括/i;

export function answer(request: ChatRequest): Answer {
  const conversation = readConversation(request);
  const turn = conversation.turns.at(-1) ?? { user: '', uses: [] };
  const listed = readCatalog(conversation.system, request.tools);
  const found = foundSkills(turn.uses).filter(({ id }) => listed.every((skill) => skill.id !== id));
  const catalog = [...listed, ...found];
  const isForOthers = (text: string) => {
    const fitting = findFittingSkill(catalog, text);
    return fitting !== undefined && fitting !== findFlightSkill({ catalog, loaded: [] });
  };
  const state = foldConversation(conversation, isForOthers);
  const words = state.language === 'zh' ? zh : en;
  if ((request.tools ?? []).length === 0 && SUMMARY.test(turn.user)) {
    const before = foldConversation({ ...conversation, turns: conversation.turns.slice(0, -1) }, isForOthers);
    const said = conversation.turns.at(-2)?.user ?? '';
    return { text: (before.language === 'zh' ? zh : en).summary(before.trip, before.bookings, said.slice(0, 500)) };
  }
  const workspace = /^## Workspace\n[\s\S]*?(?=\n## |$)/m.exec(conversation.system)?.[0] ?? '';
  const folders = readSkillFolders(conversation.system, catalog);
  return nextStep({
    state,
    session: `${workspace}\n${conversation.turns[0]?.user ?? ''}`,
    turn,
    turns: conversation.turns,
    toolbox: readToolbox(request),
    catalog,
    folders,
    loaded: readLoadedSkills(conversation, folders),
    words,
  });
}

/** Answers in the protocol's own shapes: one document, or a stream of chunks. */
interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** An answer as the protocol has it. The same request gives the same one, ids included. */
export interface Completion {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: 'stop' | 'tool_calls' | 'length';
  readonly usage: Readonly<Record<`${'prompt' | 'completion' | 'total'}_tokens`, number>>;
}

export function complete(request: ChatRequest, answer: Answer): Completion {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const text = cut(answer.text, limit);
  const isCut = text.length < answer.text.length;
  const toolCalls = answer.call === undefined || isCut ? [] : [toolCall(request, answer.call)];
  const prompt = request.messages.reduce((sum, message) => sum + roughTokens(JSON.stringify(message)), 0);
  const offered = roughTokens(JSON.stringify(request.tools ?? []));
  const completion = roughTokens(text) + toolCalls.reduce((sum, call) => sum + roughTokens(call.function.arguments), 0);
  return {
    id: `chatcmpl-${digest([request.messages, answer])}`,
    model: request.model,
    text,
    toolCalls,
    finishReason: isCut ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: {
      prompt_tokens: prompt + offered,
      completion_tokens: completion,
      total_tokens: prompt + offered + completion,
    },
  };
}

export function asDocument(completion: Completion): unknown {
  const { id, model, text, toolCalls, finishReason, usage } = completion;
  const message = {
    role: 'assistant',
    content: text === '' && toolCalls.length > 0 ? null : text,
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  return {
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage,
  };
}

/** The chunks of a stream, in order, without the closing `[DONE]`. */
export function asChunks(completion: Completion, includeUsage: boolean): unknown[] {
  const { id, model, text, toolCalls, finishReason, usage } = completion;
  const chunk = (choices: unknown[], extra: object = {}) => ({
    id,
    object: 'chat.completion.chunk',
    created: CREATED,
    model,
    choices,
    // Asked for usage, a provider sends the field in every chunk, and its value in the last.
    ...(includeUsage ? { usage: null } : {}),
    ...extra,
  });
  const delta = (value: object, finish: string | null = null) =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }]);
  return [
    delta({ role: 'assistant', content: toolCalls.length > 0 && text === '' ? null : '' }),
    ...pieces(text, TEXT_PIECE).map((content) => delta({ content })),
    ...toolCalls.flatMap((call, index) => [
      delta({
        tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }],
      }),
      ...pieces(call.function.arguments, ARGUMENT_PIECE).map((part) =>
        delta({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    delta({}, finishReason),
    ...(includeUsage ? [chunk([], { usage })] : []),
  ];
}

/** The same for ever, as everything else about an answer: there is no clock in this model. */
const CREATED = 0;
/** Columns of text in a chunk; a Chinese character takes two. */
const TEXT_PIECE = 5;
const ARGUMENT_PIECE = 24;

/** Cut at columns, never inside a character. */
function pieces(text: string, columns: number): string[] {
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const char of text) {
    part += char;
    width += /\p{Script=Han}|[\u3000-\u303f\uff00-\uff60]/u.test(char) ? 2 : 1;
    if (width >= columns) {
      parts.push(part);
      part = '';
      width = 0;
    }
  }
  return part === '' ? parts : [...parts, part];
}

function toolCall(request: ChatRequest, call: NonNullable<Answer['call']>): ToolCall {
  const json = JSON.stringify(call.arguments);
  const id = `call_${digest([request.messages.length, call.name, json])}`;
  return { id, type: 'function', function: { name: call.name, arguments: json } };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 20);
}

/** A rough count: four letters or one Chinese character a token. */
function roughTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}

function cut(text: string, tokens: number): string {
  if (roughTokens(text) <= tokens) return text;
  let kept = '';
  for (const char of text) {
    if (roughTokens(kept + char) > tokens) break;
    kept += char;
  }
  return kept;
}

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
      else fail(response, 500, 'server_error', `The demo model failed: ${messageOf(problem)}`);
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
  fail(response, 404, 'not_found', `The demo model has no ${route}; it has ${ROUTES}.`);
}

const ROUTES = 'POST /v1/chat/completions and GET /v1/models';
const MODEL = { id: DEMO_MODEL_ID, object: 'model', created: 0, owned_by: 'skilldeck' } as const;

async function chat(request: IncomingMessage, response: ServerResponse, pace: 'natural' | 'instant'): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    return fail(response, 413, 'too_large', `The request is larger than ${LARGEST_REQUEST / 1024 / 1024} MiB.`);
  }
  const refuse = (status: number, code: string, message: string) => fail(response, status, code, message);
  const parsed = chatRequestSchema.safeParse(parsedJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'the body' : `\`${issue.path.join('.')}\``;
    return refuse(
      400,
      'invalid_request_error',
      `The request cannot be read: ${where}: ${issue?.message ?? 'not JSON'}`,
    );
  }
  if (parsed.data.model !== DEMO_MODEL_ID) {
    return refuse(404, 'model_not_found', `There is no model "${parsed.data.model}" here, only "${DEMO_MODEL_ID}".`);
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
