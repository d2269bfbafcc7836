/** One sentence on two sides, and stepped through by hand, over the real core and a model that follows instructions. */
import { beforeEach, expect, it, vi } from 'vitest';
import { type Client, openApp } from '../../../main/core/test-kit/open-app.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, type ScriptedRequest, say } from '../../../main/models/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree } from '../../../main/skills/test-kit/skill-tree.ts';
import type { TrySide } from '../contract.ts';

vi.setConfig({ testTimeout: 30_000 });

const SKILL = '---\nname: greet\ndescription: Greets people in writing. Use it for greetings.\n---\nSay "Hello".\n';
const usage = { prompt: 100, completion: 20 };

let home: SkillTree;
let root: SkillTree;
let client: Client;
let model: ScriptedModel;

/** Loads the skill where it is listed, then greets as it says; without it, in its own way. */
function obedient({ body }: ScriptedRequest) {
  const system = body.messages[0]?.content ?? '';
  const told = [...system.matchAll(/[Ss]ay "(\w+)"/g)].at(-1)?.[1];
  if (told !== undefined) return say(`${told}, Ada!`, { usage });
  const listed = body.messages.at(-1)?.role === 'user' && system.includes('Greets people');
  return listed ? { ...call('load_skill', { name: 'greet' }), usage } : say('Good day.', { usage });
}

beforeEach(async () => {
  home = makeSkillTree();
  root = makeSkillTree({
    'greet/SKILL.md': SKILL,
    'greet/references/names.md': 'Names.\n',
    'other/SKILL.md': '---\nname: other\ndescription: Sorts numbers.\n---\nSort.\n',
  });
  ({ client } = await openApp({ home: home.dir, host: 'browser', skillRoots: ['none', root.dir] }));
});

const settings = () => ({ baseUrl: model.url, model: 'scripted-model' });
const draft = [{ path: 'SKILL.md', text: SKILL.replace('Hello', 'Ahoy') }];

async function lastOf(sides: AsyncIterable<TrySide[]>): Promise<TrySide[]> {
  let last: TrySide[] = [];
  for await (const now of sides) last = now;
  return last;
}

it('shows what the skill changes, with figures', async () => {
  model = await modelOfTest([], { rest: obedient });
  const asked = { skill: 'greet', sentence: 'Greet Ada.', withAndWithout: true, settings: settings() };
  const [withSkill, without] = await lastOf(await client.evals.tryOut(asked));
  expect(withSkill).toMatchObject({
    side: 'with_skill',
    state: 'completed',
    answer: 'Hello, Ada!',
    requests: 2,
    tokens: 240,
    loads: ['greet'],
    calls: 1,
  });
  expect(without).toMatchObject({
    side: 'without_skill',
    state: 'completed',
    answer: 'Good day.',
    requests: 1,
    tokens: 120,
    loads: [],
    calls: 0,
  });

  // Real sessions, kept out of the person's list.
  expect(await client.sessions.list({})).toEqual([]);
  expect((await client.sessions.list({ kind: 'eval' })).map(({ title }) => title).sort()).toEqual([
    'Greet Ada. · with_skill',
    'Greet Ada. · without_skill',
  ]);
});

it('tries a draft against what is saved, alone, and writes nothing into the skill', async () => {
  model = await modelOfTest([], { rest: obedient });
  const asked = {
    skill: 'greet',
    sentence: 'Greet Ada.',
    against: 'greet',
    unsaved: draft,
    alone: true,
    settings: settings(),
  };
  const sides = await lastOf(await client.evals.tryOut(asked));
  expect(sides.map(({ side, answer }) => [side, answer])).toEqual([
    ['with_skill', 'Ahoy, Ada!'],
    ['against', 'Hello, Ada!'],
  ]);
  for (const { body } of model.requests) expect(body.messages[0]?.content).not.toContain('Sorts numbers');
  expect((await client.author.read({ skill: 'greet', path: 'SKILL.md' })).text).toBe(SKILL);
});

it('waits for an approval, and ends every run when its reader leaves', async () => {
  model = await modelOfTest([call('run_command', { command: 'touch made' })], { rest: () => say('Done.') });
  const leaving = new AbortController();
  const asked = { skill: 'greet', sentence: 'Do it.', settings: { ...settings(), approve: 'ask' as const } };
  let session = '';
  const reading = (async () => {
    for await (const [side] of await client.evals.tryOut(asked, { signal: leaving.signal })) {
      session = side?.session ?? '';
      if (side?.state !== 'asking') continue;
      leaving.abort();
    }
  })().catch(() => {});
  await reading;
  await vi.waitFor(async () => {
    const events = await client.sessions.events({ sessionId: session });
    expect(events.at(-1)).toMatchObject({ type: 'run-finished', state: 'stopped' });
  });
  const events = await client.sessions.events({ sessionId: session });
  expect(events.filter(({ type }) => type === 'script-started')).toEqual([]);
});
