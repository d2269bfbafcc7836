import { expect, it } from 'vitest';
import { foldEvents } from '../../shared/reducer.ts';
import { buildRequest } from '../context/build-request.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

let rig: Rig;

const SKILLS = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [`skill-${String(at).padStart(3, '0')}`, { body: `Body ${at}.` }]),
);
const MORE = /… and (\d+) more: search_skills finds them/;

const systemOf = (json: string): string => JSON.parse(json).messages[0].content;
const choices = (id: string) => rig.sessions.get(id).events.filter(({ type }) => type === 'catalog-listed');

async function say(id: string, text: string) {
  await rig.turn(id, text);
}

it('chooses once a turn, so that requests of a turn and of the next ones begin alike', async () => {
  rig = new Rig({ skills: SKILLS, limits: { catalogBudget: 500 } });
  const { id } = rig.sessions.create({});
  rig.answers.push(calls({ name: 'list_dir' }), words('Done.'), words('Yes.'), words('Loaded.'));
  await say(id, 'skill 7, please');
  await say(id, 'thanks');
  expect(choices(id)).toHaveLength(1);
  const systems = rig.requests.map(({ json }) => systemOf(json));
  expect(new Set(systems).size).toBe(1);
  expect(systems[0]).toMatch(MORE);
  expect(systems[0]).toContain('**skill-007**');
  await say(id, 'Now skill 299');
  expect(choices(id)).toHaveLength(2);
  expect(systemOf(rig.requests.at(-1)?.json ?? '')).toContain('**skill-299**');
});

it('rebuilds every request from the log, also after a restart, and goes on with the same list', async () => {
  rig = new Rig({ skills: SKILLS, limits: { catalogBudget: 500 } });
  const { id } = rig.sessions.create({});
  rig.answers.push(calls({ name: 'load_skill', args: { name: 'skill-290' } }), words('Done.'), words('Again.'));
  await say(id, 'skill 7, please');
  await rig.restart();
  await say(id, 'go on');
  const { events } = rig.sessions.get(id);
  const sent = events.flatMap((event) => (event.type === 'request-sent' ? [event] : []));
  expect(sent).toHaveLength(3);
  for (const { seq, sha256 } of sent) {
    expect(
      buildRequest(
        foldEvents(
          id,
          events.filter((event) => event.seq < seq),
        ),
      ).sha256,
    ).toBe(sha256);
  }
  // Loaded skills are listed at once, beyond the budget if need be, and have their place in the next choice.
  expect(systemOf(rig.requests[1]?.json ?? '')).toContain('[✓] **skill-290**');
  expect(systemOf(rig.requests[2]?.json ?? '')).toContain('[✓] **skill-290**');
});

it('logs nothing where all skills fit, and lists all again once the budget is raised', async () => {
  rig = new Rig({ skills: { one: { body: 'x' } } });
  const { id } = rig.sessions.create({});
  rig.answers.push(words('Hi.'));
  await say(id, 'hello');
  expect(choices(id)).toEqual([]);
  rig = new Rig({ skills: SKILLS, limits: { catalogBudget: 500 } });
  const other = rig.sessions.create({}).id;
  rig.answers.push(words('Hi.'), words('Hi.'));
  await say(other, 'hello');
  const { limits } = rig.sessions.get(other).state;
  rig.sessions.configure(other, { limits: { ...limits, catalogBudget: 0 } });
  await say(other, 'hello');
  expect(choices(other).at(-1)).toMatchObject({ of: 300, budget: 0 });
  expect(choices(other).at(-1)).not.toHaveProperty('skills');
  expect(systemOf(rig.requests.at(-1)?.json ?? '')).not.toMatch(MORE);
});

it('lists all skills of a new trpc session, however many, and says so once', async () => {
  const names = Object.keys(SKILLS).slice(0, 21);
  rig = new Rig({ skills: Object.fromEntries(names.map((name) => [name, { body: 'x' }])) });
  const { id } = rig.sessions.create({ dialect: 'trpc' });
  rig.answers.push(words('Hi.'), words('Hi.'));
  await say(id, 'hello');
  await say(id, 'hello');
  expect(choices(id)).toHaveLength(1);
  for (const { json } of rig.requests) {
    const system = systemOf(json);
    expect(names.filter((name) => !system.includes(name))).toEqual([]);
  }
});
