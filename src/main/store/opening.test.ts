import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { EventBody } from '../../shared/events.ts';
import { backupFolder, listBackups } from './backup/backup-list.ts';
import { migrate, SCHEMA_VERSION } from './migrations/index.ts';
import { openStore } from './store.ts';
import { answered, created, requested, said } from './test-kit/home.ts';
import { openTestStore, testHome } from './test-kit/open-store.ts';

function failure(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return isSkilldeckError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}
const refusal = (home: string, access: 'write' | 'read' = 'write'): string =>
  failure(() => openStore({ home, access }).close());

/** The database as version 1 left it. Closes nothing. */
function madeOld(database: string): Database.Database {
  const later = ['search', 'search_texts', 'search_progress', 'imports', 'answer_ratios', 'session_facts'];
  later.push('skill_usage', 'skill_calls', 'cards');
  const old = new Database(database);
  for (const table of later) old.exec(`DROP TABLE ${table}`);
  for (const index of ['events_rewound', 'events_artifacts']) old.exec(`DROP INDEX ${index}`);
  old.pragma('user_version = 1');
  return old;
}

const onUnix = it.runIf(process.platform !== 'win32');

onUnix('reports a pipe in place of the database or the lock in one line, at once', () => {
  const home = testHome();
  execFileSync('mkfifo', [home.database]);
  const told = `home-unusable: ${home.database} isn't a regular file. Move it away, then start again.`;
  expect([refusal(home.dir), refusal(home.dir, 'read')]).toEqual([told, told]);
  rmSync(home.database);
  const lock = path.join(home.dir, 'writer.lock');
  rmSync(lock, { force: true });
  execFileSync('mkfifo', [lock]);
  expect(refusal(home.dir)).toBe(
    `home-unusable: The lock file ${lock} isn't a regular file. It holds no data: delete it, then start again.`,
  );
});

it('reports that a damaged lock file holds no data, and leaves the database alone', () => {
  const home = testHome();
  const lock = path.join(home.dir, 'writer.lock');
  openTestStore({ home: home.dir }).close();
  writeFileSync(lock, 'no lock '.repeat(1_000));
  expect(refusal(home.dir)).toBe(
    `home-unusable: The lock file ${lock} is damaged. It holds no data: delete it, then start again.`,
  );
  rmSync(lock);
  expect(refusal(home.dir)).toBe('none');
});

onUnix('is private: a folder that was made for it, its lock and its process id', () => {
  const home = testHome();
  const made = path.join(home.dir, 'a', 'b');
  openStore({ home: made, access: 'write' }).close();
  chmodSync(home.dir, 0o755);
  const store = openStore({ home: home.dir, access: 'write' });
  const mode = (...parts: string[]) => statSync(path.join(home.dir, ...parts)).mode & 0o777;
  // This one has other things in it already.
  expect([mode('a', 'b'), mode(), mode('writer.lock'), mode('writer.pid')]).toEqual([0o700, 0o755, 0o600, 0o600]);
  store.close();
  const empty = path.join(home.dir, 'empty');
  mkdirSync(empty, { mode: 0o755 });
  openStore({ home: empty, access: 'write' }).close();
  expect(mode('empty')).toBe(0o700);
});

