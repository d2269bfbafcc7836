import { expect, it } from 'vitest';
import { rankSkills } from './rank-skills.ts';

const skill = (id: string, description: string) => ({ id, name: id, description });
const ranked = (catalog: readonly ReturnType<typeof skill>[], sentence: string, first?: ReadonlySet<string>) =>
  rankSkills(catalog, sentence, first).map(({ entry, score }) => `${entry.id} ${score}`);

it('weighs a word of the name as three of the description', () => {
  const catalog = [skill('files', 'reads a pdf'), skill('pdf', 'reads files')];
  expect(ranked(catalog, 'open my pdf')).toEqual(['pdf 3', 'files 1']);
  expect(ranked([skill('a', 'x'), skill('pdf', 'a pdf tool')], 'PDF')).toEqual(['pdf 4', 'a 0']);
});

it('counts words from three letters on, and from two characters in Chinese', () => {
  expect(ranked([skill('a', 'to go up')], 'to go up')).toEqual(['a 0']);
  expect(ranked([skill('a', '预订机票')], '我要机票')).toEqual(['a 1']);
});

it('keeps the order of equal skills, and puts named ones first', () => {
  const catalog = [skill('a', 'x'), skill('b', 'x'), skill('c', 'flights')];
  expect(ranked(catalog, 'flights', new Set(['b']))).toEqual(['b Infinity', 'c 1', 'a 0']);
  expect(ranked(catalog.slice(0, 2), 'nothing')).toEqual(['a 0', 'b 0']);
});
