import { expect, it } from 'vitest';
import { correctionFrom, isPlausible, sentRatio, withCorrection } from './correction.ts';

it('a ratio from a half to twice is plausible, and none comes of nothing', () => {
  expect([0.49, 0.5, 2, 2.01, undefined].map(isPlausible)).toEqual([false, true, true, false, false]);
  expect([sentRatio(100, { promptTokens: 150 }), sentRatio(0, { promptTokens: 1 }), sentRatio(9, undefined)]).toEqual([
    1.5,
    undefined,
    undefined,
  ]);
  expect(sentRatio(9, { promptTokens: 0 })).toBeUndefined();
});

it('three answers teach the ratio in the middle, of an even number the mean of both', () => {
  expect(correctionFrom([1, 1.5])).toBeUndefined();
  expect(correctionFrom([1.5, 1, 1.9])).toEqual({ factor: 1.5, answers: 3 });
  expect(correctionFrom([1, 1.2, 1.6, 2])).toEqual({ factor: 1.4, answers: 4 });
});

it('a corrected table keeps its own total', () => {
  const table = { total: 101, max: 200, parts: [], encoding: 'o200k_base' };
  expect(withCorrection(table, { factor: 1.5, answers: 3 })).toEqual({
    ...table,
    corrected: { factor: 1.5, answers: 3, total: 152 },
  });
});