describe('a database', () => {
  it('reads beside a writer, and an empty folder as an empty list', () => {
    const { dir, database } = testHome();
    const reader = openTestStore({ home: dir, access: 'read' });
    expect([reader.summaries(), reader.events('s'), reader.unfinished(), reader.draft('s')]).toEqual([
      [],
      [],
      [],
      undefined,
    ]);
    expect(() => statSync(database)).toThrow('ENOENT');
    const writer = openTestStore({ home: dir });
    writer.append('s', [created]);
    expect(reader.summaries().map(({ id }) => id)).toEqual(['s']);
    writer.append('s', [said('x')]);
    expect(reader.events('s')).toHaveLength(2);
    expect(failure(() => reader.append('s', [said('y')]))).toMatch(/^not-supported: /);
    writer.close();
    expect(reader.events('s')).toHaveLength(2);
    expect(openTestStore({ home: dir, access: 'read' }).events('s')).toHaveLength(2);
  });

  it('migrates once, and tolerates another attempt', () => {
    const { dir, database } = testHome();
    const store = openTestStore({ home: dir });
    store.append('s', [created]);
    store.close();
    const db = new Database(database);
    const schema = () => db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').pluck().all();
    const before = schema();
    migrate(db, database);
    expect([schema(), db.pragma('user_version', { simple: true })]).toEqual([before, SCHEMA_VERSION]);
    db.close();
    expect(openTestStore({ home: dir }).events('s')).toHaveLength(1);
  });

  it('reads what every older version stored, and leaves it unchanged', () => {
    const { dir, database } = testHome();
    const now = openTestStore({ home: dir });
    const answer = { ...answered('ja'), usage: { promptTokens: 110, completionTokens: 1 } } as EventBody;
    const requests = Array.from({ length: 3 }, () => [requested(100), answer]).flat();
    now.append('s', [created, said('Wien im Regen'), ...requests]);
    const [events, list] = [now.events('s'), now.summaries()];
    now.close();
    const old = madeOld(database);
    // Still writing: its last write is only in the write-ahead log.
    const last = old.prepare('SELECT * FROM events ORDER BY id DESC LIMIT 1').get();
    old.exec('DELETE FROM events WHERE id = (SELECT max(id) FROM events)');
    old.pragma('wal_checkpoint(TRUNCATE)');
    old.prepare('INSERT INTO events VALUES (:id, :session, :seq, :at, :type, :raw)').run(last);
    const stored = () => ['', '-wal'].map((part) => readFileSync(database + part).toString('base64'));
    const untouched = stored();

    const reader = openTestStore({ home: dir, access: 'read' });
    expect(reader.events('s')).toEqual(events);
    expect(reader.summaries()).toEqual(list);
    expect(reader.search('regen', { limit: 5 }).results).toMatchObject([{ session: 's', seq: 2 }]);
    expect(reader.correction('demo')).toEqual({ factor: 1.1, answers: 3 });
    expect(failure(() => reader.append('s', [said('y')]))).toMatch(/^not-supported: /);
    reader.close();
    expect(stored()).toEqual(untouched);
    expect(old.pragma('user_version', { simple: true })).toBe(1);
    old.close();
    expect(listBackups(dir)).toEqual([]);
    expect(openTestStore({ home: dir }).events('s')).toEqual(events);
  });

  it('copies a database of an older version before it changes the format', () => {
    const { dir, database } = testHome();
    const store = openTestStore({ home: dir });
    store.append('s', [created, said('Wien')]);
    store.close();
    madeOld(database).close();
    expect(listBackups(dir)).toEqual([]);
    openTestStore({ home: dir }).close();
    const [copy, ...more] = listBackups(dir);
    expect(more).toEqual([]);
    const kept = new Database(path.join(backupFolder(dir), copy?.name ?? ''), { readonly: true });
    expect(kept.pragma('user_version', { simple: true })).toBe(1);
    expect(kept.prepare('SELECT count(*) FROM events').pluck().get()).toBe(2);
    kept.close();
    // In this format already: nothing to copy.
    openTestStore({ home: dir }).close();
    expect(listBackups(dir)).toHaveLength(1);
  });

  it('refuses a newer, foreign or damaged database for reading and writing, and leaves it unchanged', () => {
    const prepare: Record<string, (file: string) => void> = {
      'database-newer': (file) => {
        const db = new Database(file);
        db.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
        db.close();
      },
      'database-damaged: not one at all': (file) => writeFileSync(file, 'this is not a database '.repeat(100)),
      'database-damaged: cut short': (file) => truncateSync(file, statSync(file).size - 4_096),
      'database-damaged: foreign': (file) => {
        writeFileSync(file, '');
        new Database(file).exec('CREATE TABLE customers (id INTEGER)').close();
      },
    };
    for (const [what, spoil] of Object.entries(prepare)) {
      const { dir, database } = testHome();
      const store = openTestStore({ home: dir });
      store.append('s', [created, said('x'.repeat(50_000))]);
      store.close();
      spoil(database);
      const before = readFileSync(database);
      for (const access of ['write', 'read'] as const) {
        expect(refusal(dir, access)).toMatch(new RegExp(`^${what.split(':')[0]}: .*skilldeck\\.db`));
      }
      expect(readFileSync(database).equals(before)).toBe(true);
    }
  });

  it('refuses to write over a damaged page', () => {
    const { dir, database } = testHome();
    const store = openTestStore({ home: dir });
    store.append(
      's',
      Array.from({ length: 2_000 }, () => said('x'.repeat(200))),
    );
    store.close();
    const bytes = readFileSync(database);
    bytes.fill(0x5a, 4_096 * 20, 4_096 * 21);
    writeFileSync(database, bytes);
    expect(refusal(dir)).toMatch(/^database-damaged: /);
    expect(readFileSync(database).equals(bytes)).toBe(true);
  });

  it('explains why a folder cannot be used', () => {
    const { database, dir } = testHome();
    writeFileSync(database, '');
    expect(refusal(database)).toMatch(/^home-unusable: .*--home/);
    expect(openTestStore({ home: dir }).summaries()).toEqual([]);
  });

  it('reads when nothing can be written beside the database, including pending data', () => {
    const { dir, database } = testHome();
    const store = openTestStore({ home: dir });
    store.append('s', [created, said('我想订机票')]);
    const other = testHome();
    for (const end of ['', '-wal']) copyFileSync(database + end, other.database + end);
    // Like a read-only medium: SQLite cannot create its shared memory here.
    mkdirSync(`${other.database}-shm`);
    const before = readFileSync(other.database);
    expect(openTestStore({ home: other.dir, access: 'read' }).events('s')).toEqual(store.events('s'));
    expect(readdirSync(other.dir).sort()).toEqual(['skilldeck.db', 'skilldeck.db-shm', 'skilldeck.db-wal']);
    expect(readFileSync(other.database).equals(before)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps conversations private to their owner, also in a folder others may read',
    () => {
      const { dir } = testHome();
      chmodSync(dir, 0o755);
      openTestStore({ home: dir }).append('s', [created, said('secret')]);
      const files = readdirSync(dir).filter((name) => name.startsWith('skilldeck.db'));
      expect(files.map((name) => [name, statSync(path.join(dir, name)).mode & 0o077])).toEqual(
        files.map((name) => [name, 0]),
      );
    },
  );
});
