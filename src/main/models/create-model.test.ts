import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ModelDelta, ModelOutcome, PreparedRequest } from '../agent/ports.ts';
import { freePort } from '../lib/test-kit/listen.ts';
import { serverOfTest } from '../lib/test-kit/server-of-test.ts';
import { createModel, type ModelOptions, quoteServer } from './create-model.ts';
import { modelOfTest } from './test-kit/model-of-test.ts';
import { call, hold, type ScriptedStep, say } from './test-kit/scripted-model.ts';

const KEY = 'test-key-0123456789';
const serve = (...steps: ScriptedStep[]) => modelOfTest(steps);

function prepared(body: object = { messages: [{ role: 'user', content: '帮我订一张机票' }] }): PreparedRequest {
  const json = JSON.stringify({ model: 'm-1', ...body, stream: true });
  const sha256 = createHash('sha256').update(json).digest('hex');
  return {
    json,
    sha256,
    model: 'm-1',
    wire: 'chat' as const,
    tokens: { total: 0, max: 0, parts: [], encoding: 'o200k_base' },
  };
}

interface Asked {
  readonly outcome: ModelOutcome;
  readonly deltas: readonly ModelDelta[];
}

async function ask(url: string, more: Partial<ModelOptions> & { attempt?: number } = {}): Promise<Asked> {
  const { attempt = 1, ...options } = more;
  const model = createModel({ baseUrl: url, apiKey: KEY, random: () => 0.5, ...options });
  const deltas: ModelDelta[] = [];
  const outcome = await model.stream(prepared(), attempt, (delta) => deltas.push(delta), new AbortController().signal);
  return { outcome, deltas };
}

/** The code, and the wait where another try is proposed. */
async function failure(step: ScriptedStep, options: Partial<ModelOptions> = {}): Promise<string> {
  const { url } = await serve(step);
  const { outcome } = await ask(url, options);
  if (outcome.kind !== 'failure') return outcome.kind;
  expect(outcome.message).not.toContain(KEY);
  expect(outcome.message).not.toContain('订一张机票');
  return outcome.retryInMs === undefined ? outcome.code : `${outcome.code} +${outcome.retryInMs}`;
}

const raw = (...frames: unknown[]): ScriptedStep => ({ kind: 'raw', frames });
const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
});
const error = (status: number, body: unknown, headers?: Record<string, string>): ScriptedStep => ({
  kind: 'status',
  status,
  body,
  ...(headers === undefined ? {} : { headers }),
});

