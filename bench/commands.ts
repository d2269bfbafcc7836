/**
 * Processor time and memory of whole commands, as a person or a script starts them, beside a Node that does nothing.
 * `npm run bench:commands`; the build must be current.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ScriptedModel, say, startScriptedModel } from '../src/main/models/test-kit/scripted-model.ts';
import { openStore } from '../src/main/store/store.ts';
import { CREATED, turn } from './logs.ts';
import { median, print, type Row, report, round } from './table.ts';

const BIN = path.join(import.meta.dirname, '..', 'bin', 'skilldeck.cjs');
const ROUNDS = 9;
const SESSION = 'a-thousand-events';
const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-commands-'));

/** Writes what the process has used when it ends; what it started is not counted. */
const usageFile = path.join(folder, 'usage.json');
const HOOK = `data:text/javascript,${encodeURIComponent(
  `import fs from 'node:fs'; process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
   fs.writeFileSync(${JSON.stringify(usageFile)}, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 })); });`,
)}`;

interface Used {
  /** Seconds. */
  readonly cpu: number;
  /** MiB at the most. */
  readonly rss: number;
}

function start(args: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', SKILLDECK_HOME: path.join(folder, 'home') };
  return run(process.execPath, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
}

async function used(args: readonly string[]): Promise<Used> {
  await start(['--import', HOOK, ...args]);
  return JSON.parse(readFileSync(usageFile, 'utf8')) as Used;
}

/** The median of some runs after one that is not counted: most commands are not started for the first time. */
async function measured(args: readonly string[], { first = false } = {}): Promise<Used> {
  if (first) return used(args);
  await used(args);
  const all: Used[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await used(args));
  return { cpu: median(all.map(({ cpu }) => cpu)), rss: median(all.map(({ rss }) => rss)) };
}

/** Times from the start of a command until its request has come, beside the whole of a Node that does nothing. */
async function untilAsked(model: ScriptedModel, args: readonly string[]): Promise<Row> {
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now();
    await start(['-e', '0']);
    const started = performance.now();
    floor.push(started - before);
    const ended = start(args);
    await model.arrived(model.requests.length + 1);
    ours.push(performance.now() - started);
    await ended;
  }
  const what = 'run, until the model has its request';
  return { what, ours: median(ours), floor: 'node -e 0', floorMs: median(floor), goal: { ms: 250 } };
}

function manySkills(count: number, bytes: number): string {
  const root = path.join(folder, `${count}-skills`);
  const line = 'Read what is there before you change it, and say what you found.\n';
  for (let index = 0; index < count; index += 1) {
    const dir = path.join(root, `skill-${index}`);
    mkdirSync(dir, { recursive: true });
    const head = `---\nname: skill-${index}\ndescription: Does thing ${index}. Use when it is asked for.\n---\n\n`;
    writeFileSync(path.join(dir, 'SKILL.md'), head + line.repeat(Math.ceil(bytes / line.length)));
  }
  return root;
}

/** A session of about a thousand events in the data folder. */
function longSession(): void {
  const store = openStore({ home: path.join(folder, 'home'), access: 'write' });
  const turns = Array.from({ length: 500 }, (_, index) =>
    turn(`Message ${index}: what is the weather in Oslo?`, `Answer ${index}: rain.`),
  );
  store.append(SESSION, [CREATED, ...turns.flat()]);
  store.close();
}

const model = await startScriptedModel([], { rest: say('Done.') });
try {
  longSession();
  const four = manySkills(4, 2_000);
  const many = manySkills(300, 300_000);
  const nothing = await measured(['-e', '0']);
  const command = (...args: string[]) => [BIN, ...args];
  const ask = command('run', 'Hello', '--base-url', model.url, '--model', 'scripted-model', '--skills', four);
  const rows: readonly (readonly [what: string, args: readonly string[], goal: number, options?: { first: true }])[] = [
    ['--version', command('--version'), 2.5 * nothing.cpu],
    ['skills list, four skills', command('skills', 'list', '--skills', four), 0.2],
    [
      'skills list, 300 skills of 300 kB, first time',
      command('skills', 'list', '--skills', many),
      0.5,
      { first: true },
    ],
    ['run, a model that answers at once', ask, 0.35],
    ['skills lint, one skill', command('skills', 'lint', path.join(four, 'skill-0')), 0.35],
    ['sessions verify, 1,000 events', command('sessions', 'verify', SESSION), 0.4],
    ['sessions export, 1,000 events', command('sessions', 'export', SESSION), 0.4],
  ];
  const results: Record<string, unknown>[] = [];
  const add = (what: string, { cpu, rss }: Used, goal?: number) => {
    results.push({
      what,
      'CPU, s': round(cpu),
      'memory, MiB': Math.round(rss),
      '× node -e 0': round(cpu / nothing.cpu),
      'goal, s': goal === undefined ? '' : round(goal),
    });
    if (goal !== undefined) report([{ what: `${what}, CPU × node -e 0`, value: round(cpu / nothing.cpu) }]);
  };
  add('node -e 0', nothing);
  for (const [what, args, goal, options] of rows) add(what, await measured(args, options), goal);
  console.table(results);
  print([await untilAsked(model, ask)]);
} finally {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
}
