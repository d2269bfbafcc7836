import { expect, it } from 'vitest';
import { printedIn, reachedBy } from './terminal-output.tsx';
import { inOrder, inPieces, isReply } from './terminal-question.tsx';

it('forwards keys, but not the terminal’s own replies', () => {
  for (const reply of [
    '\u001b[?1;2c',
    '\u001b[>0;276;0c',
    '\u001b[24;80R',
    '\u001b[0n',
    '\u001b[?2026;2$y',
    '\u001b]10;rgb:0/0/0\u0007',
  ]) {
    expect([reply, isReply(reply)]).toEqual([reply, true]);
  }
  for (const key of ['a', '\r', '\u001b', '\u001b[A', '\u001b[3~', '\u001b[1;5C', '\u001bOP', '票', '\u0003', '[c']) {
    expect([key, isReply(key)]).toEqual([key, false]);
  }
});

it('sends keys in order, batched while an earlier one is pending', async () => {
  const sent: string[] = [];
  const steps: (() => void)[] = [];
  const send = inOrder((data) => {
    sent.push(data);
    return new Promise<void>((resolve) => steps.push(resolve));
  });
  for (const key of 'Zoe\r') send(key);
  expect(sent).toEqual(['Z']);
  steps.shift()?.();
  await Promise.resolve();
  expect(sent).toEqual(['Z', 'oe\r']);
  steps.shift()?.();
  await Promise.resolve();
  await Promise.resolve();
  send('x'.repeat(40_000));
  expect(sent.at(-1)).toHaveLength(32 * 1024);
});

it('limits pieces in size, and never splits a character', () => {
  expect([...inPieces('ab😀c', 3)]).toEqual(['ab', '😀c']);
  expect([...inPieces('x'.repeat(10), 4)]).toEqual(['xxxx', 'xxxx', 'xx']);
  expect([...inPieces('', 4)]).toEqual([]);
});

const recording = {
  columns: 80,
  rows: 24,
  truncated: false,
  events: [
    { atMs: 0, data: 'one\r\n' },
    { atMs: 100, columns: 100, rows: 30 },
    { atMs: 100, data: 'two\r\n' },
    { atMs: 60_000, data: 'three' },
  ],
};

it('shows a recorded terminal as it was at each time, in its size then', () => {
  const shownAt = (atMs: number) => {
    const { text, size } = printedIn(recording, reachedBy(recording, atMs));
    return [text, size.columns, size.rows];
  };
  expect([-1, 0, 99, 100, 59_999, 60_000].map(shownAt)).toEqual([
    ['', 80, 24],
    ['one\r\n', 80, 24],
    ['one\r\n', 80, 24],
    ['one\r\ntwo\r\n', 100, 30],
    ['one\r\ntwo\r\n', 100, 30],
    ['one\r\ntwo\r\nthree', 100, 30],
  ]);
});
