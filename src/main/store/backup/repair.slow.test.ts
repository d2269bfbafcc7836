import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { entryFile } from '../../lib/app-files.ts';
import { openStore, type Store } from '../store.ts';
import { created, makeHome, said, type TestHome } from '../test-kit/home.ts';
import { listBackups } from './backup-list.ts';
import type { BackupJob } from './backup-worker.ts';
import { repairDatabase } from './repair.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2030-01-07T08:00:00Z');

let home: TestHome;
let now = START;
const failures: unknown[] = [];
const stores: Store[] = [];
beforeEach(() => {
  home = makeHome();
  now = START;
  failures.length = 0;
});
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  home.remove();
});

function open(access: 'write' | 'read' = 'write'): Store {
  const store = openStore({
    home: home.dir,
    access,
    now: () => new Date(now),
    onBackupFailure: (error) => void failures.push(error),
  });
  stores.push(store);
  return store;
}

/** Opens, says something in a session, and closes. */
function say(session: string, ...texts: readonly string[]): void {
  const store = open();
  const first = store.has(session) ? [] : [created];
  store.append(session, [...first, ...texts.map(said)]);
  store.close();
}

function refusal(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return isSkilldeckError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

const textsOf = (session: string): string[] => {
  const store = open('read');
  const texts = store.events(session).map((event) => (event.type === 'user-message-added' ? event.text : event.type));
  store.close();
  return texts;
};
const repair = (choice: Parameters<typeof repairDatabase>[1] = {}) => repairDatabase(home.dir, choice);
const backups = () => listBackups(home.dir).map(({ at }) => at);

it('backs up on exit, at most hourly and only new data, and keeps the last three and one a week', () => {
  say('a', 'one');
  expect(backups()).toEqual(['2030-01-07T08:00:00.000Z']);
  now += HOUR - 1;
  say('a', 'too soon');
  expect(backups()).toHaveLength(1);
  now += 1;
  open().close();
  expect(backups()).toHaveLength(2);
  now += 2 * HOUR;
  open().close();
  expect(backups()).toHaveLength(2);
  for (let day = 0; day < 80; day += 1) {
    now += DAY;
    say('a', `day ${day}`);
  }
  const kept = backups().map((at) => Date.parse(at));
  expect(kept.slice(0, 3)).toEqual([now, now - DAY, now - 2 * DAY]);
  const weeks = kept.map((at) => Math.floor(at / (7 * DAY)));
  expect(new Set(weeks).size).toBe(9);
  expect(kept.length).toBeLessThanOrEqual(11);
  expect(failures).toEqual([]);
  const [latest] = listBackups(home.dir);
  const file = path.join(home.dir, 'backups', latest?.name ?? '');
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
});

it('backs up completely in its own thread, while others keep writing', async () => {
  const store = open();
  store.append('a', [created]);
  const job: BackupJob = { file: home.database };
  const worker = new Worker(entryFile(import.meta.dirname, 'backup-worker'), { workerData: job });
  const ended = once(worker, 'exit');
  let written = 1;
  let running = true;
  worker.once('exit', () => {
    running = false;
  });
  while (running) {
    store.append('a', [said(`${written}`)]);
    written += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await ended).toEqual([0]);
  const [backup] = listBackups(home.dir);
  store.append('b', [created]);
  store.close();
  const report = repair({ restore: backup?.name });
  expect(report.events).toBeGreaterThanOrEqual(1);
  expect(report.events).toBeLessThanOrEqual(written);
  expect(textsOf('a')).toEqual(['session-created', ...Array.from({ length: report.events - 1 }, (_, n) => `${n + 1}`)]);
});

it('lets the app close when a backup fails, and leaves nothing behind', () => {
  writeFileSync(path.join(home.dir, 'backups'), 'a file');
  say('a', 'one');
  expect(failures).toHaveLength(1);
  rmSync(path.join(home.dir, 'backups'));
  mkdirSync(path.join(home.dir, 'backups'));
  const old = path.join(home.dir, 'backups', 'skilldeck-20200101T000000000Z.db.7.part');
  writeFileSync(old, 'half');
  utimesSync(old, 0, 0);
  say('a', 'two');
  expect(readdirSync(path.join(home.dir, 'backups'))).toEqual(['skilldeck-20300107T080000000Z.db']);
});

it.each([
  ['missing', () => rmSync(home.database)],
  ['empty', () => truncateSync(home.database)],
])('asks about a database that is %s beside a used folder, and can restore it', (what, spoil) => {
  say('a', 'one', 'two');
  spoil();
  const [backup] = listBackups(home.dir);
  for (const access of ['write', 'read'] as const) {
    const told = refusal(() => open(access));
    expect(told).toMatch(
      new RegExp(`^database-damaged: The database .*skilldeck\\.db is ${what}, but the folder was in use`),
    );
    expect(told).toContain(`skilldeck doctor --repair --restore ${backup?.name} --home '${home.dir}'`);
    expect(told).toContain(`skilldeck doctor --repair --new --home '${home.dir}'`);
  }
  expect(existsSync(home.database) ? statSync(home.database).size : 0).toBe(0);
  expect(repair({ restore: backup?.name })).toMatchObject({ found: what, done: 'restored', sessions: 1, events: 3 });
  expect(textsOf('a')).toEqual(['session-created', 'one', 'two']);
  say('a', 'three');
  expect(textsOf('a').at(-1)).toBe('three');
});

it.each([
  ['files of sessions', () => mkdirSync(path.join(home.dir, 'workspaces', 's'), { recursive: true })],
  ['a write-ahead log', () => writeFileSync(`${home.database}-wal`, 'x')],
])('takes %s for a sign of use, and starts again only when asked to', (_what, use) => {
  use();
  expect(refusal(open)).toMatch(/^database-damaged: .* is missing, but the folder was in use/);
  expect(repair()).toMatchObject({ found: 'missing', done: 'choice-needed', backups: [] });
  expect(existsSync(home.database)).toBe(false);
  expect(repair({ fresh: true })).toMatchObject({ done: 'new', sessions: 0 });
  say('a', 'one');
  expect(textsOf('a')).toEqual(['session-created', 'one']);
});

it('asks nothing for a new folder or one whose first start was cut off', () => {
  writeFileSync(home.database, '');
  say('a', 'one');
  expect(textsOf('a')).toHaveLength(2);
});

it('recovers readable rows of a damaged database, the rest from backups, and keeps the old file', () => {
  say('a', ...Array.from({ length: 400 }, (_, index) => `a${index} ${'x'.repeat(300)}`));
  now += 2 * HOUR;
  const store = open();
  store.append('b', [created, ...Array.from({ length: 400 }, (_, index) => said(`b${index} ${'y'.repeat(300)}`))]);
  store.append('a', [said('after the first backup')]);
  store.close();
  const [latest] = listBackups(home.dir);
  rmSync(path.join(home.dir, 'backups', latest?.name ?? ''));
  const before = [textsOf('a'), textsOf('b')];
  const bytes = readFileSync(home.database);
  for (const page of [20, 21, 45]) bytes.fill(0x5a, 4_096 * page, 4_096 * (page + 1));
  writeFileSync(home.database, bytes);
  expect(refusal(open)).toContain(`To save all that can be read: skilldeck doctor --repair --home '${home.dir}'.`);

  const report = repair();
  expect(report).toMatchObject({ found: 'damaged', done: 'saved', sessions: 2, events: 803 });
  expect(readFileSync(path.join(report.keptAside ?? '', 'skilldeck.db')).equals(bytes)).toBe(true);
  const lost = before.flatMap((texts, index) => {
    const after = textsOf(index === 0 ? 'a' : 'b');
    expect(after).toHaveLength(texts.length);
    return after.filter((text, at) => text !== texts[at]);
  });
  expect(lost).toEqual(Array(report.unreadable).fill('unknown'));
  expect(report.unreadable).toBeLessThan(60);
  const reopened = open();
  expect(reopened.summaries().map(({ id, turns }) => [id, turns > 300])).toEqual([
    ['a', true],
    ['b', true],
  ]);
  expect(reopened.search('after the first backup', { limit: 3 }).total).toBe(1);
});

it('restores from the latest backup when nothing of the database is readable', () => {
  say('a', 'one');
  now += 2 * HOUR;
  say('a', 'two');
  writeFileSync(home.database, 'no database at all '.repeat(1_000));
  const [latest, first] = listBackups(home.dir);
  expect(repair()).toMatchObject({ found: 'damaged', done: 'saved', used: [latest?.name], events: 3, unreadable: 0 });
  expect(textsOf('a')).toEqual(['session-created', 'one', 'two']);
  expect(repair({ restore: first?.name })).toMatchObject({ found: 'whole', done: 'restored', events: 2 });
  expect(textsOf('a')).toEqual(['session-created', 'one']);
  expect(refusal(() => repair({ restore: '../skilldeck.db' }))).toMatch(
    /^bad-input: There is no backup .* There are: /,
  );
  truncateSync(path.join(home.dir, 'backups', first?.name ?? ''), 5_000);
  expect(refusal(() => repair({ restore: first?.name }))).toMatch(/^bad-input: The backup .* is damaged/);
});

it.each([
  [-5, ''],
  [1, 'ALTER TABLE imports RENAME COLUMN at TO other'],
])('treats format %i with tables that are not its own as damage, and recovers all of it', (version, change) => {
  say('a', 'one');
  rmSync(path.join(home.dir, 'backups'), { recursive: true });
  new Database(home.database).exec(`${change}; PRAGMA user_version = ${version}`).close();
  for (const access of ['write', 'read'] as const) {
    expect(refusal(() => open(access))).toMatch(/^database-damaged: .*format.*doctor --repair/);
  }
  expect(repair()).toMatchObject({ found: 'damaged', done: 'saved', events: 2, unreadable: 0 });
  expect(textsOf('a')).toEqual(['session-created', 'one']);
});

it('keeps the latest backup of each format', () => {
  say('a', 'one');
  const [older] = listBackups(home.dir);
  const db = new Database(path.join(home.dir, 'backups', older?.name ?? ''));
  db.pragma('user_version = 1');
  db.close();
  // More than are kept, in the same week.
  for (const text of ['two', 'three', 'four', 'five']) {
    now += 2 * HOUR;
    say('a', text);
  }
  expect(backups()).toHaveLength(4);
  expect(backups()).toContain(older?.at);
  now += 9 * 7 * DAY;
  say('a', 'six');
  expect(backups()).not.toContain(older?.at);
});

it('goes back to the copy from before a newer version changed the format, and keeps the newer database', () => {
  say('a', 'one');
  now += 2 * HOUR;
  say('a', 'two');
  const before = listBackups(home.dir);
  const raise = (file: string) => {
    const db = new Database(file);
    db.pragma('user_version = 999');
    db.close();
  };
  raise(home.database);
  // One that the newer version made itself.
  const [latest, first] = before.map(({ name }) => path.join(home.dir, 'backups', name));
  raise(latest ?? '');
  expect(refusal(() => open())).toMatch(/^database-newer: .*doctor --repair/);
  const stored = readFileSync(home.database);
  expect(repair()).toMatchObject({ found: 'newer', done: 'choice-needed', backups: before.slice(1) });
  expect(refusal(() => repair({ restore: path.basename(latest ?? '') }))).toMatch(/^bad-input: .*newer/);
  expect(readFileSync(home.database).equals(stored)).toBe(true);
  const { keptAside, ...report } = repair({ restore: path.basename(first ?? '') });
  expect(report).toMatchObject({ found: 'newer', done: 'restored', events: 2 });
  expect(readFileSync(path.join(keptAside ?? '', 'skilldeck.db')).equals(stored)).toBe(true);
  expect(textsOf('a')).toEqual(['session-created', 'one']);
});

it('leaves an intact database unchanged, except what is read from its log', () => {
  say('a', 'one');
  const db = new Database(home.database);
  db.exec('UPDATE session_facts SET facts = \'{"marks": {torn\'');
  db.exec(
    "INSERT INTO session_list SELECT 'b', lastSeq, lastEvent, givenTitle, firstWords, titleFolded, createdAt, updatedAt, 'thimking', turns, model, tokens, deleted, environment FROM session_list",
  );
  db.close();
  const store = open();
  expect(store.summaries().map(({ id }) => id)).toEqual(['a']);
  expect(store.library()).toMatchObject([{ summary: { id: 'a' } }]);
  expect(store.shownCards('booking')).toEqual([]);
  store.append('a', [said('two')]);
  store.close();
  const inode = statSync(home.database).ino;
  expect(repair()).toMatchObject({ found: 'whole', done: 'rebuilt', sessions: 1, events: 3 });
  expect(statSync(home.database).ino).toBe(inode);
  expect(open('read').library()).toMatchObject([{ facts: { marks: { tags: [] } } }]);
});

it('refuses a repair while the folder is in use', () => {
  open();
  expect(refusal(repair)).toMatch(/^home-in-use: /);
});

it('detects that its database was deleted or replaced, and confirms no write to it', () => {
  const store = open();
  store.append('a', [created]);
  const copy = `${home.database}.copy`;
  copyFileSync(home.database, copy);
  rmSync(home.database);
  const told = () => refusal(() => store.append('a', [said('lost')]));
  expect(told()).toMatch(/^home-unusable: .*skilldeck\.db was deleted or replaced while Skilldeck was using it/);
  expect(refusal(() => store.saveDraft('a', { iteration: 1, reasoning: '', text: 'x' }))).toMatch(/^home-unusable/);
  copyFileSync(copy, home.database);
  expect(told()).toMatch(/^home-unusable/);
  expect(store.events('a')).toHaveLength(1);
});

it('reports that the latest events may be lost with a removed write-ahead log', () => {
  say('a', 'one');
  expect(open().notices()).toEqual([]);
  stores.at(-1)?.close();
  writeFileSync(path.join(home.dir, 'writer.pid'), '1\n');
  expect(open().notices()).toMatchObject([{ severity: 'warning', file: `${home.database}-wal` }]);
});
