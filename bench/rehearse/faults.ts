/** Machines that fail: each ends in nothing lost and a sentence that a person can act on. */
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../src/main/lib/test-kit/listen.ts';
import { type Ended, isSentence, openStage, type Stage } from './stage.ts';

export interface Outcome {
  readonly tries: number;
  readonly faults: readonly string[];
}

export type Rehearsal = (stage: Stage, random: () => number) => Promise<Outcome>;

export const FAULTS: Readonly<Record<string, Rehearsal>> = {
  'full disk': fullDisk,
  'read-only folder': readOnly,
  'clock that jumps': clock,
  'torn pages': tornPages,
  'restored backup': backup,
  'server that drips': drip,
};

export async function rehearsed(rehearsal: Rehearsal, random: () => number): Promise<Outcome> {
  const stage = openStage();
  try {
    return await rehearsal(stage, random);
  } finally {
    if (process.env.KEEP) process.stderr.write(stage.home + '\n');
    else stage.remove();
  }
}

const database = (stage: Stage) => path.join(stage.home, 'skilldeck.db');

async function sessionsIn(stage: Stage): Promise<readonly string[]> {
  const { status, stdout } = await stage.skilldeck(['--json', 'sessions', 'list']);
  if (status !== 0) return [];
  return (JSON.parse(stdout) as { sessions: readonly { id: string }[] }).sessions.map(({ id }) => id);
}

/** @returns the id of a conversation that ended. */
async function greeted(stage: Stage, options: Parameters<Stage['skilldeck']>[1] = {}): Promise<string> {
  const ended = await stage.skilldeck(['run', 'hello'], options);
  if (ended.status !== 0) throw new Error(ended.stderr);
  return /session (\S+)/.exec(ended.stderr)?.[1] ?? '';
}

/** A sandbox in which the data folder is what `mount` makes of it. */
const inside = (stage: Stage, ...mount: readonly string[]): readonly string[] => [
  'bwrap',
  '--dev-bind',
  '/',
  '/',
  ...mount,
  '--chdir',
  stage.folder,
  '--',
];

/** Conversations until nothing fits: those that were acknowledged are there, and the next is refused in words. */
async function fullDisk(stage: Stage): Promise<Outcome> {
  const log = path.join(stage.folder, 'log');
  // One conversation, then all but room for a few more is filled.
  const fill = '"$@" run hello; cat /dev/zero >"$HOME_OF/filler" 2>/dev/null; truncate -s -512K "$HOME_OF/filler"';
  const program = `${fill}; i=0; while [ $i -lt 60 ]; do i=$((i+1)); "$@" run hello >/dev/null 2>"$LOG.$i"; s=$?; echo "$i $s" >>"$LOG"; [ $s -ne 0 ] && break; done; "$@" --json sessions list >"$LOG.list"`;
  const mount = inside(stage, '--size', String(16 << 20), '--tmpfs', stage.home);
  const ended = await stage.skilldeck([], {
    within: [...mount, 'sh', '-c', program, 'sh'],
    env: { LOG: log, HOME_OF: stage.home },
  });
  if (ended.status !== 0) return { tries: 1, faults: [`The disk could not be made: ${ended.stderr}`] };
  const rows = readFileSync(log, 'utf8').trim().split('\n');
  const said = rows.map((_row, index) => readFileSync(`${log}.${index + 1}`, 'utf8'));
  const acknowledged = said.slice(0, -1).map((text) => /session (\S+)/.exec(text)?.[1] ?? '');
  const list = readFileSync(`${log}.list`, 'utf8');
  const last = said.at(-1) ?? '';
  return {
    tries: rows.length,
    faults: [
      ...acknowledged.filter((id) => !list.includes(`"${id}"`)).map((id) => `${id} was acknowledged and is lost`),
      ...(rows.at(-1)?.endsWith(' 0') ? ['The disk never became full'] : []),
      ...(isSentence({ stderr: last }) && /space|full/i.test(last)
        ? []
        : [`It does not say that the disk is full: ${last}`]),
    ],
  };
}

