import { expect, it } from 'vitest';
import { correctionFrom, isPlausible, sentRatio, withCorrection } from './correction.ts';

it('accepts ratios from a half to twice as plausible, and none of nothing', () => {
  expect([0.49, 0.5, 2, 2.01, undefined].map(isPlausible)).toEqual([false, true, true, false, false]);
  expect([sentRatio(100, { promptTokens: 150 }), sentRatio(0, { promptTokens: 1 }), sentRatio(9, undefined)]).toEqual([
    1.5,
    undefined,
    undefined,
  ]);
  expect(sentRatio(9, { promptTokens: 0 })).toBeUndefined();
});

it('learns the median ratio of three answers, and the mean of the middle two for an even number', () => {
  expect(correctionFrom([1, 1.5])).toBeUndefined();
  expect(correctionFrom([1.5, 1, 1.9])).toEqual({ factor: 1.5, answers: 3 });
  expect(correctionFrom([1, 1.2, 1.6, 2])).toEqual({ factor: 1.4, answers: 4 });
});

it('keeps the total of a corrected table', () => {
  const table = { total: 101, max: 200, parts: [], encoding: 'o200k_base' };
  expect(withCorrection(table, { factor: 1.5, answers: 3 })).toEqual({
    ...table,
    corrected: { factor: 1.5, answers: 3, total: 152 },
  });
});
