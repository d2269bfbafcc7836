import { expect, it } from 'vitest';
import { indexSkills, obviousSkill, type SearchedSkill, skillIndexOf, wordsOf } from './search.ts';

const skill = (id: string, description: string, more: Partial<SearchedSkill> = {}): SearchedSkill => ({
  id,
  name: id,
  description,
  ...more,
});
const found = async (skills: readonly SearchedSkill[], text: string, limit = 10) =>
  (await indexSkills(skills)).search(text, limit).map(({ id }) => id);

it('finds skills by name, tags, when_to_use and description, the name first', async () => {
  const skills = [
    skill('a', 'Other pdf'),
    skill('pdf', 'Works on files'),
    skill('b', 'Other', { whenToUse: 'A pdf is attached' }),
    skill('c', 'Other', { tags: ['pdf', 'print'] }),
    skill('d', 'Other'),
  ];
  const all = await found(skills, 'PDFs');
  expect(all[0]).toBe('pdf');
  expect(all.toSorted()).toEqual(['a', 'b', 'c', 'pdf']);
  expect(await found(skills, 'spreadsheet')).toEqual([]);
});

it('weighs rare words more than frequent ones, and short texts more than long ones', async () => {
  const skills = [
    skill('a', 'deploy web'),
    skill('b', 'deploy kubernetes'),
    skill('c', 'deploy shop'),
    skill('f', 'deploy bots'),
    skill('d', 'docs kubernetes'),
    skill('e', `kubernetes ${'among very different things '.repeat(20)}`),
  ];
  expect(await found(skills, 'deploy kubernetes')).toEqual(['b', 'd', 'a', 'c', 'f', 'e']);
  expect((await found(skills, 'kubernetes')).at(-1)).toBe('e');
});

it('segments Chinese, and keeps no particles', async () => {
  expect(wordsOf('帮我预订明天去东京的机票')).toEqual(expect.arrayContaining(['预订', '机票', '东京']));
  expect(wordsOf('帮我预订明天去东京的机票')).not.toContain('的');
  const skills = [skill('visa', '办理签证'), skill('flight', '预订机票和酒店'), skill('x', 'Books flights')];
  expect(await found(skills, '我想订一张机票')).toEqual(['flight']);
});

it('keeps the order of equal skills, and cuts at the limit', async () => {
  const skills = Array.from({ length: 50 }, (_, index) => skill(`s${index}`, 'flights'));
  expect(await found(skills, 'flight', 3)).toEqual(['s0', 's1', 's2']);
  expect(await found(skills, 'flight', 100)).toHaveLength(50);
});

it('is made once for equal catalogs', async () => {
  const skills = () => [skill('a', 'One'), skill('b', 'Two')];
  expect(await skillIndexOf(skills())).toBe(await skillIndexOf(skills()));
  expect(await skillIndexOf(skills())).not.toBe(await skillIndexOf([...skills(), skill('c', 'Three')]));
});

const OFFICE: readonly SearchedSkill[] = [
  { id: 'pdf', name: 'pdf', description: 'Reads, merges and splits PDF files, fills forms, extracts text and tables.' },
  {
    id: 'docx',
    name: 'docx',
    description: 'Creates and edits Word documents with tracked changes, comments and tables.',
  },
  { id: 'xlsx', name: 'xlsx', description: 'Creates spreadsheets with formulas, charts and tables.' },
  {
    id: 'book-flight',
    name: 'book-flight',
    description: 'Books flights. Use it for tickets and airlines. 预订机票，查询航班。',
  },
];
it.each([
  ['Please merge these two PDF files into one', 'pdf'],
  ['Make a spreadsheet with formulas for the budget, and two charts', 'xlsx'],
  ['帮我预订一张去上海的机票', 'book-flight'],
  ['Books about flights of birds', 'book-flight'],
  ['What is the capital of Portugal?', undefined],
  ['Hello', undefined],
  ['Put the tables somewhere', undefined],
  ['PDF', undefined],
  ['Turn this into a Word document with tables and comments', 'docx'],
])('%s: made for %s', async (text, id) => {
  expect((await obviousSkill(OFFICE, text))?.skill.id).toBe(id);
});
