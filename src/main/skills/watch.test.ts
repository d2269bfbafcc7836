import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenQuiet } from './watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function quiet() {
  const told: [at: number, paths: string[]][] = [];
  const start = performance.now();
  const one = whenQuiet((paths) => told.push([performance.now() - start, [...paths]]), { quietMs: 100, mostMs: 500 });
  return { ...one, told };
}

it('notifies once, after a quiet moment', () => {
  const { add, told } = quiet();
  add('a');
  vi.advanceTimersByTime(99);
  add('b');
  add('a');
  vi.advanceTimersByTime(99);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([[199, ['a', 'b']]]);
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(1);
});

it('notifies of endless changes, each of them once', () => {
  const { add, told } = quiet();
  for (let count = 0; count < 20; count += 1) {
    add(`${count}`);
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(100);
  expect(told.map(([at]) => at)).toEqual([500, 1_000]);
  expect(told.flatMap(([, paths]) => paths)).toEqual(Array.from({ length: 20 }, (_, count) => `${count}`));
});

it('notifies of nothing after it ends', () => {
  const { add, close, told } = quiet();
  add('a');
  close();
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([]);
});
