import { expect, it } from 'vitest';
import { circleOf } from './chunks.mjs';

it('finds files that load each other, however far apart, and no others', () => {
  const files = { a: { imports: ['b', 'c'] }, b: { imports: ['d'] }, c: { imports: ['d', 'outside'] }, d: {} };
  expect(circleOf(files)).toEqual([]);
  expect(circleOf({ ...files, d: { imports: ['c'] } })).toEqual(['d', 'c', 'd']);
  expect(circleOf({ one: { imports: ['one'] } })).toEqual(['one', 'one']);
});
