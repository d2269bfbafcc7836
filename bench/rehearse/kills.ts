/** Kills at random moments of work: afterwards nothing is lost, nothing is there twice, and the same work completes. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node-pty';
import { call, type ScriptedModel, say, startScriptedModel } from '../../src/main/models/test-kit/scripted-model.ts';
import { type PackageIndex, startPackageIndex } from './package-index.ts';
import { type Ended, openStage, PROGRAM, type Stage, sendToGroup } from './stage.ts';

const SKILL_SCRIPTS = path.join(import.meta.dirname, '../../skills/book-flight/scripts');
/** Skills of a source. */
const SKILLS = 25;

/** Work that is killed again and again in one data folder. */
interface Work {
  /** Does the work of a round. @param killAfter milliseconds; undefined: it ends by itself. */
  run(round: number, killAfter?: number): Promise<Ended>;
  /** Looks at what is there after the kill, then completes the work. @returns faults. */
  check(round: number, killed: Ended): Promise<readonly string[]>;
  /** Looks at the whole after the last round. @returns faults. */
  end?(): Promise<readonly string[]>;
  close?(): Promise<void>;
}

interface Kills {
  readonly kills: number;
  /** Rounds that ended before the kill came. */
  readonly late: number;
  readonly faults: readonly string[];
}

/** Share of all kills, and the work. */
export const WORKS: Readonly<Record<string, readonly [number, (stage: Stage) => Promise<Work>]>> = {
  runs: [0.3, runs],
  bookings: [0.15, bookings],
  imports: [0.15, imports],
  syncs: [0.15, syncs],
  packages: [0.1, packages],
  publishing: [0.15, publishing],
};

export async function killed(
  open: (stage: Stage) => Promise<Work>,
  kills: number,
  random: () => number,
): Promise<Kills> {
  const stage = openStage();
  const faults: string[] = [];
  let done = 0;
  let late = 0;
  try {
    const work = await open(stage);
    const whole = await work.run(0);
    if (whole.status !== 0) throw new Error(`Without a kill it ended with ${whole.status}: ${whole.stderr}`);
    faults.push(...(await work.check(0, whole)));
    for (let round = 1; done < kills && late < 2 * kills; round += 1) {
      const killAfter = Math.round(whole.ms * (0.1 + 0.9 * random()));
      const ended = await work.run(round, killAfter);
      if (ended.status === null) done += 1;
      else late += 1;
      const found = await work.check(round, ended);
      faults.push(...found.map((fault) => `round ${round}, killed after ${killAfter} ms: ${fault}`));
    }
    faults.push(...((await work.end?.()) ?? []));
    await work.close?.();
    return { kills: done, late, faults };
  } finally {
    stage.remove();
  }
}

/** Faults of a call that has to succeed. */
const must = (what: string, { status, stderr }: Ended): string[] =>
  status === 0 ? [] : [`${what} ended with ${status}: ${stderr.trim()}`];

/** Every event that was printed is stored as it was printed. */
async function runs(stage: Stage): Promise<Work> {
  const events = (text: string) =>
    text
      .split('\n')
      // Without the line that the kill cut short.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { seq?: number; session: string })
      .filter(({ seq }) => seq !== undefined);
  return {
    run: (_round, killAfter) =>
      stage.skilldeck(['--json', 'run', 'Find flights from London to Lisbon on 22 January 2030'], {
        ...(killAfter === undefined ? {} : { killAfter }),
      }),
    async check(_round, killedRun) {
      const printed = events(killedRun.stdout);
      const session = printed[0]?.session;
      if (session === undefined) return [];
      const shown = await stage.skilldeck(['--json', 'sessions', 'show', session]);
      const stored = new Set(events(shown.stdout).map((event) => JSON.stringify(event)));
      const lost = printed.filter((event) => !stored.has(JSON.stringify(event)));
      return [
        ...must('sessions show', shown),
        ...(lost.length === 0 ? [] : [`${lost.length} of ${printed.length} printed events are not stored`]),
      ];
    },
    async end() {
      const list = await stage.skilldeck(['--json', 'sessions', 'list']);
      const { sessions } = JSON.parse(list.stdout) as { sessions: readonly { id: string }[] };
      const next = await stage.skilldeck(['run', '--session', sessions[0]?.id ?? '', 'hello']);
      return [
        ...must('run --session', next),
        ...must('verify', await stage.skilldeck(['sessions', 'verify', '--all'])),
      ];
    },
  };
}

