import { expect, it } from 'vitest';
import { isEqual } from './defined.ts';

it.each([
  [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
  [{ a: undefined }, {}, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [[1], [1, undefined], false],
  [{ a: 1 }, { a: '1' }, false],
  [{ length: 1 }, { length: 2 }, false],
  [null, {}, false],
])('%j and %j are equal: %s', (one, other, expected) => {
  expect(isEqual(one, other)).toBe(expected);
  expect(isEqual(other, one)).toBe(expected);
});
