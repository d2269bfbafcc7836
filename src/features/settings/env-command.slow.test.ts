import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { skilldeck } from '../../main/hosts/cli/test-kit/command-line.ts';
import { lines, start } from '../../main/hosts/cli/test-kit/skilldeck.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../main/models/test-kit/model-of-test.ts';
import { type ScriptedModel, say } from '../../main/models/test-kit/scripted-model.ts';

let home: string;
let model: ScriptedModel;
beforeEach(async () => {
  home = tempFolder();
  model = await modelOfTest([say('One.'), say('Two.')]);
});
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
  writeFileSync(path.join(home, file), text);
};
const atHome = (...args: string[]) => skilldeck([...args, '--home', home]);

it('creates, switches and removes environments; a session keeps its own; errors go to stderr', async () => {
  expect((await atHome('env', 'create', 'work')).status).toBe(0);
  put('environments/work/models.jsonc', `{"local": {"baseUrl": "${model.url}", "model": "m-1", "maxContext": 9000}}`);
  put('environments/work/agents.jsonc', '{"guide": {"basePrompt": "You guide.", "tools": []}\n "x": 1}');
  const first = await atHome('run', '--env', 'work', '--agent', 'guide', '--model', 'local', '--json', 'hello');
  expect(first.status).toBe(0);
  expect(first.err).toContain(`${path.join(home, 'environments/work/agents.jsonc')}:2:2: A comma is missing here`);
  const [created] = lines(first.out);
  expect(created).toMatchObject({
    environment: 'work',
    model: 'm-1',
    pinned: { model: 'local' },
    limits: { maxContext: 9_000 },
    agent: { name: 'guide', basePrompt: 'You guide.', tools: [] },
  });
  const session = String(created?.session);
  // The app is in `default`; the session is not.
  const second = await atHome('run', '--session', session, 'again');
  expect([second.status, second.out]).toEqual([0, 'Two.\n']);
  expect(model.requests.map(({ body }) => [body.model, String(body.messages[0]?.content).slice(0, 10)])).toEqual([
    ['m-1', 'You guide.'],
    ['m-1', 'You guide.'],
  ]);
  expect((await atHome('sessions', 'verify', session)).status).toBe(0);

  for (const [args, message] of [
    [['run', '--env', 'nope', 'hi'], "There is no environment 'nope'. There is: default, work."],
    [['skills', 'list', '--env', '../x'], "There is no environment '../x'"],
    [['run', '--env', 'work', '--agent', 'nope', 'hi'], "has no agent 'nope'. It has: guide."],
    [['env', 'create', 'Work'], "There is an environment 'work' already"],
    [['env', 'remove', 'work', '--env', 'work'], 'Switch to another one first'],
  ] as const) {
    const { status, out, err } = await atHome(...args);
    expect([status, out, err.includes(message)], err).toEqual([2, '', true]);
  }
  expect((await atHome('env', 'switch', 'work')).status).toBe(0);
  expect(JSON.parse((await atHome('env', 'list', '--json')).out)).toMatchObject({
    current: 'work',
    agents: [{ name: 'guide' }],
    models: [{ name: 'local', model: 'm-1' }],
  });
  expect((await atHome('env', 'switch', 'default')).status).toBe(0);
  expect((await atHome('env', 'remove', 'work')).err).toContain('env restore work');
  expect((await atHome('env', 'list')).out).not.toContain('work');
  expect((await atHome('env', 'restore', 'work')).status).toBe(0);
});

it('refuses a missing environment in the browser host', async () => {
  const { status, err } = await start(['serve', '--home', home, '--env', 'nope']).ended;
  expect([status, err]).toEqual([2, "There is no environment 'nope'. There is: default.\n"]);
});
