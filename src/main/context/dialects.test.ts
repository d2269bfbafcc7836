import { expect, it } from 'vitest';
import { DIALECTS, type EventBody } from '../../shared/events.ts';
import type { SkillDocument } from '../skills/types.ts';
import { inItsFolder, PROMPT_WITHOUT_SKILLS, skillInstructions } from './dialects.ts';
import { countTokens } from './engine.ts';
import { cappedList, DIALECT_PROMPTS, inCappedOrder, isCapped } from './more-dialects.ts';
import { catalogOf, entry, loaded, said, stateOf } from './test-kit/states.ts';

const CATALOG = [
  ...Array.from({ length: 140 }, (_, index) => entry(`skill-${String(index).padStart(3, '0')}`, 'Does things.')),
  entry('visa', 'Applies for a visa.'),
  entry('zh', '办理签证'),
  entry('zz', 'Visa, too.'),
];

// Rules: 002.2
it('rebuilds lists of 20 skills from old logs: loaded ones first, then those closest to the user’s words', () => {
  const trpc: EventBody = { type: 'settings-changed', dialect: 'trpc' };
  const shown = (...events: EventBody[]) => {
    const state = stateOf(trpc, catalogOf(CATALOG), ...events);
    expect(isCapped(state)).toBe(true);
    const { head, skills } = cappedList(state);
    return [head.slice(0, 53), skills.length, ...skills.slice(0, 3).map(([id]) => id)];
  };
  const head = 'Available skills (showing 20 of 143, best matches first';
  expect(shown(said('I need a VISA'))).toEqual([head.slice(0, 53), 20, 'visa', 'zz', 'skill-000']);
  expect(shown(said('我要签证')).slice(2, 4)).toEqual(['zh', 'skill-000']);
  expect(shown(said('我要签证'), loaded('skill-099', '')).slice(2, 4)).toEqual(['skill-099', 'zh']);
});

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

it('mentions skills and their tools only when there are some', () => {
  expect(PROMPT_WITHOUT_SKILLS).not.toMatch(/\bskills?\b|<available_skills>|load_/i);
  for (const dialect of DIALECTS) {
    const { basePrompt } = DIALECT_PROMPTS[dialect];
    const without = basePrompt.replace(/## Skill Loading Protocol\n(?:- .*\n)+\n/, '');
    expect(without.split('\n').length).toBe(PROMPT_WITHOUT_SKILLS.split('\n').length);
    expect(without.slice(without.indexOf('## Guidelines'))).toBe(
      PROMPT_WITHOUT_SKILLS.slice(PROMPT_WITHOUT_SKILLS.indexOf('## Guidelines')),
    );
  }
});

it('names files that cannot be loaded apart, and puts a folder in as it is', async () => {
  const dir = '/home/li/$&';
  const asset = (path: string, text: boolean) => ({ path, absolute: `${dir}/${path}`, bytes: 9, text });
  const document = {
    summary: { id: 'one', dir, description: 'Does one.' },
    scripts: [],
    references: [asset('references/a.md', true), asset('assets/a.png', false)],
    body: 'Look in {baseDir}.',
  } as unknown as SkillDocument;
  const text = await skillInstructions(inItsFolder(document), async (script) => script);
  expect(text.split('\n').slice(4)).toEqual([
    '## Skill Context',
    '- **Skill Directory**: `/home/li/$&`',
    '- **Available References**: `references/a.md`',
    '- **Other Files** (binary, cannot be loaded): `assets/a.png` (9 bytes)',
    '',
    '## Instructions',
    'Look in /home/li/$&.',
  ]);
});

it('lists the files of a skill that has many by folder: its frame stays below 1,100 tokens', async () => {
  const dir = '/home/someone/.config/skilldeck/skills/large';
  const files = (n: number, folders: number, pre: string, text: boolean) =>
    Array.from({ length: n }, (_, at) => {
      const path = `${pre}/group-${at % folders}/item-${at}.md`;
      return { path, absolute: `${dir}/${path}`, bytes: 9, text };
    });
  const summary = { id: 'large', dir, description: 'Has many files.' };
  const frame = (...[scripts, notes, pictures]: [n: number, folders: number][]) => {
    const references = [
      ...files(...(notes ?? [0, 1]), 'references', true),
      ...files(...(pictures ?? [0, 1]), 'assets', false),
    ];
    const document = { summary, scripts: files(...(scripts ?? [0, 1]), 'scripts', true), references, body: '' };
    return skillInstructions(document as unknown as SkillDocument, async (script) => `python3 ${script}`);
  };
  for (const shape of [
    [
      [700, 40],
      [700, 150],
      [700, 60],
    ],
    [
      [0, 1],
      [2_100, 1],
    ],
    [
      [60, 1],
      [60, 1],
    ],
  ] as const) {
    const text = await frame(...shape.map(([n, folders]): [number, number] => [n, folders]));
    expect(await countTokens('gpt-4o', text)).toBeLessThan(1_100);
  }
  const scripts = await frame([60, 2], [60, 1]);
  expect(scripts).toContain('`scripts/group-1/` (30 files)');
  expect(scripts).toContain(`(run with: \`python3 ${dir}/scripts/group-0/item-0.md\`)`);
  expect(await frame([30, 1], [60, 1])).toContain('`references/group-0/item-59.md`');
});
