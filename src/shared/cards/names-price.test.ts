import { expect, it } from 'vitest';
import { namesPrice } from './names-price.ts';

const EUR = (amount: number, currency = 'EUR') => ({ amount, currency });
const card = (more: object) => ({ kind: 'stay', version: 1, title: 'Room', ...more });

it.each([
  ['the price of the whole', card({ price: EUR(390) }), true],
  ['the price of an item', card({ items: [{ title: 'Bed', price: EUR(12.5) }] }), true],
  ['nothing to pay', card({ price: EUR(0) }), true],
  ['the most', card({ price: EUR(999_999_999.99) }), true],
  ['more than the most', card({ price: EUR(1e9) }), false],
  ['an amount below zero', card({ price: EUR(-5) }), false],
  ['no number', card({ price: EUR(Number.NaN) }), false],
  ['no end', card({ price: EUR(Number.POSITIVE_INFINITY) }), false],
  ['no currency', card({ price: EUR(5, '') }), false],
  ['a sign', card({ price: EUR(5, '€') }), false],
  ['a currency that turns the line round', card({ price: EUR(5, '\u202eEUR') }), false],
  ['a line break after the currency', card({ price: EUR(5, 'EUR\n') }), false],
  ['a long currency', card({ price: EUR(5, 'EUR'.repeat(99)) }), false],
  ['a fact', card({ facts: [{ label: 'Discount', value: EUR(5) }] }), false],
  ['no card', 'EUR 5', false],
])('knows whether a price is given: %s', (_what, preview, known) => {
  expect(namesPrice(preview)).toBe(known);
});
