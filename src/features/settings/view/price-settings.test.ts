import { expect, it } from 'vitest';
import { EMPTY_PRICE, formOf, nameProblem, priceIn } from './price-settings.tsx';

it('parses a typed price, and names invalid fields', () => {
  expect(priceIn({ model: ' m ', input: '$2.5', cachedInput: '', cacheWrite: '', output: '10' })).toEqual({
    price: { input: 2.5, output: 10 },
  });
  expect(priceIn({ model: 'm', input: '0,15', cachedInput: '.075', cacheWrite: '', output: '0' })).toEqual({
    price: { input: 0.15, cachedInput: 0.075, output: 0 },
  });
  expect(priceIn(EMPTY_PRICE)).toEqual({ bad: new Set(['model', 'input', 'output']) });
  expect(priceIn({ model: 'm', input: '-1', cachedInput: 'x', cacheWrite: '', output: '1e3' })).toEqual({
    bad: new Set(['input', 'cachedInput', 'output']),
  });
  expect(
    priceIn({ model: 'GPT-5', input: '1', cachedInput: '', cacheWrite: '', output: '99999999999' }, ['gpt-5']),
  ).toEqual({ bad: new Set(['model', 'output']) });
  expect([nameProblem('GPT-5', ['gpt-5']), nameProblem('x'.repeat(201), []), nameProblem('m', ['n'])]).toEqual([
    'taken',
    'badName',
    undefined,
  ]);
  const price = { input: 1.25, cachedInput: 0.125, cacheWrite: 1.5, output: 10 };
  expect(priceIn(formOf('m', price))).toEqual({ price });
});
