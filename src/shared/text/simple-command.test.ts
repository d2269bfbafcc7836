import { expect, it } from 'vitest';
import { simpleWords } from './simple-command.ts';

it('recognises the words of one simple command, and leaves the rest to a shell', () => {
  expect(simpleWords(`skilldeck-python '/a b/c.py' --to="New York" x''y`)).toEqual([
    'skilldeck-python',
    '/a b/c.py',
    '--to=New York',
    'xy',
  ]);
  for (const other of [
    'a $x',
    'a `b`',
    'a "$x"',
    'a; b',
    'a | b',
    'a > b',
    'a *',
    'a ~/b',
    'a {b,c}',
    "a 'b",
    'a\nb',
    'a # b',
    'a (b)',
    'a !b',
    'a & b',
  ]) {
    expect(simpleWords(other), other).toBeUndefined();
  }
});
