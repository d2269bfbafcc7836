import { expect, it } from 'vitest';
import { positionsIn } from './positions.ts';

it.each([
  ['the second one, Anna Baker', [2]],
  ['Number 3 please', [3]],
  ['not the first, the 2nd', [1, 2]],
  ['2', [2]],
  ['2, Anna Baker', [2]],
  ['第二个，张三', [2]],
  ['要第 3 班', [3]],
  ['on the 2nd of December', []],
  ['back on December 3rd', []],
  ['first class for 2 adults', []],
  ['第二天回来', []],
  ['the cheapest', []],
  ['2 adults and 1 child', []],
])('%s', (text, positions) => {
  expect(positionsIn(text)).toEqual(positions);
});
