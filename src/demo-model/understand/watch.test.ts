import { expect, it } from 'vitest';
import { readWatch } from './watch.ts';

it.each([
  ['tell me when it is below 300', { below: 300 }, ''],
  ['Let me know if the price drops below $400', { below: 400, currency: 'USD' }, ''],
  ['price alert below £250 for London to Lisbon', { below: 250, currency: 'GBP' }, 'for London to Lisbon'],
  ['notify me when it gets cheaper', {}, ''],
  ['低于2000元告诉我', { below: 2000, currency: 'CNY' }, ''],
  ['从上海飞东京，降到1500以下提醒我', { below: 1500 }, '从上海飞东京'],
  ['降价了告诉我', {}, ''],
])('%s', (text, facts, rest) => {
  expect(readWatch(text)).toEqual({ facts, rest });
});

it.each(['tell me when the gate opens', 'under 300 euros please', '提醒我带护照'])('leaves alone: %s', (text) => {
  expect(readWatch(text)).toBeUndefined();
});