describe('an answer', () => {
  // Rules: 001.8
  it('posts the body byte for byte, with the key and nothing that identifies the machine', async () => {
    const { url, requests } = await serve(say('你好', { usage: { prompt: 9, completion: 2, cached: 4 } }));
    // Keys that look like numbers change their order when an object is written again.
    const request = prepared({ messages: [{ role: 'user', content: 'π "\u2028"' }], '10': 1, '9': { b: 1.0, a: -0 } });
    const odd = { ...request, json: request.json.replace('"model"', ' "model" ') };
    const model = createModel({ baseUrl: ` ${url}/chat/completions/ `, apiKey: ` ${KEY}\n` });
    const outcome = await model.stream(odd, 1, () => {}, new AbortController().signal);
    expect(outcome).toMatchObject({
      kind: 'answer',
      text: '你好',
      toolCalls: [],
      finishReason: 'stop',
      usage: { promptTokens: 9, completionTokens: 2, cachedPromptTokens: 4 },
    });
    expect(requests.map(({ json }) => json)).toEqual([odd.json]);
    const headers = requests[0]?.headers ?? {};
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(headers['user-agent']).toBe('skilldeck');
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it('sends no Authorization header without a key', async () => {
    const { url, requests } = await serve(say('ok'));
    await ask(url, { apiKey: undefined });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  // Rules: 001.10
  it('streams text and calls, and assembles two interleaved calls in their order', async () => {
    const piece = (index: number, args: string) => delta({ tool_calls: [{ index, function: { arguments: args } }] });
    const { url } = await serve(
      raw(
        delta({ role: 'assistant', content: null, reasoning_content: 'hm' }),
        delta({ content: 'Let me ' }),
        delta({ content: 'look.' }),
        delta({ tool_calls: [{ index: 1, id: 'b', function: { name: 'grep', arguments: '' } }] }),
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'load_skill', arguments: '{"na' } }] }),
        piece(1, '{"pattern":'),
        piece(0, 'me":"x"}'),
        piece(1, '"y"}'),
        delta({}, 'tool_calls'),
        { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } },
      ),
    );
    const { outcome, deltas } = await ask(url);
    expect(outcome).toMatchObject({
      kind: 'answer',
      text: 'Let me look.',
      finishReason: 'tool_calls',
      toolCalls: [
        { id: 'a', name: 'load_skill', arguments: '{"name":"x"}' },
        { id: 'b', name: 'grep', arguments: '{"pattern":"y"}' },
      ],
      usage: { promptTokens: 5, completionTokens: 1 },
    });
    expect(deltas).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Let me ' },
      { type: 'text', text: 'look.' },
      { type: 'tool-call', index: 0, name: 'grep' },
      { type: 'tool-call', index: 1, name: 'load_skill' },
    ]);
  });

  it('accepts a finished answer despite what follows: no [DONE], a reset, silence', async () => {
    const whole = [delta({ content: 'ok' }), delta({}, 'stop')];
    const silent = await serve({ kind: 'raw', frames: [...whole, hold()], done: false });
    const texts = await Promise.all([
      serve({ kind: 'raw', frames: whole, done: false }).then(({ url }) => ask(url)),
      serve(raw(...whole, { error: { message: 'too late' } })).then(({ url }) => ask(url)),
      ask(silent.url, { contentTimeoutMs: 50 }),
    ]);
    expect(texts.map(({ outcome }) => outcome)).toMatchObject(Array(3).fill({ kind: 'answer', text: 'ok' }));
  });

  it('accepts a complete answer from a server that does not stream', async () => {
    const body = JSON.stringify({
      choices: [
        {
          message: { content: null, tool_calls: [{ id: 'x', function: { name: 'a', arguments: '' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    });
    const { url } = await serve({ kind: 'page', body, contentType: 'application/json' });
    const { outcome } = await ask(url);
    expect(outcome).toMatchObject({ kind: 'answer', toolCalls: [{ id: 'x', name: 'a', arguments: '{}' }] });
  });
});

describe('a failure', () => {
  it('has its own code, and suggests a retry only if that can help', async () => {
    const table: [string, ScriptedStep][] = [
      ['server-error +500', error(500, { error: { message: 'boom' } })],
      ['server-error +500', error(503, '<html>bad gateway</html>')],
      ['rate-limited +500', error(429, { error: { message: 'slow down' } })],
      ['rate-limited +2000', error(429, {}, { 'retry-after': '2' })],
      ['rate-limited +30000', error(429, {}, { 'retry-after': '3600' })],
      ['rate-limited +120', error(429, {}, { 'retry-after-ms': '120' })],
      [
        'rate-limited',
        error(429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }),
      ],
      ['rate-limited', error(402, { error: { message: 'Insufficient Balance' } })],
      ['unauthorized', error(401, { error: { message: `Incorrect API key provided: ${KEY}.` } })],
      ['unauthorized', error(403, { message: 'no' })],
      ['not-found', error(404, { error: { message: 'The model `m-1` does not exist' } })],
      ['not-found', error(400, { error: { message: 'Model Not Exist' } })],
      ['bad-request', error(400, { detail: [{ msg: '帮我订一张机票 is wrong' }] })],
      ['not-found', error(410, { error: { message: 'The model m has been deprecated.' } })],
      ['bad-request', error(404, { error: { message: 'No endpoints found that support tool use.' } })],
      ['unauthorized', error(400, { error: { message: 'User location is not supported for the API use.' } })],
      ['not-a-stream', error(403, '<!DOCTYPE html><title>Just a moment...</title>')],
      ['context-too-long', error(400, { error: { code: 'context_length_exceeded', message: 'x' } })],
      ['content-filter', error(400, { error: { code: 'data_inspection_failed', message: 'x' } })],
      ['server-error +500', raw(delta({ content: 'a' }), { error: { message: 'overloaded', code: 529 } })],
      ['server-error +500', raw('event: error\ndata: {"message":"engine died"}\n\n')],
      [
        'context-too-long',
        raw({ object: 'error', message: "This model's maximum context length is 8 tokens", code: 400 }),
      ],
      ['content-filter', raw(delta({ content: 'a' }, 'content_filter'))],
      ['answer', say('text', { finishReason: null })],
      ['cut-off +500', { kind: 'cut', text: 'half', clean: true }],
      ['cut-off +500', { kind: 'cut', text: 'half' }],
      ['cut-off +500', { kind: 'cut', call: { name: 'a', arguments: { long: 'argument' } }, clean: true }],
      ['cut-off +500', { kind: 'raw', frames: [delta({ content: 'a' }), 'data: {"choices":[{"del'], done: false }],
      ['not-a-stream', { kind: 'page', body: '<!doctype html><title>Sign in</title>' }],
      ['not-a-stream +500', { kind: 'page', body: '', contentType: 'text/event-stream' }],
      ['not-a-stream', { kind: 'page', body: 'hello' }],
      [
        'rate-limited +500',
        { kind: 'page', body: '{"error":{"code":429,"message":"busy"}}', contentType: 'application/json' },
      ],
      ['unreachable +500', { kind: 'hang-up' }],
    ];
    const found = await Promise.all(table.map(([, step]) => failure(step)));
    expect(found).toEqual(table.map(([expected]) => expected));
  });

  it('says how long the server asks to wait where the next try comes earlier', async () => {
    const { outcome } = await ask((await serve(error(429, {}, { 'retry-after': '3600' }))).url);
    expect(outcome).toMatchObject({ message: expect.stringMatching(/3,600 s.* 30 s\b/) });
  });

  it('waits longer each time, and after the last try reports the number of tries', async () => {
    const { url } = await serve(...Array.from({ length: 5 }, () => error(500, {})));
    const waits: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { outcome } = await ask(url, { attempt });
      if (outcome.kind !== 'failure') throw new Error(outcome.kind);
      waits.push(outcome.retryInMs);
      if (attempt === 5) expect(outcome.message).toContain('Tried 5 times.');
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, undefined]);
  });

  it('has the field that a 500 refuses beside its next try, none of another status, and no tool', async () => {
    const tool = { type: 'function', function: { name: 'book', parameters: {} } };
    const request = prepared({ messages: [], tools: [tool], seed: 1 });
    const refusedBy = async (status: number, message: string) => {
      const { url } = await serve(error(status, { error: { message } }));
      const model = createModel({ baseUrl: url, random: () => 0.5 });
      const outcome = await model.stream(request, 1, () => {}, new AbortController().signal);
      expect(outcome).toMatchObject({ code: status < 500 ? 'bad-request' : 'server-error' });
      return outcome.kind === 'failure' ? [outcome.retryInMs, outcome.refused] : outcome;
    };
    const field = "create() got an unexpected keyword argument 'seed'";
    const passing = 'The function book is unavailable';
    const refused = { fields: ['seed'], tools: [] };
    expect(await refusedBy(500, field)).toEqual([500, refused]);
    expect(await refusedBy(500, passing)).toEqual([500, { fields: [], tools: [] }]);
    expect(await refusedBy(503, `${passing}: ${field}`)).toEqual([500, undefined]);
    expect(await refusedBy(400, passing)).toEqual([undefined, { fields: [], tools: ['book'] }]);
  });

  it('stops a silence before the headers, before the first text, in mid-answer and after keep-alives', async () => {
    const beats = Array.from({ length: 200 }, () => [': keep-alive\n\n', { kind: 'pause', ms: 5 }]).flat();
    // On a busy machine headers may take long to come: only where none ever do is their limit a short one.
    const idle = { contentTimeoutMs: 40 };
    expect(
      await Promise.all([
        failure({ kind: 'stall', headers: false }, { headersTimeoutMs: 60 }),
        failure({ kind: 'stall' }, idle),
        failure(say(['words', hold()]), idle),
        failure(raw(delta({ content: 'a' }), ...beats), idle),
      ]),
    ).toEqual(['timeout +500', 'answer-stalled +500', 'answer-stalled +500', 'answer-stalled +500']);
  });

  it('reports an invalid address or one without a server, without a retry', async () => {
    const [refused, bare, login] = await Promise.all([
      ask(`http://127.0.0.1:${await freePort()}/v1`),
      ask('localhost:11434/v1'),
      ask('https://me:secret@example.com/v1'),
    ]);
    expect(refused.outcome).toMatchObject({ code: 'unreachable', retryInMs: 500 });
    expect(bare.outcome).toEqual({
      kind: 'failure',
      code: 'unreachable',
      reason: 'address-without-scheme',
      figures: { suggestion: 'http://localhost:11434/v1' },
      message: 'The model address lacks http:// or https://. Did you mean http://localhost:11434/v1?',
    });
    expect(JSON.stringify(login.outcome)).not.toContain('secret');
  });

  it('never sends a prompt to another host, and follows a redirect on its own host', async () => {
    const other = await serve(say('stolen'));
    const away = await serve({ kind: 'redirect', to: `${other.url}/chat/completions` });
    const { outcome } = await ask(away.url);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'redirected' });
    expect(outcome).not.toHaveProperty('retryInMs');
    expect(other.requests).toEqual([]);

    const own = await serve({ kind: 'redirect', to: '/v1/chat/completions', status: 308 }, say('found'));
    expect((await ask(own.url)).outcome).toMatchObject({ kind: 'answer', text: 'found' });
    expect(own.requests.map(({ json }) => json)).toEqual([prepared().json, prepared().json]);
  });
});

