import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runToItsEnd } from '../lib/test-kit/killed-program.ts';
import { backupFolder, listBackups } from './backup/backup-list.ts';
import { repairDatabase } from './backup/repair.ts';
import { openForReading } from './db.ts';
import { openStore } from './store.ts';
import { created, makeHome, said, type TestHome } from './test-kit/home.ts';

/** Kills for each kind of work; the environment sets more, for a campaign. */
const KILLS = Number(process.env.KILLS ?? 5);
const IMPORTED = 1_500;
const TEXTS = Array.from({ length: 300 }, (_, index) => `message ${index}`.padEnd(300));

const homes: TestHome[] = [];
let base: TestHome;
beforeEach(() => {
  base = copyOf();
  let now = Date.parse('2030-01-07T08:00:00Z');
  const opened = () =>
    openStore({
      home: base.dir,
      access: 'write',
      now: () => new Date(now),
      onBackupFailure: () => expect.unreachable(),
    });
  const first = opened();
  first.append('s', [created, ...TEXTS.map(said)]);
  first.close();
  now += 7_200_000;
  const second = opened();
  second.append('s', [said('the last')]);
  second.close();
});
afterEach(() => {
  for (const home of homes.splice(0)) home.remove();
});

function copyOf(from?: TestHome): TestHome {
  const home = makeHome();
  homes.push(home);
  if (from !== undefined) cpSync(from.dir, home.dir, { recursive: true });
  return home;
}

function run(work: string, home: TestHome, killAt: number) {
  const main = path.join(import.meta.dirname, 'test-kit', 'killed-main.ts');
  return runToItsEnd(main, [work, home.dir, String(killAt)]);
}

function assertWhole(file: string): void {
  const db = openForReading(file);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
}

/** Opens, with every acknowledged event, and lists the imported session only if all of it is there. */
function assertKept(home: TestHome): void {
  const store = openStore({ home: home.dir, access: 'write' });
  const texts = store.events('s').map((event) => (event.type === 'user-message-added' ? event.text : event.type));
  expect([texts.length, texts.join()]).toEqual([TEXTS.length + 2, ['session-created', ...TEXTS, 'the last'].join()]);
  const others = store.summaries().flatMap(({ id }) => (id === 's' ? [] : [store.events(id).length]));
  expect([[], [IMPORTED]]).toContainEqual(others);
  expect(store.library()).toHaveLength(1 + others.length);
  store.close();
  assertWhole(home.database);
  for (const { name } of listBackups(home.dir)) assertWhole(path.join(backupFolder(home.dir), name));
}

function eventLog(): string {
  const head = { v: 1, at: '2026-01-01T00:00:00.000Z', session: 'imported' };
  const body = (seq: number) => (seq === 1 ? created : said(`message ${seq}`));
  return Array.from({ length: IMPORTED }, (_, at) => JSON.stringify({ ...head, seq: at + 1, ...body(at + 1) })).join(
    '\n',
  );
}

const PREPARED: Record<string, () => void> = {
  import: () => writeFileSync(path.join(base.dir, 'log.jsonl'), eventLog()),
  backup: () => {},
  repair: () => {
    rmSync(backupFolder(base.dir), { recursive: true });
    new Database(base.database).pragma('user_version = 1');
  },
  salvage: () => {
    const bytes = readFileSync(base.database);
    for (const page of [20, 21]) bytes.fill(0x5a, 4_096 * page, 4_096 * (page + 1));
    writeFileSync(base.database, bytes);
  },
  restore: () => writeFileSync(base.database, 'no database at all '.repeat(1_000)),
};

it.each(Object.keys(PREPARED))(
  'loses nothing and shows nothing half done when killed in %s',
  { timeout: 600_000 },
  (work) => {
    PREPARED[work]?.();
    const survivor = copyOf(base);
    const { stdout, stderr } = run(work, survivor, 0);
    expect(stderr).toBe('');
    assertKept(survivor);
    const calls = Number(stdout);
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Half of them among the calls that exchange files, before the folder is let go.
      const killAt = kill % 2 === 0 ? calls - 5 - kill : Math.ceil((calls * kill) / KILLS);
      const home = copyOf(base);
      expect(run(work, home, killAt).signal, `${work} ${killAt} of ${calls}`).toBe('SIGKILL');
      if (existsSync(home.database) && work !== 'import' && work !== 'backup') {
        const restore = kill % 3 === 0 ? listBackups(home.dir)[0]?.name : undefined;
        repairDatabase(home.dir, restore === undefined ? {} : { restore });
      }
      assertKept(home);
      homes.splice(homes.indexOf(home), 1);
      home.remove();
    }
  },
);
