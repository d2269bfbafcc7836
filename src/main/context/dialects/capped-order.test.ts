import { expect, it } from 'vitest';
import { inCappedOrder } from './capped-order.ts';

const skill = (id: string, description: string) => ({ id, name: id, description });
const ranked = (catalog: readonly ReturnType<typeof skill>[], sentence: string, first?: ReadonlySet<string>) =>
  inCappedOrder(catalog, sentence, first).map(({ id }) => id);

it('weighs a word of the name as three of the description', () => {
  const catalog = [skill('files', 'reads a pdf'), skill('pdf', 'reads files')];
  expect(ranked(catalog, 'open my pdf')).toEqual(['pdf', 'files']);
  expect(ranked([skill('a', 'x'), skill('pdf', 'a pdf tool')], 'PDF')).toEqual(['pdf', 'a']);
});

it('counts words from three letters on, and from two characters in Chinese', () => {
  expect(ranked([skill('b', 'x'), skill('a', 'to go up')], 'to go up')).toEqual(['b', 'a']);
  expect(ranked([skill('b', 'x'), skill('a', '预订机票')], '我要机票')).toEqual(['a', 'b']);
});

it('keeps the order of equal skills, and puts named ones first', () => {
  const catalog = [skill('a', 'x'), skill('b', 'x'), skill('c', 'flights')];
  expect(ranked(catalog, 'flights', new Set(['b']))).toEqual(['b', 'c', 'a']);
  expect(ranked(catalog.slice(0, 2), 'nothing')).toEqual(['a', 'b']);
});