/** One booking for each key: never two, and none after the program said that it booked. */
async function bookings(stage: Stage): Promise<Work> {
  const search = ['--from', 'London', '--to', 'Lisbon', '--date', dateIn(60), '--json'];
  const found = await stage.program('python3', [path.join(SKILL_SCRIPTS, 'search_flights.py'), ...search]);
  const { offers } = JSON.parse(found) as { offers: readonly { id: string; price: { total: number } }[] };
  const model: ScriptedModel = await startScriptedModel([], { rest: say('Done.') });
  const folder = path.join(stage.home, 'data/book-flight/bookings');
  const bookedWith = (key: string) =>
    (existsSync(folder) ? readdirSync(folder) : []).filter(
      (file) => file.endsWith('.json') && readFileSync(path.join(folder, file), 'utf8').includes(`"${key}"`),
    );
  const book = (round: number, killAfter?: number): Promise<Ended> => {
    const key = `key-${round}`;
    // A flight has few seats.
    const { id, price } = offers[round % offers.length] ?? { id: '', price: { total: 0 } };
    const command = `book_flight.py --offer ${id} --passenger "Anna Berg" --expect-total ${price.total} --key ${key}`;
    while (model.remaining() > 0) throw new Error('The round before left steps of the model.');
    model.add(call('load_skill', { name: 'book-flight' }), call('run_command', { command }));
    return withYes(stage, ['run', '--base-url', model.url, '--model', 'scripted-model', 'Book it.'], killAfter);
  };
  return {
    run: book,
    async check(round, before) {
      const key = `key-${round}`;
      const faults: string[] = [];
      const first = bookedWith(key).length;
      if (first > 1) faults.push(`${first} bookings with ${key}`);
      if (first === 0 && before.stdout.includes('Booked'))
        faults.push('it said that it booked, and there is no booking');
      // Once more by hand: a person's retry.
      const again = await book(round);
      faults.push(...must('booking again', again));
      const now = bookedWith(key).length;
      if (now !== 1) faults.push(`${now} bookings with ${key} after a second try`);
      return faults;
    },
    end: async () => must('verify', await stage.skilldeck(['sessions', 'verify', '--all'])),
    close: () => model.close(),
  };
}

/** Runs it in a terminal and answers `y` to the question. @param killAfter milliseconds after the answer. */
function withYes(stage: Stage, args: readonly string[], killAfter?: number): Promise<Ended> {
  const begun = performance.now();
  const terminal = spawn(process.execPath, [PROGRAM, '--home', stage.home, ...args], {
    name: 'xterm',
    cols: 100,
    rows: 50,
    cwd: stage.folder,
    env: { ...stage.env, TERM: 'xterm' },
  });
  let text = '';
  let answeredAt = begun;
  let hasAnswered = false;
  terminal.onData((data) => {
    text += data;
    if (hasAnswered || !text.includes('[y] yes')) return;
    hasAnswered = true;
    answeredAt = performance.now();
    terminal.write('y\r');
    if (killAfter !== undefined) setTimeout(() => sendToGroup(terminal.pid, 'SIGKILL'), killAfter);
  });
  return new Promise((resolve) => {
    terminal.onExit(({ exitCode, signal }) =>
      resolve({
        status: signal === undefined || signal === 0 ? exitCode : null,
        stdout: text,
        stderr: text.slice(-400),
        ms: performance.now() - answeredAt,
      }),
    );
  });
}

/** Each skill is whole or not there; the same import completes. */
async function imports(stage: Stage): Promise<Work> {
  const source = (round: number) => path.join(stage.folder, `source-${round}`);
  const run = (round: number, killAfter?: number) =>
    stage.skilldeck(['skills', 'import', source(round), '--yes'], killAfter === undefined ? {} : { killAfter });
  return {
    run(round, killAfter) {
      writeSkills(source(round), round, `r${round}-`);
      return run(round, killAfter);
    },
    async check(round) {
      const installed = path.join(stage.home, 'skills');
      const listed = await stage.skilldeck(['--json', 'skills', 'list']);
      const half = different(source(round), installed, (id) => listed.stdout.includes(`"${id}"`));
      const faults = [...must('skills list', listed), ...half.map((id) => `${id} is half there`)];
      await run(round);
      return [...faults, ...different(source(round), installed, () => true).map((id) => `${id} is not whole`)];
    },
  };
}

/** A sync takes all changes or none; the next one completes. */
async function syncs(stage: Stage): Promise<Work> {
  const team = path.join(stage.folder, 'team');
  const installed = path.join(stage.home, 'environments/default/skills');
  mkdirSync(team);
  const git = (...args: readonly string[]) => stage.program('git', ['-C', team, ...args]);
  await git('init', '-q');
  await git('commit', '-q', '--allow-empty', '-m', 'Start');
  const added = await stage.skilldeck(['repos', 'add', team, '--name', 'team']);
  if (added.status !== 0) throw new Error(added.stderr);
  const sync = (killAfter?: number) =>
    stage.skilldeck(['repos', 'sync', 'team', '--yes'], killAfter === undefined ? {} : { killAfter });
  return {
    async run(round, killAfter) {
      writeSkills(team, round, '');
      await git('add', '.');
      await git('commit', '-q', '-m', `Round ${round}`);
      return sync(killAfter);
    },
    async check(_round) {
      const faults = must('skills list', await stage.skilldeck(['skills', 'list']));
      const mixed = new Set(readdirSync(installed).flatMap((id) => bodyOf(path.join(installed, id))));
      if (mixed.size > 1) faults.push(`skills of ${mixed.size} versions are installed`);
      faults.push(...must('sync', await sync()));
      return [...faults, ...different(team, installed, () => true).map((id) => `${id} is not what the team has`)];
    },
  };
}

