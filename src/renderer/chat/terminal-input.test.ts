import { expect, it } from 'vitest';
import { isReply } from './terminal-input.ts';
import { inPieces } from './terminal-pieces.ts';

it('what the terminal itself answers is not typed; keys are', () => {
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

it('pieces are bounded, and never part a character', () => {
  expect([...inPieces('ab😀c', 3)]).toEqual(['ab', '😀c']);
  expect([...inPieces('x'.repeat(10), 4)]).toEqual(['xxxx', 'xxxx', 'xx']);
  expect([...inPieces('', 4)]).toEqual([]);
});