/** All that only reads works, what writes is refused in words. */
async function readOnly(stage: Stage): Promise<Outcome> {
  const id = await greeted(stage);
  const within = inside(stage, '--ro-bind', stage.home, stage.home);
  const reads = [
    ['sessions', 'list'],
    ['sessions', 'show', id],
    ['sessions', 'verify', '--all'],
    ['skills', 'list'],
  ];
  const writes = [
    ['run', 'hello'],
    ['mcp', 'add', 'notes', 'http://127.0.0.1:9/mcp'],
    ['skills', 'disable', 'trip-planner'],
  ];
  const faults: string[] = [];
  for (const args of reads) {
    const { status, stderr } = await stage.skilldeck(args, { within });
    if (status !== 0) faults.push(`${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  for (const args of writes) {
    const ended = await stage.skilldeck(args, { within });
    if (ended.status === 0) faults.push(`${args.join(' ')} says that it was done`);
    else if (!isSentence(ended)) faults.push(`${args.join(' ')} says: ${ended.stderr}`);
  }
  return { tries: reads.length + writes.length, faults };
}

/** Hours by which the clock jumps while a conversation runs. */
const JUMPS = [-24 * 365, -24, -1, 1, 24, 24 * 365 * 20];

async function clock(stage: Stage): Promise<Outcome> {
  const preload = path.join(stage.folder, 'clock.mjs');
  writeFileSync(
    preload,
    `const real = Date.now; const from = real() + 900; const by = Number(process.env.JUMP_MS);
const now = () => real() + (real() > from ? by : 0);
globalThis.Date = class extends Date { constructor(...of) { of.length === 0 ? super(now()) : super(...of); } static now() { return now(); } };`,
  );
  const faults: string[] = [];
  const ids: string[] = [];
  for (const hours of JUMPS) {
    const env = { NODE_OPTIONS: `--import=${preload}`, JUMP_MS: String(hours * 3_600_000) };
    const ended = await stage.skilldeck(['run', 'hello'], { env });
    if (ended.status !== 0) faults.push(`${hours} hours: ended with ${ended.status}: ${ended.stderr}`);
    ids.push(/session (\S+)/.exec(ended.stderr)?.[1] ?? '');
  }
  const listed = await sessionsIn(stage);
  faults.push(...ids.filter((id) => !listed.includes(id)).map((id) => `${id} is not in the list`));
  const next = await stage.skilldeck(['run', '--session', ids.at(-1) ?? '', 'hello']);
  if (next.status !== 0) faults.push(`The last does not continue: ${next.stderr}`);
  const verified = await stage.skilldeck(['sessions', 'verify', '--all']);
  if (verified.status !== 0) faults.push(`verify: ${verified.stdout}${verified.stderr}`);
  return { tries: JUMPS.length, faults };
}

const PAGE = 4_096;
const TORN = 8;

/** Any page may be lost: nothing crashes, and a repair brings back what the other pages hold. */
async function tornPages(stage: Stage, random: () => number): Promise<Outcome> {
  for (let index = 0; index < 3; index += 1) await greeted(stage);
  const whole = path.join(stage.folder, 'whole');
  cpSync(stage.home, whole, { recursive: true });
  const faults: string[] = [];
  for (let round = 0; round < TORN; round += 1) {
    rmSync(stage.home, { recursive: true });
    cpSync(whole, stage.home, { recursive: true });
    const pages = Math.floor(statSync(database(stage)).size / PAGE);
    const page = round === 0 ? 0 : Math.floor(random() * pages);
    const file = openSync(database(stage), 'r+');
    writeSync(file, Buffer.alloc(PAGE / 2, 0x5a), 0, PAGE / 2, page * PAGE + PAGE / 2);
    closeSync(file);
    const calls = [
      ['sessions', 'list'],
      ['run', 'hello'],
      ['doctor', '--repair'],
      ['sessions', 'list'],
      ['run', 'hello'],
    ];
    for (const [index, args] of calls.entries()) {
      const ended = await stage.skilldeck(args);
      const what = `page ${page} of ${pages}, call ${index + 1}, ${args.join(' ')}`;
      if (ended.status !== 0 && !isSentence(ended)) faults.push(`${what}: ${ended.stderr}`);
      if (ended.status !== 0 && index > 1) faults.push(`${what} ended with ${ended.status}: ${ended.stderr}`);
    }
    const left = await sessionsIn(stage);
    if (left.length < 2) faults.push(`page ${page} of ${pages}: ${left.length} conversations are left`);
  }
  return { tries: TORN, faults };
}

/** A backup is restored, and holds what was there when it was made. */
async function backup(stage: Stage): Promise<Outcome> {
  const ids = [await greeted(stage), await greeted(stage)];
  const later = path.join(stage.folder, 'later.mjs');
  writeFileSync(
    later,
    `const real = Date.now; const now = () => real() + 26 * 3_600_000;
globalThis.Date = class extends Date { constructor(...of) { of.length === 0 ? super(now()) : super(...of); } static now() { return now(); } };`,
  );
  ids.push(await greeted(stage, { env: { NODE_OPTIONS: `--import=${later}` } }));
  const folder = path.join(stage.home, 'backups');
  const latest = readdirSync(folder).sort().at(-1);
  if (latest === undefined) return { tries: 1, faults: ['No backup was made'] };
  const faults: string[] = [];
  for (const damage of ['zeros', 'gone', 'another file']) {
    for (const name of readdirSync(stage.home)) if (/-(?:wal|shm)$/.test(name)) rmSync(path.join(stage.home, name));
    if (damage === 'gone') rmSync(database(stage));
    else writeFileSync(database(stage), damage === 'zeros' ? Buffer.alloc(40_960) : 'not a database '.repeat(900));
    const before = await stage.skilldeck(['run', 'hello']);
    if (before.status === 0) faults.push(`${damage}: a new database was begun without a word`);
    const restored = await stage.skilldeck(['doctor', '--repair', '--restore', latest]);
    if (restored.status !== 0) faults.push(`${damage}: ended with ${restored.status}: ${restored.stderr}`);
    const left = await sessionsIn(stage);
    faults.push(
      ...ids
        .slice(0, 2)
        .filter((id) => !left.includes(id))
        .map((id) => `${damage}: ${id} is not restored`),
    );
    const verified = await stage.skilldeck(['sessions', 'verify', '--all']);
    if (verified.status !== 0) faults.push(`${damage}: verify: ${verified.stdout}${verified.stderr}`);
  }
  return { tries: 3, faults };
}

/** Milliseconds until a server that sends a byte now and then may keep anybody waiting after Ctrl-C or a time limit. */
const PATIENCE = 4_000;

async function drip(stage: Stage): Promise<Outcome> {
  const frame = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Drop. ' } }] })}\n\n`;
  const server = await listen(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; !response.destroyed; at = (at + 1) % frame.length) {
      response.write(frame[at] ?? '');
      await sleep(20);
    }
  });
  const model = ['--base-url', `${server.url}/v1`, '--model', 'drips'];
  const faults: string[] = [];
  const look = async (what: string, ended: Ended, mostMs: number) => {
    if (ended.ms > mostMs) faults.push(`${what} took ${Math.round(ended.ms)} ms`);
    if (ended.status === 0) faults.push(`${what} says that it was done`);
    if (!isSentence(ended)) faults.push(`${what} says: ${ended.stderr}`);
  };
  try {
    await look(
      'run --timeout 5',
      await stage.skilldeck(['run', ...model, '--timeout', '5', 'hello']),
      5_000 + PATIENCE,
    );
    const [id = ''] = await sessionsIn(stage);
    const shown = await stage.skilldeck(['sessions', 'show', id]);
    if (!shown.stdout.includes('Drop.')) faults.push('The text that had come is not kept');
    await look(
      'run, interrupted',
      await stage.skilldeck(['run', ...model, 'hello'], { interruptAfter: 4_000 }),
      4_000 + PATIENCE,
    );
    const test = await stage.skilldeck(['models', 'test', ...model], { interruptAfter: 4_000 });
    if (test.ms > 4_000 + PATIENCE) faults.push(`models test, interrupted, took ${Math.round(test.ms)} ms`);
    const archive = ['skills', 'import', `${server.url}/skills.zip`, '--yes'];
    await look('import, interrupted', await stage.skilldeck(archive, { interruptAfter: 4_000 }), 4_000 + PATIENCE);
  } finally {
    await server.close();
  }
  return { tries: 4, faults };
}
