/**
 * Each dialect's whole flow through the app: the bytes of every posted request, in `fixtures/`, where what an earlier
 * dialect tells is not told again. Read one to follow what the model sees; after an intended change, update them all with
 * `vitest run -u --project slow …/flows`.
 */
import { rmSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import { DIALECTS, type Dialect, type Placement } from '../../shared/events.ts';
import { call, type ScriptedStep, say } from '../models/test-kit/scripted-model.ts';
import type { SkillTree } from '../skills/test-kit/skill-tree.ts';
import { DIALECT_TOOLS } from '../tools/registry.ts';
import { type AppFlow, startAppFlow } from './test-kit/app-flow.ts';
import { type Flows, orphans, requestStories } from './test-kit/request-story.ts';

const FILES = {
  'fly/SKILL.md': `---
name: fly
description: Finds "flights" <fast> & cheap. 查航班。
---

# Guide

Run \`scripts/find.sh CITY\`. On an error read reference.md.

`,
  'fly/reference.md': '# Cities\n\nTokyo (东京), Osaka.\n',
  'fly/references/fares.md': 'A fare holds for a day.\n',
  'fly/tools.yaml': `- name: fare
  description: Says what a flight costs. In euros.
  parameters: {type: object, properties: {to: {type: string}}, required: [to]}
  script: scripts/fare.sh
`,
  'fly/scripts/find.sh':
    'if [ "$1" != Tokyo ]; then echo "Unknown city \'$1\'" >&2; exit 1; fi\necho "JL 42 to $1"\necho ticket > "$OUTPUT_DIR/ticket.txt"\n',
  'fly/scripts/fare.sh': 'echo "$2: 420 EUR"\n',
  'fly/scripts/clock.py': 'print("now")\n',
  'fly/scripts/clock.js': 'console.log("now");\n',
  'notes/SKILL.md': '---\nname: My Notes\ndescription: Keeps notes.\n---\nWrite.\n',
};
const LATER_DOCUMENT = { 'fly/seats.md': 'Seats 1 to 40.\n' };
// Spelled as agent-core's documents have it.
const LATER = { 'hotel/skill.md': '---\nname: hotel\ndescription: Finds hotels.\n---\nAsk for the nights.\n' };

/** A dialect's names for the calls of every flow. */
interface DialectCalls {
  load(skill: string): ScriptedStep;
  /** For skill `fly`. */
  reference(file: string): ScriptedStep;
  run(city: string): ScriptedStep;
  /** Calls that only this dialect has, in its second turn. */
  readonly own: readonly ScriptedStep[];
  /** Its further wrong calls, while nothing is loaded. */
  readonly wrong: readonly ScriptedStep[];
  /** Dialect that its session changes to at the end: for most, one with an earlier story. */
  readonly next: Dialect;
}

function dialectCalls(skills: SkillTree): Readonly<Record<Dialect, DialectCalls>> {
  const { at } = skills;
  const find = (city: string) => ({ command: `bash ${at('fly/scripts/find.sh')} ${city}` });
  const through = (skillId: string, file: string) => call('load_skill_through_path', { skillId, path: file });
  return {
    omni: {
      load: (name) => call('load_skill', { name }),
      reference: (ref_path) => call('load_skill_reference', { skill_name: 'fly', ref_path }),
      run: (city) => call('run_command', find(city)),
      own: [
        call('list_skills'),
        call('load_skill', { name: 'fly' }),
        call('unload_skill', { name: 'fly' }),
        call('unload_skill', { name: 'fly' }),
      ],
      wrong: [],
      next: 'standard',
    },
    trpc: {
      load: (skill) => call('skill_load', { skill }),
      reference: (doc) => call('skill_select_docs', { skill: 'fly', docs: [doc] }),
      run: (city) => call('skill_run', { skill: 'fly', command: `bash scripts/find.sh ${city}` }),
      own: [
        call('skill_load', { skill: 'fly', docs: ['references/fares.md'] }),
        call('skill_list_docs', { skill: 'fly' }),
        call('skill_select_docs', { skill: 'fly', docs: ['reference.md', './reference.md'], mode: 'add' }),
        call('skill_select_docs', { skill: 'fly', docs: ['reference.md'], mode: 'replace' }),
        call('skill_select_docs', { skill: 'fly', include_all_docs: true }),
        () => {
          skills.write(LATER_DOCUMENT);
          return call('skill_list_docs', { skill: 'fly' });
        },
        call('skill_select_docs', { skill: 'fly', docs: ['reference.md'], mode: 'add' }),
        call('skill_select_docs', { skill: 'fly', mode: 'clear' }),
      ],
      wrong: [call('skill_select_docs', { skill: 'fly', docs: ['reference.md'] })],
      next: 'omni',
    },
    'agent-core': {
      load: (skill) => call('skill', { skill }),
      reference: (file) => call('read_file', { path: at(`fly/${file}`) }),
      run: (city) => call('bash', find(city)),
      own: [call('skill', { skill: 'fly' }), call('skill', { skill: 'My Notes' })],
      wrong: [],
      next: 'trpc',
    },
    agentscope: {
      load: (id) => through(id, 'SKILL.md'),
      reference: (file) => through('fly', file),
      run: (city) => call('execute_shell_command', find(city)),
      own: [
        through('fly', 'SKILL.md'),
        through('fly', 'scripts\\fare.sh'),
        through('notes', 'SKILL.md'),
        call('write_text_file', { file_path: 'a.txt', content: 'one\ntwo\nthree\n' }),
        call('write_text_file', { file_path: 'a.txt', content: 'TWO', ranges: [2, 2] }),
        call('view_text_file', { file_path: 'a.txt' }),
        call('view_text_file', { file_path: 'a.txt', ranges: '2,3' }),
        call('view_text_file', { file_path: 'a.txt', ranges: [-1, -1] }),
      ],
      wrong: [
        through('fly', '../notes/SKILL.md'),
        through('fly', '/etc/passwd'),
        through('fly', 'reference.md'),
        call('view_text_file', { file_path: '/etc/passwd' }),
        call('write_text_file', { file_path: '/tmp/x', content: 'x' }),
        call('write_text_file', { file_path: 'a.txt', content: 'one\n' }),
        call('view_text_file', { file_path: 'a.txt', ranges: [7, 9] }),
      ],
      next: 'agent-core',
    },
    standard: {
      load: (skill) => call('read_file', { path: at(`${skill}/SKILL.md`) }),
      reference: (file) => call('read_file', { path: at(`fly/${file}`) }),
      run: (city) => call('run_command', find(city)),
      own: [
        call('read_file', { path: at('fly/SKILL.md') }),
        call('read_file', { path: at('fly/reference.md'), limit: 1 }),
        call('read_file', { path: at('fly/scripts/find.sh') }),
        call('list_dir', { path: at('notes') }),
      ],
      wrong: [call('read_file', { path: '/etc/passwd' })],
      next: 'agentscope',
    },
  };
}

// Several dozen requests of the whole app a dialect.
vi.setConfig({ testTimeout: 120_000 });

let flow: AppFlow | undefined;
afterEach(() => close());

async function close(): Promise<void> {
  await flow?.close();
  flow = undefined;
}

const stories: [Dialect, Flows][] = [];

// Rules: 000.2, 000.4, 000.6, 000.12, 000.13, 000.16, 000.18, 000.20, 001.2, 001.5, 001.6, 001.7, 001.9, 001.12, 001.14, 001.15, 001.22, 001.23, 002.1, 002.3, 002.5, 002.6, 002.7, 002.8, 002.10, 002.12, 002.13, 002.14, 002.15, 002.25, 003.4, 003.8, 003.9, 003.10, 003.11, 003.12, 003.13, 003.14, 003.15, 003.18, 004.1, 004.2, 004.3, 004.4, 004.5, 004.6, 004.7, 004.8, 004.10, 004.14, spec.1, spec.2, spec.3, spec.4
it.each(DIALECTS)(
  'runs the whole flow of %s in each placement and answers wrong calls, and no call is without its result',
  async (dialect) => {
    const flows: [string, readonly string[]][] = [];
    for (const placement of DIALECT_SETTINGS[dialect].placements) {
      flows.push([`placement ${placement}`, await wholeFlow(dialect, placement)]);
    }
    flows.push(['wrong calls', await wrongCalls(dialect)]);
    expect(flows.flatMap(([, bodies]) => bodies.flatMap((body) => orphans(body)))).toEqual([]);
    expect(foreignTools(flows[0]?.[1][0] ?? '', dialect)).toEqual([]);
    stories.push([dialect, flows]);
  },
);

it('posts every request of them byte for byte', async () => {
  expect(stories.map(([dialect]) => dialect)).toEqual(DIALECTS);
  for (const [dialect, story] of requestStories(stories)) {
    await expect(story).toMatchFileSnapshot(`fixtures/${dialect}.txt`);
  }
});

it('activates a skill by the path of its script, and says of a picture what it is', async () => {
  flow = await startAppFlow({ dialect: 'agentscope' }, { ...FILES, 'fly/logo.png': '\0png' });
  const { client, sessionId, skills } = flow;
  const { load } = dialectCalls(skills).agentscope;
  const through = (path: string) => call(loadTool(load('fly')), { skillId: 'fly', path });
  await flow.turn('Look', through('logo.png'), through('scripts/fare.sh'), say('Seen.'));
  const [picture, script] = flow.posted().slice(1);
  expect(picture).toContain("logo.png (image/png, 4 bytes) is no text and can't be loaded.");
  expect(script).toContain('On an error read reference.md.');
  expect(script).toContain('420 EUR');
  expect((await client.context.show({ sessionId })).manifest.parts.map(({ id }) => id)).toContain('skill:fly');
  await close();
});

async function wholeFlow(dialect: Dialect, placement: Placement): Promise<readonly string[]> {
  flow = await startAppFlow({ dialect, placement }, FILES);
  const { client, model, sessionId, skills } = flow;
  const { load, reference, run, own, next } = dialectCalls(skills)[dialect];

  await flow.turn(
    'Fly me to Atlantis, 订一张机票',
    load('swim'),
    load('fly'),
    run('Atlantis'),
    reference('nope.md'),
    reference('reference.md'),
    run('Tokyo'),
    call('fare', { to: 'Tokyo' }),
    say('JL 42 goes to Tokyo for 420 EUR.'),
  );
  await flow.turn('And what else?', ...own, say('That is all.'));

  skills.write(LATER);
  await flow.turn('A hotel, too.', load('hotel'), say('For how many nights?'));
  model.add(say('The person flies to Tokyo with JL 42, 420 EUR.'));
  await client.context.compact({ sessionId, instruction: 'keep the fare' });
  await flow.turn('Two.', say('Noted.'));

  await unloadFly(flow);
  await flow.turn('Thank you.', say('You are welcome.'));

  await client.skills.load({ sessionId, skill: 'fly' });
  await client.skills.loadReference({ sessionId, skill: 'fly', path: 'reference.md' });
  await client.sessions.configure({ sessionId, settings: { dialect: next, loadMode: 'session' } });
  await flow.turn('And back?', say('Not yet.'));
  expect(model.remaining()).toBe(0);

  const posted = flow.posted();
  expect(await client.review.verify({ sessionId })).toMatchObject({
    ok: true,
    requests: posted.length,
    verified: posted.length,
    differing: [],
    notRebuilt: 0,
  });
  await close();
  return posted;
}

/** If neither the agent nor the turn unloads, the user does. */
async function unloadFly({ client, sessionId }: AppFlow): Promise<void> {
  const { parts } = (await client.context.show({ sessionId })).manifest;
  if (parts.some(({ id }) => id === 'skill:fly')) await client.skills.unload({ sessionId, skill: 'fly' });
}

/** Wrong calls and calls for deleted skills are answered with what would have worked. */
async function wrongCalls(dialect: Dialect): Promise<readonly string[]> {
  flow = await startAppFlow({ dialect }, FILES);
  const { model, skills } = flow;
  const { load, run, wrong: others } = dialectCalls(skills)[dialect];
  const gone = (name: string, step: ScriptedStep): ScriptedStep => {
    return (request, index) => {
      rmSync(skills.at(name), { recursive: true });
      return typeof step === 'function' ? step(request, index) : step;
    };
  };
  const wrong = { ...call('x'), toolCalls: [{ name: loadTool(load('fly')), arguments: '{"nonsense": 1' }] };
  const missing = { ...wrong, toolCalls: [{ name: loadTool(load('fly')), arguments: '{}' }] };
  if (others.length > 0) await flow.turn('Look first', ...others, say('Hm.'));
  await unloadFly(flow);
  await flow.turn(
    'Fly me',
    wrong,
    missing,
    call('fare', { to: 'Tokyo' }),
    ...['load_skill_reference', 'skill_select_docs', 'load_skill_through_path', 'Bash']
      .filter((name) => !DIALECT_TOOLS[dialect].some((tool) => tool.name === name))
      .map((name) => call(name, { command: 'ls' })),
    gone('fly', load('fly')),
    run('Tokyo'),
    gone('notes', load('notes')),
    say('No.'),
  );
  expect(model.remaining()).toBe(0);
  const posted = flow.posted();
  await close();
  return posted;
}

/** Tools of other dialects that a request names. Two are ordinary words too: a thing, and what runs a shell script. */
function foreignTools(body: string, dialect: Dialect): readonly string[] {
  const { messages, tools } = JSON.parse(body) as { messages: { content: string }[]; tools: object[] };
  const words = new Set(`${messages[0]?.content} ${JSON.stringify(tools)}`.match(/[a-z_]+/g));
  const own = DIALECT_TOOLS[dialect].map(({ name }) => name);
  const all = new Set(DIALECTS.flatMap((one) => DIALECT_TOOLS[one].map(({ name }) => name)));
  return [...all].filter((name) => words.has(name) && ![...own, 'skill', 'bash'].includes(name));
}

/** The name of the tool that a dialect loads skills with. */
function loadTool(step: ScriptedStep): string {
  if (typeof step === 'function' || step.kind !== 'answer') throw new Error('no call');
  return step.toolCalls?.[0]?.name ?? '';
}
