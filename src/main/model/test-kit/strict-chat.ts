/**
 * A provider of chat completions that refuses what the real one refuses, and lets another server think for it: the
 * embedded demo model books a flight behind each provider's rules.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Attached, brokenPairs, type ChatProvider, reasoningDetails, type StrictBody } from './chat-rules.ts';

export interface StrictProvider {
  /** The base URL, `/v1` included. */
  readonly url: string;
  /** Bodies that were taken, in order. */
  readonly taken: readonly StrictBody[];
  /** Why others were not. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

interface Brain {
  /** Base URL of a chat-completions server, and the model that it serves. */
  readonly url: string;
  readonly model: string;
}

interface Choice {
  readonly message: {
    readonly content: string | null;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  };
  readonly finish_reason: string;
}

/** Words per piece of a stream. */
const PIECE = 7;

export async function startStrictChat(provider: ChatProvider, brain: Brain): Promise<StrictProvider> {
  const taken: StrictBody[] = [];
  const refused: string[] = [];
  const attached = new Map<string, Attached>();

  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as StrictBody;
    const path = request.url ?? '';
    const problem = brokenPairs(body) ?? provider.refuses({ body, headers: request.headers, path, attached });
    if (problem !== undefined) {
      refused.push(problem);
      json(response, provider.status ?? 400, { error: { message: problem, type: 'invalid_request_error' } });
      return;
    }
    taken.push(body);
    stream(response, await thought(body), body.model);
  }

  async function thought(body: StrictBody): Promise<Choice> {
    const asked = JSON.stringify({ ...body, model: brain.model, stream: false, stream_options: undefined });
    const answer = await fetch(`${brain.url}/chat/completions`, { method: 'POST', body: asked });
    const { choices } = (await answer.json()) as { choices?: readonly Choice[] };
    const [choice] = choices ?? [];
    if (choice === undefined) throw new Error('The model behind the provider gave no answer.');
    return choice;
  }

  function stream(response: ServerResponse, { message, finish_reason: finish }: Choice, model: string): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const send = (delta: unknown, reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ object: 'chat.completion.chunk', model, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
      );
    const number = attached.size + 1;
    const own: Attached = { reasoning: `Thought ${number}：先想一想。`, signature: `c2ln${number}==` };
    const calls = (message.tool_calls ?? []).map((call) => ({ ...call, id: nineCharacterId(number) }));
    const [first] = calls;
    if (first !== undefined) attached.set(first.id, own);
    send({ role: 'assistant', content: '' });
    if (provider.attaches === 'reasoning_content')
      for (const piece of cut(own.reasoning)) send({ reasoning_content: piece });
    if (provider.attaches === 'reasoning_details') {
      for (const piece of cut(own.reasoning)) {
        const [detail] = reasoningDetails({ ...own, reasoning: piece }) as readonly Readonly<Record<string, unknown>>[];
        send({ reasoning: piece, reasoning_details: [{ ...detail, signature: null }] });
      }
      send({ reasoning_details: [{ type: 'reasoning.text', index: 0, signature: own.signature }] });
    }
    for (const piece of cut(message.content ?? '')) send({ content: piece });
    for (const [index, call] of calls.entries()) {
      const extra = { extra_content: { google: { thought_signature: own.signature } } };
      const isSigned = provider.attaches === 'thought_signature' && index === 0;
      send({ tool_calls: [{ index, type: 'function', ...call, ...(isSigned ? extra : {}) }] });
    }
    send({}, finish);
    const usage = { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930 };
    response.end(
      `data: ${JSON.stringify({ object: 'chat.completion.chunk', model, choices: [], usage })}\n\ndata: [DONE]\n\n`,
    );
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const handled = path.endsWith('/chat/completions') ? chat(request, response) : undefined;
    if (handled === undefined) json(response, 200, { object: 'list', data: [] });
    else handled.catch((error: unknown) => json(response, 500, { error: { message: String(error) } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    taken,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const nineCharacterId = (number: number): string => `call${String(number).padStart(5, '0')}`;

function cut(text: string): string[] {
  const points = [...text];
  return Array.from({ length: Math.ceil(points.length / PIECE) }, (_, index) =>
    points.slice(index * PIECE, (index + 1) * PIECE).join(''),
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
