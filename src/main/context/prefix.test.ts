import { expect, it } from 'vitest';
import { sharedTokens } from './prefix.ts';
import type { Piece } from './token-table.ts';
import { counting } from './tokens/counter.ts';

const piece = (frame: string, text: string): Piece => ({
  id: 'x',
  part: { kind: 'user', label: 'user', reason: 'conversation' },
  place: 0,
  text,
  frame,
  tokens: (counter) => counter.count(text),
});
const shared = (one: Piece, other: Piece) => counting('gpt-4o', (counter) => sharedTokens(one, other, counter));

it('shares no prefix between messages of different kinds with the same text', async () => {
  const text = 'one two three four five six';
  expect(await shared(piece('user', text), piece('tool c1', text))).toBe(0);
  expect(await shared(piece('user', `${text} seven`), piece('user', `${text} eight`))).toBe(6);
});

it('counts only whole words of the common beginning of two texts', async () => {
  expect(await shared(piece('user', 'one two thr'), piece('user', 'one two thread'))).toBe(2);
  expect(await shared(piece('user', 'x'), piece('user', 'y'))).toBe(0);
});
