import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createSkillLibrary } from '../skills/discovery/library.ts';
import { makeSkillTree, skillText } from '../skills/test-kit/skill-tree.ts';
import { keptFigures } from './skill-rules.ts';
import { listSkills } from './skill-source.ts';

const tree = makeSkillTree();
const home = tree.at('home');
const at = (name: string) => tree.at(`skills/${name}`);

/** Lists them like another process. */
async function listed(count: 'all' | 'kept', model = 'gpt-4o') {
  const library = createSkillLibrary({ roots: [{ dir: tree.at('skills'), source: 'option' }] });
  const rules = { now: () => () => ({ enabled: true, unmet: [] }) };
  const { skills } = await listSkills(library, async () => '', { model, count }, { rules, figures: keptFigures(home) });
  return Object.fromEntries(skills.map(({ id, tokens }) => [id, tokens]));
}

it('shows figures that were counted before, until a skill changes', async () => {
  tree.write({
    'skills/pdf/SKILL.md': skillText('pdf', 'Fills forms', 'Body'),
    'skills/csv/SKILL.md': skillText('csv'),
  });
  expect(await listed('kept')).toEqual({ pdf: null, csv: null });
  const counted = await listed('all');
  expect(counted.pdf?.instructions).toBeGreaterThan(0);
  // Nothing is written where there is no data folder yet.
  expect(await listed('kept')).toEqual({ pdf: null, csv: null });
  expect(existsSync(home)).toBe(false);

  mkdirSync(home);
  await listed('all');
  expect(await listed('kept')).toEqual(counted);
  // Another encoding counts otherwise.
  expect(await listed('kept', 'gpt-oss-20b')).toEqual({ pdf: null, csv: null });

  appendFileSync(path.join(at('pdf'), 'SKILL.md'), 'More.\n');
  expect(await listed('kept')).toEqual({ pdf: null, csv: counted.csv });
  mkdirSync(path.join(at('csv'), 'references'));
  writeFileSync(path.join(at('csv'), 'references', 'more.md'), 'More.');
  expect(await listed('kept')).toEqual({ pdf: null, csv: null });
  const again = await listed('all');
  expect(await listed('kept')).toEqual(again);
  rmSync(path.join(at('csv'), 'references', 'more.md'));
  expect(await listed('kept')).toEqual({ pdf: again.pdf, csv: null });
});

it('keeps no figure of a skill that changed while it was counted', async () => {
  tree.write({ 'other/zip/SKILL.md': skillText('zip') });
  const library = createSkillLibrary({ roots: [{ dir: tree.at('other'), source: 'option' }] });
  await library.refresh();
  const [zip] = library.catalog().skills;
  if (zip === undefined) throw new Error('The skill was not found');
  const figures = keptFigures(home);
  await figures.counted(zip, 'o200k_base', async () => {
    appendFileSync(zip.file, 'More.\n');
    return { tokens: { catalog: 1, instructions: 2 } };
  });
  expect(await figures.get(zip, 'o200k_base')).toBeUndefined();
});

it('starts over from a damaged file', async () => {
  const file = path.join(home, 'cache', 'skill-figures.json');
  writeFileSync(file, '{"v": 1, "skills": {"x"');
  expect(await listed('kept')).toMatchObject({ pdf: null });
  const all = await listed('all');
  expect(await listed('kept')).toEqual(all);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ v: 2 });
});
