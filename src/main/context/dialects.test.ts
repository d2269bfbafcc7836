import { expect, it } from 'vitest';
import { DIALECTS } from '../../shared/events.ts';
import type { SkillDocument } from '../skills/types.ts';
import { PROMPT_WITHOUT_SKILLS, skillInstructions } from './dialects.ts';
import { countTokens } from './engine.ts';
import { DIALECT_PROMPTS } from './more-dialects.ts';

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
