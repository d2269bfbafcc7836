/** A reference that does not fit (seeds/000, phase 3: "如果不足，压缩旧消息"). */
import { afterEach, expect, it, vi } from 'vitest';
import { selectionData } from '../../shared/skills/loaded-skills.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

vi.setConfig({ testTimeout: 60_000 });

let rig: Rig;
afterEach(() => rig.close());

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

const skills = {
  fly: { body: 'How to fly.' },
  secret: { body: 'For the person.', entry: { modelInvocable: false as const } },
  inner: { body: 'For the model.', entry: { userInvocable: false as const } },
  huge: { body: 'word '.repeat(9_000) },
};

async function say(id: string, text: string) {
  await rig.turn(id, text, words('Done.'));
}

const loadedIn = (id: string) => rig.sessions.get(id).state.loadedSkills.map((skill) => skill.id);

const lastRequest = () => rig.requests.at(-1)?.json ?? '';

it('loads the skill that a message begins with, before the message, and sends the words as written', async () => {
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({});
  await say(id, '/FLY to Tokyo');
  const types = rig.sessions.get(id).events.map(({ type }) => type);
  expect(types.indexOf('skill-loaded')).toBeLessThan(types.indexOf('user-message-added'));
  expect(rig.sessions.get(id).state.loadedSkills).toMatchObject([{ id: 'fly', by: 'user' }]);
  expect(lastRequest()).toContain('How to fly.');
  expect(lastRequest()).toContain('/FLY to Tokyo');
});

it('loads what the model is not told of, and not what only the model loads', async () => {
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({});
  await say(id, 'Hello');
  expect(lastRequest()).not.toContain('secret');
  expect(lastRequest()).toContain('**inner**');
  await say(id, '/secret');
  await expect(rig.sessions.send(id, '/inner')).rejects.toThrow("/inner can't be called");
  expect(loadedIn(id)).toEqual(['secret']);
  expect(lastRequest()).toContain('For the person.');
});

it('sends a path or an unknown name as it is', async () => {
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({});
  for (const text of ['/etc/hosts has what?', '/flyer', 'see /fly', '/']) await say(id, text);
  expect(loadedIn(id)).toEqual([]);
  expect(rig.requests).toHaveLength(4);
});

it('says why a skill cannot be loaded, and sends nothing', async () => {
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({});
  await expect(rig.sessions.send(id, '/huge go')).rejects.toMatchObject({ code: 'over-skill-budget' });
  expect(rig.requests).toHaveLength(0);
  expect(rig.sessions.get(id).state.messages).toEqual([]);
});

it('stays loaded for the turn in load mode turn', async () => {
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({ loadMode: 'turn' });
  await say(id, '/fly to Tokyo');
  expect(lastRequest()).toContain('How to fly.');
  await say(id, 'Thanks');
  expect(loadedIn(id)).toEqual([]);
});

it('stays loaded when an earlier message is edited into a call', async () => {
  rig = new Rig({ skills });
  const { id } = rig.sessions.create({});
  await say(id, 'to Tokyo');
  const first = rig.sessions.get(id).state.messages[0];
  rig.answers.push(words('Done.'));
  await rig.sessions.edit(id, first?.seq ?? 0, '/secret to Tokyo');
  await rig.ended(id);
  expect(loadedIn(id)).toEqual(['secret']);
  expect(lastRequest()).toContain('For the person.');
});
