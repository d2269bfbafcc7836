/**
 * Tools that skills bring, by `skilldeck run`: what the model is offered in each request, and what its calls run. Each
 * dialect's whole flow is in `context/dialects/flows.slow.test.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, type ScriptedStep, say } from '../../models/test-kit/scripted-model.ts';
import { skilldeck } from './test-kit/command-line.ts';
import { lines } from './test-kit/skilldeck.ts';

const SKILL = (name: string): string => `---\nname: ${name}\ndescription: The ${name} skill.\n---\nUse the clock.\n`;
const CLOCK = '- {name: clock, description: Says the time. In short., script: clock.sh}\n';
const FILES = {
  'fly/SKILL.md': SKILL('fly'),
  'fly/tools.yaml': `${CLOCK}- name: grep\n  description: Finds flights.\n  script: find.sh\n  parameters: {type: object, properties: {to: {type: string}}, required: [to]}\n`,
  'fly/clock.sh': 'echo "$SKILL_NAME $(basename "$PWD")"\n',
  'fly/find.sh': 'echo "found" "$@"\n',
  'time/SKILL.md': SKILL('time'),
  'time/TOOLS.YML': `tools:\n  ${CLOCK}  - {name: broken, script: gone.sh}\n`,
  'time/clock.sh': 'echo "$SKILL_NAME $(basename "$PWD")"\n',
};

let home: string;
let skills: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  home = tempFolder();
  skills = path.join(home, 'given');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(skills, name)), { recursive: true });
    writeFileSync(path.join(skills, name), text);
  }
});

/** False if the machine has no sandbox: then `--approve auto` does not run a skill's script. */
let confined = false;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-doctor-'));
  const { out } = await skilldeck(['doctor', '--home', folder, '--json']);
  rmSync(folder, { recursive: true, force: true });
  confined = JSON.parse(out).sandbox.available;
});
const printed = (text: string): unknown =>
  confined ? text : expect.stringMatching(/^Not run: it is a script of the skill/);

async function run(options: readonly string[], ...steps: ScriptedStep[]) {
  model = await modelOfTest([...steps, say('Done.')]);
  const all = [
    '--home',
    home,
    '--skills',
    'none',
    '--skills',
    skills,
    '--base-url',
    model.url,
    '--model',
    'm',
    '--json',
  ];
  const { status, out } = await skilldeck(['run', ...all, '--approve', 'auto', ...options, 'hello']);
  expect(status).toBe(0);
  const events = lines(out);
  const messages = model.requests.at(-1)?.body.messages ?? [];
  return {
    events,
    session: String(events[0]?.session),
    /** Tools after the dialect's own, in each request. */
    brought: model.requests.map(({ body }) => {
      const names = body.tools?.map((tool) => tool.function.name) ?? [];
      return names.slice(model?.requests[0]?.body.tools?.length);
    }),
    results: messages.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : [])),
  };
}

/** Every request, rebuilt from the log, is the one that was posted. */
async function proves(session: string) {
  const { out } = await skilldeck(['sessions', 'verify', session, '--home', home, '--json']);
  expect(JSON.parse(out)).toMatchObject({ ok: true, verified: model?.requests.length, differing: [] });
}

it('omni: keeps a tool of two skills until the last is unloaded, in the scope of the first one left', async () => {
  const flow = await run(
    [],
    call('clock'),
    call('load_skill', { name: 'fly' }),
    call('load_skill', { name: 'time' }),
    call('clock'),
    call('unload_skill', { name: 'fly' }),
    call('clock'),
    call('fly__grep', { to: 'NRT' }),
    call('unload_skill', { name: 'time' }),
    call('clock'),
  );
  expect(flow.brought).toEqual([
    [],
    [],
    ['clock', 'fly__grep'],
    ['clock', 'fly__grep'],
    ['clock', 'fly__grep'],
    ['clock'],
    ['clock'],
    ['clock'],
    [],
    [],
  ]);
  const [early, fly, time, first, unloaded, second, gone, last, late] = flow.results;
  expect(early).toContain("Skill 'fly' and Skill 'time' would bring it: load one of them first");
  expect(fly).toContain('It brings tools: clock, fly__grep.');
  expect(time).toMatch(
    /It brings tools: clock\..*TOOLS\.YML:3: The tool "broken" was left out: it has no "description"/,
  );
  expect([first, second]).toEqual([printed('fly fly'), printed('time time')]);
  expect(unloaded).toContain('Its tools went with it: fly__grep.');
  expect(gone).toContain("Skill 'fly' would bring it: load it first");
  expect(last).toContain('Its tools went with it: clock.');
  expect(late).toBe(early);
  const [before, after] = [model?.requests[0], model?.requests.at(-1)].map((request) => request?.body);
  expect([after?.messages[0], after?.tools]).toEqual([before?.messages[0], before?.tools]);
  await proves(flow.session);
});

it('standard offers them after its SKILL.md is read; stores the cap and idle limit with the session', async () => {
  const read = (name: string) => call('read_file', { path: path.join(skills, name, 'SKILL.md') });
  const flow = await run(
    ['--dialect', 'standard', '--max-loaded', '1', '--idle-turns', '1'],
    read('fly'),
    read('time'),
  );
  expect(flow.brought).toEqual([[], ['clock', 'fly__grep'], ['clock']]);
  expect(flow.results[1]).toContain("'fly' was unloaded: at most 1 skill may be loaded at a time");
  for (const text of ['one', 'two']) {
    model?.add(say('Well.'));
    await skilldeck(['run', '--home', home, '--session', flow.session, text]);
  }
  const shown = lines((await skilldeck(['sessions', 'show', flow.session, '--home', home, '--json'])).out);
  expect(shown.filter(({ type }) => type === 'skill-unloaded').map(({ skill, reason }) => [skill, reason])).toEqual([
    ['fly', 'pressure'],
    ['time', 'idle'],
  ]);
  expect(shown[0]).toMatchObject({ limits: { idleTurns: 1, maxLoadedSkills: 1 } });
  await proves(flow.session);
});
