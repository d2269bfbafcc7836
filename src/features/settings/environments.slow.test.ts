import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AppOptions } from '../../main/api.ts';
import { type Client, openApp, turn } from '../../main/core/test-kit/open-app.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, say } from '../../main/models/test-kit/scripted-model.ts';
import type { SessionSettings } from '../../shared/contract.ts';

// Three whole cores over real HTTP.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let home: string;
let model: ScriptedModel;
beforeEach(async () => {
  home = tempFolder();
  model = await modelOfTest([]);
  for (const name of ['trip', 'pay']) skill('skills', name);
  for (const name of ['work', 'play']) {
    skill(`environments/${name}/skills`, `at-${name}`);
    put(`environments/${name}/models.jsonc`, `{"own": {"baseUrl": "${model.url}", "model": "m-${name}"}}`);
    put(`environments/${name}/config.jsonc`, '{"model": "own", "skills": ["none"]}');
  }
});
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
  writeFileSync(path.join(home, file), text);
};
const skill = (root: string, name: string) =>
  put(`${root}/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo ${name}.\n`);

const open = (options: Partial<AppOptions> = {}) => openApp({ home, ...options });
const ask = (client: Client, sessionId: string) => turn(client, sessionId, 'hello');
const make = async (client: Client, settings: SessionSettings = {}) =>
  (await client.sessions.create(settings)).sessionId;
const catalogIn = (index: number) =>
  [...String(model.requests[index]?.body.messages[0]?.content).matchAll(/\*\*([\w-]+)\*\*/g)].map(([, id]) => id);
const offered = (index: number) => model.requests[index]?.body.tools?.map((tool) => tool.function.name);

// Rules: 003.17
it('keeps a session in its environment (skills, model, folders) while the app uses another', async () => {
  for (const name of ['work', 'play']) put(`environments/${name}/config.jsonc`, '{"model": "own"}');
  const { client } = await open({ environment: 'work' });
  const inWork = await make(client);
  model.add(say('1'), say('2'), say('3'), say('4'));
  await ask(client, inWork);
  const view = await client.environments.switch({ name: 'play' });
  expect([view.current, view.environments.map(({ name, skills }) => [name, skills])]).toEqual([
    'play',
    [
      ['default', 0],
      ['play', 1],
      ['work', 1],
    ],
  ]);
  const inPlay = await make(client);
  await ask(client, inPlay);
  await ask(client, inWork);
  const skills = await client.skills.list({ counted: false });
  expect(skills.skills.map(({ id }) => id)).toContain('at-play');
  expect((await client.skills.list({ sessionId: inWork, counted: false })).skills.map(({ id }) => id)).toContain(
    'at-work',
  );
  const given = await make(client, { skills: ['none', path.join(home, 'environments/work/skills')] });
  await ask(client, given);
  expect(
    model.requests.map(({ body }, index) => [body.model, catalogIn(index).filter((id) => /at-|trip$/.test(`${id}`))]),
  ).toEqual([
    ['m-work', ['at-work', 'trip']],
    ['m-play', ['at-play', 'trip']],
    ['m-work', ['at-work', 'trip']],
    ['m-play', ['at-work']],
  ]);
  await expect(client.environments.remove({ name: 'play' })).rejects.toMatchObject({ code: 'bad-input' });
  // A file that was saved, and an environment that went, hold at the next request.
  put('environments/work/models.jsonc', `{"own": {"baseUrl": "${model.url}", "model": "m-new"}}`);
  model.add(say('5'), say('6'));
  await ask(client, inWork);
  put('config.jsonc', `{"env": "play", "baseUrl": "${model.url}", "model": "m-home"}`);
  const { entry } = await client.environments.remove({ name: 'work' });
  await ask(client, inWork);
  expect(model.requests.slice(4).map(({ body }) => body.model)).toEqual(['m-new', 'm-home']);
  expect(catalogIn(5)).not.toContain('at-work');
  expect((await client.environments.restore({ what: entry })).environments.map(({ name }) => name)).toContain('work');
});

