import { expect, it } from 'vitest';
import { MAX_WAIT_MS, retryAfterMs, retryWait } from './backoff.ts';

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
