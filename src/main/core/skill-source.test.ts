import { expect, it } from 'vitest';
import { createSkillLibrary } from '../skills/discovery/library.ts';
import { makeSkillTree, skillText } from '../skills/test-kit/skill-tree.ts';
import { listSkills } from './skill-source.ts';

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