it('applies an agent’s prompt, model, tools and skills to its requests and logs them', async () => {
  put(
    'environments/work/agents.jsonc',
    `{"guide": {"default": true, "basePrompt": "You guide.", "instructions": "Be brief.", "tools": ["read_file"], "skills": ["trip*"]},
      "clerk": {"model": "other", "approve": "never"}}`,
  );
  put('environments/work/config.jsonc', '{"model": "own"}');
  const { client } = await open({ environment: 'work' });
  const id = await make(client);
  model.add(
    call('load_skill', { name: 'trip' }),
    call('load_skill', { name: 'pay' }),
    call('run_command', { command: 'id' }),
    say('done'),
  );
  const events = await ask(client, id);
  const system = String(model.requests[0]?.body.messages[0]?.content);
  expect(system.startsWith('You guide.\n\n## Skill Loading Protocol\n')).toBe(true);
  expect(system).toContain('\n\n## Your Instructions\nBe brief.\n');
  expect(system).not.toContain('## Guidelines');
  expect([catalogIn(0).includes('trip'), catalogIn(0).includes('pay')]).toEqual([true, false]);
  const loading = ['load_skill', 'unload_skill', 'load_skill_reference', 'list_skills'];
  expect(offered(0)).toEqual([...loading, 'read_file']);
  const results = events.flatMap((event) => (event.type === 'tool-finished' ? [[event.ok, event.content]] : []));
  expect(results).toEqual([
    [true, expect.stringContaining("'trip' loaded")],
    [false, expect.stringContaining('There is no skill "pay"')],
    [false, expect.stringContaining('run_command')],
  ]);
  expect((await client.skills.list({ sessionId: id, counted: false })).skills.map((one) => one.id)).toEqual([
    'trip',
    'trip-planner',
  ]);

  // Management lists all skills; a list for a new conversation has only those of its agent.
  const ids = async (agent?: string) =>
    (await client.skills.list({ ...(agent === undefined ? {} : { agent }), counted: false })).skills.map(
      (one) => one.id,
    );
  expect([(await ids()).includes('pay'), await ids('guide')]).toEqual([true, ['trip', 'trip-planner']]);

  // An agent that lost its file works as it did; one that changed is taken up and logged.
  put('environments/work/agents.jsonc', '{"guide": {"tools": ["grep"]}}');
  model.add(say('2'), say('3'), say('4'));
  await ask(client, id);
  expect(offered(4)).toEqual([...loading, 'grep']);
  put('environments/work/agents.jsonc', '{"clerk": {"model": "m-clerk", "approve": "never"}}');
  await ask(client, id);
  expect(offered(5)).toEqual([...loading, 'grep']);
  await expect(client.sessions.configure({ sessionId: id, settings: { agent: 'guide' } })).rejects.toMatchObject({
    message: "The environment 'work' has no agent 'guide'. It has: clerk.",
  });
  await client.sessions.configure({ sessionId: id, settings: { agent: 'clerk' } });
  await ask(client, id);
  expect([model.requests[6]?.body.model, offered(6)?.includes('run_command')]).toEqual(['m-clerk', true]);
  const changes = (await client.sessions.events({ sessionId: id })).filter(({ type }) => type === 'settings-changed');
  expect(changes).toMatchObject([
    { agent: { name: 'guide', tools: ['grep'] } },
    { agent: { name: 'clerk' }, model: 'm-clerk', approve: 'never' },
  ]);
  expect(await client.review.verify({ sessionId: id })).toMatchObject({ ok: true });
});

it('lists the available environments when one is missing; reports line and column of a broken file', async () => {
  await expect(open({ environment: 'nope' })).rejects.toMatchObject({
    code: 'bad-input',
    message: "There is no environment 'nope'. There is: default, play, work.",
  });
  put('environments/work/agents.jsonc', '{\n  "a": {"tools": 1}\n  "b": {}\n}');
  const { client } = await open({ environment: 'work' });
  const { diagnostics, agents } = await client.environments.list({});
  expect(agents.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(diagnostics.map(({ file, line, column }) => `${path.basename(file)}:${line}:${column}`)).toEqual([
    'agents.jsonc:3:3',
    'agents.jsonc:2:9',
    'agents.jsonc:2:9',
  ]);
  const { checks } = await client.app.doctor({});
  expect(checks.filter(({ id }) => id === 'config').map(({ found }) => found)[0]).toContain('agents.jsonc:3:3:');
  const made = await client.environments.copy({ from: 'work', name: 'again' });
  expect(made.environments.map(({ name }) => name)).toEqual(['default', 'again', 'play', 'work']);
  expect(readFileSync(path.join(home, 'environments/again/agents.jsonc'), 'utf8')).toContain('"tools": 1');
});
