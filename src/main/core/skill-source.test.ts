import { expect, it } from 'vitest';
import { createSkillLibrary } from '../skills/discovery/library.ts';
import { makeSkillTree, skillText } from '../skills/test-kit/skill-tree.ts';
import { listSkills, skillSource } from './skill-source.ts';

const tree = makeSkillTree();

it('lists a skill with unreadable instructions and the reason, beside the others', async () => {
  tree.write({
    'skills/latin/SKILL.md': Buffer.from(skillText('latin', 'Describes', 'caf\u00e9'), 'latin1'),
    'skills/whole/SKILL.md': skillText('whole', 'Describes', 'Body'),
  });
  const library = createSkillLibrary({ roots: [{ dir: tree.at('skills'), source: 'option' }] });
  const { skills, diagnostics } = await listSkills(library, async () => '', { model: 'gpt-4o', count: 'all' });
  expect(skills.map(({ id, tokens }) => [id, tokens === null])).toEqual([
    ['latin', true],
    ['whole', false],
  ]);
  const fault = {
    severity: 'error',
    skill: 'latin',
    file: tree.at('skills/latin/SKILL.md'),
    rule: 'unreadable',
    message: expect.stringContaining("The instructions aren't UTF-8"),
  };
  expect(diagnostics).toEqual([fault]);
  expect(skills[0]?.diagnostics).toEqual([fault]);
});

it('names many files by folder, so that a small skill stays small, and fills in the skill’s folder', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => [`many/references/api/${at}.md`, 'x']));
  const own = tree.at('wide/many');
  tree.write({
    ...Object.fromEntries(Object.entries(many).map(([name, text]) => [`wide/${name}`, text])),
    'wide/many/SKILL.md': skillText('many', 'Describes', `Run \${CLAUDE_SKILL_DIR}/a.py, {baseDir}/b and $1 {x}.\n`),
  });
  const library = createSkillLibrary({ roots: [{ dir: tree.at('wide'), source: 'option' }] });
  const { skills } = await listSkills(library, async () => '', { model: 'gpt-4o', count: 'all' });
  expect(skills[0]?.tokens?.instructions).toBeLessThan(300);
  const source = skillSource(library, async () => '');
  const loaded = await source.instructions('many', 'omni');
  expect(loaded).toContain('`references/api/` (1900 files)');
  for (const dialect of ['omni', 'agentscope', 'trpc'] as const)
    expect(await source.instructions('many', dialect)).toContain(`Run ${own}/a.py, ${own}/b and $1 {x}.`);
});

it('tells the model of other skills that a skill says it needs', async () => {
  tree.write({
    'needy/report/SKILL.md': skillText('report', 'Reports\nrequires:\n  skills: [charts, gone]'),
    'needy/charts/SKILL.md': skillText('charts', 'Draws'),
  });
  const library = createSkillLibrary({ roots: [{ dir: tree.at('needy'), source: 'option' }] });
  await library.refresh();
  expect(skillSource(library, async () => '').availability('report')).toEqual({
    kind: 'usable',
    notes: [
      "It builds on the skill 'charts': load that too, where the task needs it.",
      "It needs the skill 'gone', which is not installed.",
    ],
  });
});
