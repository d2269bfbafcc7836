import { expect, it } from 'vitest';
import { Rig, words } from './test-kit/rig.ts';

let rig: Rig;

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

const PLACES =
  "Go to $ARGUMENTS. From $1, in $2: $3, $ARGUMENTS[1], $10 or $1.50. awk '{print $1}' '$ARGUMENTS'. Not !`git branch`.";

it('fills the placeholders of the skill that a message calls, and no command', async () => {
  rig = new Rig({ skills: { ...skills, fill: { body: PLACES } } });
  const { id } = rig.sessions.create({});
  await say(id, '/fill Rome "May $& 1"');
  const filled = (words: string, first: string, second: string) =>
    `Go to ${words}. From ${first}, in ${second}: $3, ${second}, $10 or $1.50. awk '{print $1}' '${words}'. Not !\`git branch\`.`;
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  expect(lastRequest()).toContain(inJson(filled('Rome "May $& 1"', 'Rome', 'May $& 1')));
  await say(id, 'Thanks for $1');
  expect(lastRequest()).toContain(inJson(filled('Rome "May $& 1"', 'Rome', 'May $& 1')));
  expect(lastRequest()).toContain('Thanks for $1');
  await say(id, '/fill Oslo June');
  expect(lastRequest()).toContain(inJson(filled('Oslo June', 'Oslo', 'June')));
});

it('leaves placeholders to the model where no message calls the skill', async () => {
  rig = new Rig({ skills: { fill: { body: PLACES } } });
  const { id } = rig.sessions.create({});
  await rig.sessions.loadSkill(id, 'fill');
  await say(id, 'To Rome');
  expect(lastRequest()).toContain(PLACES);
});
