import { expect, it } from 'vitest';
import { costOf, costOfSession, priceOf } from './cost.ts';

const known = {
  'gpt-4': { input: 30, output: 60 },
  'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
};

it('prices a model by the longest matching name prefix, the user’s prices before the built-in ones', () => {
  const own = { 'openai/gpt-4o-mini': { input: 9, output: 9 }, local: { input: 0, output: 0 } };
  const input = (model: string) => priceOf(model, { own, known })?.input;
  expect(['GPT-4o-2024-11-20', 'openai/gpt-4o', 'gpt-4o-mini-2024-07-18', 'gpt-4-0613', 'local7b'].map(input)).toEqual([
    2.5, 2.5, 9, 30, 0,
  ]);
  expect(['gpt-4.5', 'gpt-4-32k', 'gpt-4oo', 'unknown'].map(input)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('prefers the longest name among the user’s own prices, in any order', () => {
  const [short, long] = [
    { input: 1, output: 1 },
    { input: 2, output: 2 },
  ];
  const input = (model: string, own: Record<string, typeof short>) => priceOf(model, { own, known })?.input;
  expect(input('gpt-4o-2024-11-20', { gpt: short, 'gpt-4o': long })).toBe(2);
  expect(input('gpt-4o-2024-11-20', { 'gpt-4o': long, gpt: short })).toBe(2);
  expect(input('gpt-4o', { 'gpt-4o': short })).toBe(1);
});

it('prices cache reads apart, as fresh input without a cache price, and never more than was sent', () => {
  const usage = { promptTokens: 1_000_000, cachedPromptTokens: 400_000, completionTokens: 100_000 };
  expect(costOf(usage, known['gpt-4o'])).toBeCloseTo(1.5 + 0.5 + 1, 12);
  expect(costOf(usage, known['gpt-4o-mini'])).toBeCloseTo(0.15 + 0.06, 12);
  expect(costOf({ promptTokens: 10, cachedPromptTokens: 99, completionTokens: 0 }, known['gpt-4o'])).toBeCloseTo(
    12.5e-6,
    12,
  );
});

it('prices cache writes separately, and never counts them twice', () => {
  const price = { input: 4, cachedInput: 0.4, cacheWrite: 5, output: 20 };
  const usage = {
    promptTokens: 1_000_000,
    cachedPromptTokens: 500_000,
    cacheWriteTokens: 300_000,
    completionTokens: 0,
  };
  expect(costOf(usage, price)).toBeCloseTo(0.2 + 1.5 + 0.8);
  expect(costOf({ ...usage, cacheWriteTokens: 900_000 }, price)).toBeCloseTo(0.2 + 2.5);
  expect(costOf(usage, { input: 4, output: 20 })).toBeCloseTo(4);
});

it('names the models a session’s cost leaves out', () => {
  const took = { promptTokens: 1_000_000, cachedPromptTokens: 0, completionTokens: 0 };
  const silent = { promptTokens: 0, cachedPromptTokens: 0, completionTokens: 0 };
  const usage = [
    { ...took, model: 'gpt-4o' },
    { ...took, model: 'x/house-model' },
    { ...silent, model: 'never-reported' },
  ];
  expect(costOfSession(usage, { own: {}, known })).toEqual({ amount: 2.5, unpriced: ['x/house-model'] });
});
