/** Bounds on an answer (CONTRACT §13): exceeding them ends the call, whatever its compression or pace. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as rest } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ModelOutcome, PreparedRequest } from '../agent/ports.ts';
import { serverOfTest } from '../lib/test-kit/server-of-test.ts';
import { createModel, type ModelOptions } from './create-model.ts';

const MIB = 1024 * 1024;
const REQUEST: PreparedRequest = {
  json: '{"model":"m","messages":[]}',
  sha256: '0'.repeat(64),
  model: 'm',
  wire: 'chat',
  tokens: { total: 0, max: 0, parts: [], encoding: 'o200k_base' },
};

type Write = (response: ServerResponse, isOver: () => boolean) => Promise<void> | void;

async function serve(write: Write, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const url = await serverOfTest((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    void write(response, () => response.destroyed);
  });
  return `${url}/v1`;
}

async function ask(url: string, options: Partial<ModelOptions> = {}, signal = new AbortController().signal) {
  return createModel({ baseUrl: url, ...options }).stream(REQUEST, 1, () => {}, signal);
}

const codeOf = (outcome: ModelOutcome): string => (outcome.kind === 'failure' ? outcome.code : outcome.kind);
const frame = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const END = `${frame({}, 'stop')}data: [DONE]\n\n`;

/** A line of exactly that many bytes, its line break not counted. */
function lineOf(bytes: number): string {
  const [before, after] = frame({ content: 'X' }).trimEnd().split('X');
  return `${before}${'a'.repeat(bytes - `${before}${after}`.length)}${after}\n\n`;
}

describe('an event', () => {
  it.each([
    [16 * MIB, 'answer'],
    [16 * MIB + 1, 'answer-too-large'],
  ])('of %i bytes ends with %s', async (bytes, expected) => {
    const url = await serve((response) => void response.end(lineOf(bytes) + END));
    expect(codeOf(await ask(url))).toBe(expected);
  });

  it('is measured decompressed, so a bomb of a few kilobytes is stopped', async () => {
    const bomb = gzipSync(lineOf(64 * MIB));
    expect(bomb.length).toBeLessThan(MIB);
    const url = await serve((response) => void response.end(bomb), { 'content-encoding': 'gzip' });
    expect(codeOf(await ask(url))).toBe('answer-too-large');
  });
});

/** Writes as long as the client reads. */
async function endless(response: ServerResponse, piece: string, isOver: () => boolean): Promise<void> {
  const closed = once(response, 'close');
  while (!isOver()) {
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    await rest();
  }
}

describe('an answer', () => {
  it('of many small pieces ends at 16 MiB of text, reasoning and arguments in total, without a retry', async () => {
    const deltas = [
      { content: 'w'.repeat(8_000) },
      { reasoning_content: 't'.repeat(8_000) },
      { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: 'a'.repeat(8_000) } }] },
    ];
    const url = await serve((response, isOver) =>
      endless(response, deltas.map((delta) => frame(delta)).join(''), isOver),
    );
    const outcome = await ask(url);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'answer-too-large' });
    expect(outcome).not.toHaveProperty('retryInMs');
  });

  it.each([
    ['thoughts', { reasoning_content: 't'.repeat(64_000) }],
    ['arguments', { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: 'a'.repeat(64_000) } }] }],
  ])('of nothing but %s also ends at 16 MiB', async (_what, delta) => {
    const url = await serve((response, isOver) => endless(response, frame(delta), isOver));
    const outcome = await ask(url, { answerTimeoutMs: 30_000 });
    // Not ended by the time limit, whose message names minutes.
    expect(outcome).toMatchObject({ code: 'answer-too-large', message: expect.stringContaining('16 MiB') });
  });

  it('that compresses well has the same limit', async () => {
    const url = await serve(
      async (response, isOver) => {
        const gzip = createGzip();
        gzip.pipe(response);
        const piece = frame({ content: 'w'.repeat(64_000) });
        while (!isOver()) {
          if (!gzip.write(piece)) await new Promise<void>((resolve) => gzip.once('drain', resolve));
          await rest();
        }
        gzip.destroy();
      },
      { 'content-encoding': 'gzip' },
    );
    expect(codeOf(await ask(url))).toBe('answer-too-large');
  });

  it.each([
    ['keep-alives', ': ping\n\n'],
    ['empty deltas', frame({})],
    ['roles without words', frame({ role: 'assistant', content: '' })],
  ])('of nothing but %s stalls', async (_what, piece) => {
    const url = await serve((response, isOver) => endless(response, piece, isOver));
    expect(await ask(url, { contentTimeoutMs: 300 })).toMatchObject({
      code: 'answer-stalled',
      retryInMs: expect.anything(),
    });
  });

  it('that never ends is stopped at its time limit', async () => {
    const url = await serve(async (response, isOver) => {
      while (!isOver()) {
        response.write(frame({ content: 'w' }));
        await rest();
      }
    });
    const outcome = await ask(url, { answerTimeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'failure', code: 'answer-too-large' });
    expect(outcome).not.toHaveProperty('retryInMs');
  });

  it('that is not a stream is limited too', async () => {
    const url = await serve((response, isOver) => endless(response, '{"a":1}\n'.repeat(8_000), isOver), {
      'content-type': 'application/json',
    });
    expect(codeOf(await ask(url))).toBe('answer-too-large');
  });
});

it('keeps timers running during a flood, so that a stop takes effect', async () => {
  const url = await serve((response, isOver) => endless(response, frame({ content: 'w' }).repeat(2_000), isOver));
  const control = new AbortController();
  const running = ask(url, {}, control.signal);
  let turns = 0;
  while (turns < 20) {
    await rest();
    turns += 1;
  }
  control.abort();
  expect(codeOf(await running)).toBe('stopped');
});
