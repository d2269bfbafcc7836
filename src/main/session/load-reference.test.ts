/** A reference that does not fit (seeds/000, phase 3: "如果不足，压缩旧消息"). */
import { expect, it, vi } from 'vitest';
import { Rig, words } from './test-kit/rig.ts';

vi.setConfig({ testTimeout: 60_000 });

let rig: Rig;

// Rules: 000.15
it('compacts old messages first, leaves skills alone, and refuses with figures if it still does not fit', async () => {
  const references = { 'fits.md': 'city '.repeat(500), 'huge.md': 'city '.repeat(1_900) };
  rig = new Rig({
    skills: { fly: { body: 'Fly.', references }, other: { body: 'Other.' } },
    limits: { maxContext: 2_000 },
  });
  const { id } = rig.sessions.create({});
  await rig.sessions.loadSkill(id, 'other');
  await rig.sessions.loadSkill(id, 'fly');
  // A long one first, then the ten messages that stay whole.
  for (let turn = 1; turn <= 6; turn += 1) {
    rig.answers.push(words(`Answer ${turn}. ${'So it goes on. '.repeat(turn === 1 ? 250 : 1)}`));
    await rig.turn(id, `Question ${turn} on fly.`);
  }
  const session = rig.sessions.get(id);
  const before = session.state.lastSeq;
  expect(await rig.sessions.loadReference(id, 'fly', 'fits.md')).toMatchObject({ ok: true });
  const since = session.events.filter(({ seq }) => seq > before).map(({ type }) => type);
  expect([since.at(-1), new Set(since.slice(0, -1))]).toEqual(['reference-loaded', new Set(['context-compacted'])]);
  expect(session.state.loadedSkills.map((skill) => skill.id)).toEqual(['other', 'fly']);
  const refused = await rig.sessions.loadReference(id, 'fly', 'huge.md');
  expect(refused).toMatchObject({ ok: false, data: { code: 'context-full' } });
  expect(refused.content).toMatch(/the context holds \d+ tokens and it would add \d+, over the 1800 \(90 % of 2000\)/);
});

it('loads no reference into a skill removed meanwhile, and only one for two simultaneous requests', async () => {
  rig = new Rig({ skills: { fly: { body: 'Fly.', references: { 'a.md': 'A.', 'b.md': 'B.' } } } });
  const { id } = rig.sessions.create({});
  await rig.sessions.loadSkill(id, 'fly');
  const both = await Promise.all([
    rig.sessions.loadReference(id, 'fly', 'a.md'),
    rig.sessions.loadReference(id, 'fly', 'a.md'),
  ]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  const late = rig.sessions.loadReference(id, 'fly', 'b.md');
  rig.sessions.unloadSkill(id, 'fly');
  expect(await late).toMatchObject({ ok: false, data: { code: 'skill-not-loaded' } });
  const loads = rig.sessions.get(id).events.flatMap((event) => (event.type === 'reference-loaded' ? [event.path] : []));
  expect(loads).toEqual(['a.md']);
});