describe('a stop', () => {
  it('ends the call at once with the text so far, at any point, and closes the socket', async () => {
    const gates = { text: hold(), headers: hold(), body: hold() };
    const cases: [ScriptedStep, Promise<void>, string][] = [
      [say(['so far', gates.text, ' and more']), gates.text.reached, 'so far'],
      [{ kind: 'stall', headers: false, gate: gates.headers }, gates.headers.reached, ''],
      [{ kind: 'stall', gate: gates.body }, gates.body.reached, ''],
    ];
    for (const [step, reached, text] of cases) {
      const { url } = await serve(step);
      const control = new AbortController();
      const seen = Promise.withResolvers<void>();
      const running = createModel({ baseUrl: url }).stream(prepared(), 1, () => seen.resolve(), control.signal);
      await reached;
      if (text !== '') await seen.promise;
      control.abort();
      expect(await running).toMatchObject({ kind: 'stopped', text });
    }
  });

  it('before the call sends nothing', async () => {
    const { url, requests } = await serve(call('a'));
    const outcome = await createModel({ baseUrl: url }).stream(prepared(), 1, () => {}, AbortSignal.abort());
    expect(outcome).toMatchObject({ kind: 'stopped', text: '' });
    expect(requests).toEqual([]);
  });
});

it('accepts numbers that are not valid JSON such as NaN, and leaves them in texts', async () => {
  const url = await serverOfTest((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"NaN \\"and Infinity"}}],"x":NaN}\n\n');
    response.write('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":NaN},');
    response.end('"y":-Infinity}\n\ndata: [DONE]\n\n');
  });
  const { outcome } = await ask(`${url}/v1`);
  expect(outcome).toMatchObject({ kind: 'answer', text: 'NaN "and Infinity', finishReason: 'stop' });
});

