import { expect, it } from 'vitest';
import type { ModelOutcome, ModelPort, PreparedRequest } from '../agent/ports.ts';
import type { Clock } from '../lib/timing.ts';
import { createPace, MAX_WAIT_MS, retryAfterMs, retryWait } from './attempt.ts';

it('waits as the server asks up to exactly 30 s, and reports a longer wait', () => {
  expect([MAX_WAIT_MS - 1, MAX_WAIT_MS, MAX_WAIT_MS + 1].map((asked) => retryWait(1, asked, 0.5))).toEqual([
    { ms: 29_999 },
    { ms: 30_000 },
    { ms: 30_000, askedMs: 30_001 },
  ]);
});

it('doubles the wait with each try, a quarter more or less, up to 30 s', () => {
  expect([1, 2, 3, 4].map((attempt) => retryWait(attempt, undefined, 0.5).ms)).toEqual([500, 1000, 2000, 4000]);
  expect([0, 1].map((random) => retryWait(1, undefined, random).ms)).toEqual([375, 625]);
  expect([7, 40, 10_000].map((attempt) => retryWait(attempt, undefined, 1).ms)).toEqual([30_000, 30_000, 30_000]);
});

it('accepts a wait of 0 ms, and prefers retry-after-ms to retry-after', () => {
  const read = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), 0);
  expect([
    read({ 'retry-after-ms': '0', 'retry-after': '9' }),
    read({ 'retry-after-ms': '-1', 'retry-after': '9' }),
    read({ 'retry-after': '-9' }),
    read({}),
  ]).toEqual([0, 9000, undefined, undefined]);
});

const REQUEST = {} as PreparedRequest;
const LIMITED: ModelOutcome = { kind: 'failure', code: 'rate-limited', message: '', retryInMs: 5_000 };
const ANSWER: ModelOutcome = { kind: 'answer', text: '', toolCalls: [], finishReason: 'stop', ms: 1 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Time that passes only by `pass`. */
function manual() {
  let time = 0;
  const sleeping: { at: number; wake(): void }[] = [];
  const clock: Clock = {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((wake) => {
        sleeping.push({ at: time + ms, wake });
        signal.addEventListener('abort', () => wake(), { once: true });
      }),
  };
  const pass = async (ms: number) => {
    time += ms;
    for (const { at, wake } of sleeping) if (at <= time) wake();
    await settled();
  };
  return { clock, pass };
}

function server() {
  const open: ((outcome: ModelOutcome) => void)[] = [];
  let asked = 0;
  const model: ModelPort = {
    stream: () => {
      asked += 1;
      return new Promise((resolve) => open.push(resolve));
    },
  };
  const answer = async (outcome: ModelOutcome) => {
    open.shift()?.(outcome);
    await settled();
  };
  return { model, answer, asked: () => asked };
}

it('makes all wait for what one was told to wait, and halves how many ask at a time', async () => {
  const { clock, pass } = manual();
  const { model, answer, asked } = server();
  const paced = createPace(clock);
  const ask = () => paced(model).stream(REQUEST, 1, () => {}, new AbortController().signal);
  const outcomes = Array.from({ length: 6 }, ask);
  await settled();
  expect(asked()).toBe(6);
  await answer(LIMITED);
  expect(await outcomes[0]).toBe(LIMITED);
  for (let count = 0; count < 5; count += 1) await answer(ANSWER);
  // Half of six, and the answers to what was under way.
  void Array.from({ length: 12 }, ask);
  await pass(4_999);
  expect(asked()).toBe(6);
  await pass(1);
  expect(asked()).toBe(6 + 4);
  await answer(ANSWER);
  expect(asked()).toBe(6 + 5);
});

it('asks one at a time at least, and gives its turn back after a failure', async () => {
  const { clock, pass } = manual();
  const { model, answer, asked } = server();
  const paced = createPace(clock)(model);
  const ask = () => paced.stream(REQUEST, 1, () => {}, new AbortController().signal);
  void Array.from({ length: 3 }, ask);
  await settled();
  for (let count = 0; count < 3; count += 1) await answer(LIMITED);
  void Array.from({ length: 3 }, ask);
  await pass(5_000);
  expect(asked()).toBe(4);
  await answer({ kind: 'failure', code: 'server-error', message: '' });
  expect(asked()).toBe(5);
});

it('ends at once when it is stopped while it waits', async () => {
  const { clock } = manual();
  const { model, answer, asked } = server();
  const paced = createPace(clock)(model);
  const stop = new AbortController();
  const first = paced.stream(REQUEST, 1, () => {}, stop.signal);
  await settled();
  await answer(LIMITED);
  await first;
  const waiting = paced.stream(REQUEST, 1, () => {}, stop.signal);
  stop.abort();
  expect(await waiting).toEqual({ kind: 'stopped', text: '', ms: 0 });
  expect(asked()).toBe(1);
});
