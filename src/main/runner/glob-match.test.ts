import { expect, it } from 'vitest';
import { globBase, globMatcher } from './glob-match.ts';

it.each([
  ['out/**', ['out', 'out/a', 'out/a/b', 'out/.h'], ['outer/a', 'work/out/a']],
  ['out/**/*.csv', ['out/a.csv', 'out/x/y/a.csv'], ['out/a.txt', 'a.csv']],
  ['**/a', ['a', 'x/a', 'x/y/a'], ['x/ab']],
  ['out/{a,b/*}.{txt,md}', ['out/a.txt', 'out/b/x.md'], ['out/b.txt', 'out/b/x/y.md']],
  ['{a{1,2},b}', ['a1', 'a2', 'b'], ['a', 'a{1,2}']],
  ['[!a-c]?.tx[t]', ['dé.txt', 'x机.txt'], ['ab.txt', 'd.txt']],
  ['a[1', ['a[1'], ['a1']],
  ['{x}', ['{x}'], ['x']],
  ['{a{b,c}', ['{ab', '{ac'], ['ab']],
  ['a/**/**/**/b', ['a/b', 'a/x/y/b'], ['ab']],
  ['a\\*b', ['a*b'], ['axb']],
  ['*', ['a', '.a'], ['a/b', '']],
])('%s', (pattern, taken, left) => {
  const matches = globMatcher(pattern);
  expect(taken.filter((name) => matches?.(name) !== true)).toEqual([]);
  expect(left.filter((name) => name !== '' && matches?.(name) === true)).toEqual([]);
});

it('takes the same time for any pattern', () => {
  const slow = globMatcher(`${'*a'.repeat(40)}b`);
  expect(slow?.('a'.repeat(250))).toBe(false);
  expect(globMatcher(`${'**/a/'.repeat(40)}b`)?.('a/'.repeat(200))).toBe(false);
  expect(globMatcher('{a,b}'.repeat(9))).toBe(undefined);
  expect(['*'.repeat(1000), '*'.repeat(1001)].map((pattern) => globMatcher(pattern)?.('a'))).toEqual([true, undefined]);
});

it('finds the folder a pattern begins in', () => {
  expect(['out/**/*.csv', '*.txt', 'a/b/c.txt', '**', 'a/{b,c}/d'].map(globBase)).toEqual(['out', '', 'a/b', '', 'a']);
});
