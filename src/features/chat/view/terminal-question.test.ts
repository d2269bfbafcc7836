import { expect, it } from 'vitest';
import { reachedBy } from './terminal-output.tsx';
import { inPieces } from './xterm-view.tsx';

it('limits pieces in size, and never splits a character', () => {
  expect([...inPieces('ab😀c', 3)]).toEqual(['ab', '😀c']);
  expect([...inPieces('x'.repeat(10), 4)]).toEqual(['xxxx', 'xxxx', 'xx']);
  expect([...inPieces('', 4)]).toEqual([]);
});

it('reaches the prints of a recorded terminal at their times', () => {
  const events = [0, 100, 100, 60_000].map((atMs) => ({ atMs, data: '.' }));
  const reached = (atMs: number) => reachedBy({ events, truncated: false }, atMs);
  expect([-1, 0, 99, 100, 59_999, 60_000].map(reached)).toEqual([0, 1, 1, 3, 3, 4]);
});