/** An environment of packages is whole or not there. */
async function packages(stage: Stage): Promise<Work> {
  const index: PackageIndex = await startPackageIndex();
  mkdirSync(path.join(stage.home, 'skills'), { recursive: true });
  writeFileSync(
    path.join(stage.home, 'config.jsonc'),
    JSON.stringify({ packages: { pythonIndex: index.url }, sandbox: 'auto' }),
  );
  const id = (round: number) => `needs-${round}`;
  const fetched = (round: number, killAfter?: number) =>
    stage.skilldeck(['skills', 'packages', id(round), '--yes'], killAfter === undefined ? {} : { killAfter });
  return {
    run(round, killAfter) {
      const folder = path.join(stage.home, 'skills', id(round));
      mkdirSync(path.join(folder, 'scripts'), { recursive: true });
      writeFileSync(path.join(folder, 'SKILL.md'), skillText(id(round), 'Needs a package.'));
      writeFileSync(path.join(folder, 'requirements.txt'), `${index.add(`rehearsed${round}`)}\n`);
      writeFileSync(path.join(folder, 'scripts/use.py'), `import rehearsed${round}\nprint(rehearsed${round}.WORDS)\n`);
      return fetched(round, killAfter);
    },
    async check(round) {
      const faults = must('packages', await fetched(round));
      const shown = await stage.skilldeck(['--json', 'skills', 'show', id(round)]);
      if (!/"(?:state|status)": "provided"/.test(shown.stdout)) faults.push('the package is not provided');
      return faults;
    },
    close: () => index.close(),
  };
}

/** A version is in the repository once or not at all, and the repository is sound. */
async function publishing(stage: Stage): Promise<Work> {
  const bare = path.join(stage.folder, 'team.git');
  await stage.program('git', ['init', '-q', '--bare', bare]);
  const skill = path.join(stage.home, 'skills/alpha');
  mkdirSync(skill, { recursive: true });
  const added = await stage.skilldeck(['repos', 'add', `file://${bare}`, '--name', 'team']);
  if (added.status !== 0) throw new Error(added.stderr);
  const publish = (round: number, killAfter?: number) =>
    stage.skilldeck(
      ['skills', 'publish', 'alpha', '--to', 'team', '--version', `1.0.${round}`],
      killAfter === undefined ? {} : { killAfter },
    );
  const versions = async () => {
    const listed = await stage.skilldeck(['--json', 'repos', 'versions', 'team', 'alpha']);
    const all = listed.status === 0 ? (JSON.parse(listed.stdout) as { versions: { version: string }[] }).versions : [];
    return all.map(({ version }) => version);
  };
  return {
    run(round, killAfter) {
      writeFileSync(path.join(skill, 'SKILL.md'), skillText('alpha', `Text ${round}.`));
      return publish(round, killAfter);
    },
    async check(round) {
      const version = `1.0.${round}`;
      const faults: string[] = [];
      await stage.program('git', ['-C', bare, 'fsck', '--strict']).catch((error: Error) => faults.push(error.message));
      if (!(await versions()).includes(version)) faults.push(...must('publishing again', await publish(round)));
      const after = await versions();
      const times = after.filter((one) => one === version).length;
      if (times !== 1) faults.push(`${version} is there ${times} times`);
      if (after.length !== round + 1) faults.push(`${after.length} versions after ${round + 1}`);
      return faults;
    },
  };
}

const skillText = (id: string, body: string) =>
  `---\nname: ${id}\ndescription: Rehearses ${id}. Use it to rehearse.\n---\n${body}\n`;

function writeSkills(folder: string, round: number, prefix: string): void {
  for (let index = 0; index < SKILLS; index += 1) {
    const id = `${prefix}skill-${index}`;
    mkdirSync(path.join(folder, id), { recursive: true });
    writeFileSync(path.join(folder, id, 'SKILL.md'), skillText(id, `Body ${round}.`));
    writeFileSync(path.join(folder, id, 'more.md'), `More of round ${round}.\n`.repeat(2_000));
  }
}

const bodyOf = (skill: string): readonly string[] => {
  const file = path.join(skill, 'SKILL.md');
  return existsSync(file) ? [/Body \d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''] : [];
};

/** Skills of a source that are installed with other bytes, or not at all. @param of those that are looked at. */
function different(source: string, installed: string, of: (id: string) => boolean): readonly string[] {
  const sum = (folder: string) =>
    ['SKILL.md', 'more.md'].map((name) => {
      const file = path.join(folder, name);
      return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'missing';
    });
  return readdirSync(source)
    .filter((id) => id.includes('skill-') && of(id))
    .filter((id) => sum(path.join(source, id)).join() !== sum(path.join(installed, id)).join());
}

/** A day, as `YYYY-MM-DD`. */
const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
