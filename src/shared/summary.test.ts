import { expect, it } from 'vitest';
import { SHORT_RESULT, shortenResult } from './summary.ts';

it('keeps a result of exactly 460 characters whole, and 240 and 120 of a longer one', () => {
  expect(SHORT_RESULT).toBe(460);
  expect(shortenResult('grep', 'x'.repeat(460))).toBe('x'.repeat(460));
  const long = `${'a'.repeat(300)}${'b'.repeat(161)}`;
  expect(shortenResult('grep', long)).toBe(
    `[Earlier result of grep, shortened from 461 characters]\n${'a'.repeat(240)}\n…\n${'b'.repeat(120)}`,
  );
});

it('never splits a character', () => {
  const [, head, , tail] = shortenResult('t', `a${'😀'.repeat(250)}b`).split('\n');
  expect([head, tail]).toEqual([`a${'😀'.repeat(119)}`, `${'😀'.repeat(59)}b`]);
});