const said = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });

it('masks runs of 16 characters of the conversation, and keeps shorter ones', () => {
  const json = said('the quick brown fox jumps over it');
  expect(quoteServer('near "quick brown fox " here', { json })).toBe('near "…" here');
  expect(quoteServer('X:e quick brown fo', { json })).toBe('X:…');
  expect(quoteServer('near "quick brown fox" here', { json })).toBe('near "quick brown fox" here');
});

it('masks a whole message of 4 characters, and keeps one of 3', () => {
  expect(quoteServer('bad 订机票吗 here', { json: said('订机票吗') })).toBe('bad … here');
  expect(quoteServer('bad 订机票 here', { json: said('订机票') })).toBe('bad 订机票 here');
});

it('quotes up to exactly 300 characters', () => {
  expect(quoteServer('x'.repeat(300), {})).toBe('x'.repeat(300));
  expect(quoteServer('x'.repeat(301), {})).toBe(`${'x'.repeat(300)}…`);
});

it('masks any form of key, and keeps the names of tools', () => {
  expect(quoteServer('bad p4ss here', { apiKey: 'p4ss' })).toBe('bad … here');
  expect(quoteServer('see https://u:p4ss@h.example/v1?token=p5ss, proxy http://p6ss@px:3128/', {})).toBe(
    'see https://***@h.example/v1?token=***, proxy http://***@px:3128/',
  );
  const json = JSON.stringify({ tools: [{ name: 'a tool with a long name' }], messages: [] });
  expect(quoteServer('unknown: a tool with a long name', { json })).toBe('unknown: a tool with a long name');
});
