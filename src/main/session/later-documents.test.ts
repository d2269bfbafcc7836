/** "All documents" of dialect trpc, as the session keeps it (seeds/002). */
import { expect, it, vi } from 'vitest';
import { selectionData } from '../../shared/skills/loaded-skills.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

vi.setConfig({ testTimeout: 60_000 });

let rig: Rig;

// Rules: 002.11
it('loads documents added later in mode all, but not one the user removed', async () => {
  const references: Record<string, string> = { 'a.md': 'A.' };
  rig = new Rig({
    skills: { fly: { body: 'Fly.', references } },
    limits: { skillBudget: 50 },
    tool: async (name) => ({ ok: true, content: 'chosen', data: selectionData('fly', name === 'all') }),
  });
  const { id } = rig.sessions.create({ dialect: 'trpc', loadMode: 'session' });
  const turn = async (...names: string[]) => {
    await rig.turn(id, 'go', ...names.map((name) => calls({ name })), words('Done.'));
    return rig.sessions.get(id).state.loadedSkills.flatMap((skill) => skill.references.map(({ path }) => path));
  };
  await rig.sessions.loadSkill(id, 'fly');
  expect(await turn()).toEqual([]);
  expect(await turn('all')).toEqual(['a.md']);
  Object.assign(references, { 'b.md': 'B.', 'long.md': 'too long '.repeat(60) });
  expect(await turn()).toEqual(['a.md', 'b.md']);
  rig.sessions.unloadReference(id, 'fly', 'a.md');
  expect(await turn()).toEqual(['b.md']);
  references['long.md'] = 'Short now.';
  expect(await turn()).toEqual(['b.md', 'long.md']);
  references['c.md'] = 'C.';
  expect(await turn('some')).toEqual(['b.md', 'long.md', 'c.md']);
  references['d.md'] = 'D.';
  expect(await turn()).toEqual(['b.md', 'long.md', 'c.md']);
  expect(rig.bugs).toEqual([]);
});
