import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openForWriting } from './db.ts';
import { createDrafts, perState } from './event-log.ts';
import { migrate } from './migrations/index.ts';
import { openStore } from './store.ts';
import { answered, created, said } from './test-kit/home.ts';
import { openTestStore, testHome } from './test-kit/open-store.ts';

it('reads the library again after each change, of this connection or another, and only then', () => {
  const { dir } = testHome();
  const writer = openTestStore({ home: dir });
  writer.append('a', [created]);
  const reader = openTestStore({ home: dir, access: 'read' });
  const before = [writer.library(), reader.library()];
  expect([writer.library(), reader.library()].map((library, index) => library === before[index])).toEqual([true, true]);
  writer.append('a', [said('hello')]);
  expect([writer, reader].map((store) => store.library()[0]?.summary.turns)).toEqual([1, 1]);
  writer.append('b', [created]);
  expect([writer, reader].map((store) => store.library().length)).toEqual([2, 2]);
});

it('keeps nothing of a transaction that is taken back', () => {
  const { database } = testHome();
  const db = openForWriting(database);
  db.exec('CREATE TABLE rows (id INTEGER)');
  const count = db.prepare<[], number>('SELECT count(*) FROM rows').pluck();
  const rows = perState(db, () => ({ count: count.get() }));
  const undone = db.transaction(() => {
    db.exec('INSERT INTO rows VALUES (1)');
    expect(rows()).toEqual({ count: 1 });
    throw new Error('undone');
  });
  expect(undone).toThrow('undone');
  expect(rows()).toEqual({ count: 0 });
  db.close();
});

const FULL = 2;

it('flushes every commit: before a draft, after one, and after one that could not be stored', () => {
  const { database } = testHome();
  const db = openForWriting(database);
  onTestFinished(() => void db.close());
  const level = () => db.pragma('synchronous', { simple: true });
  migrate(db, database);
  expect([level(), db.pragma('journal_mode', { simple: true })]).toEqual([FULL, 'wal']);
  const drafts = createDrafts(db);
  drafts.save('s', { iteration: 1, text: 'half', reasoning: '' });
  expect(level()).toBe(FULL);
  db.exec('DROP TABLE drafts');
  expect(() => drafts.save('s', { iteration: 1, text: 'half', reasoning: '' })).toThrow('drafts');
  expect(level()).toBe(FULL);
});

it('confirms nothing written to a database replaced while open', () => {
  const { dir, database } = testHome();
  const store = openTestStore({ home: dir });
  store.append('s', [created]);
  renameSync(database, `${database}.away`);
  for (const write of [
    () => store.append('s', [said('lost')]),
    () => store.saveDraft('s', { iteration: 1, text: 'lost', reasoning: '' }),
    () => store.copyLog('s', 't', { toSeq: 1, workspace: '/w' }),
  ])
    expect(write).toThrow('was deleted or replaced');
  renameSync(`${database}.away`, database);
  expect(store.append('s', [said('kept')])).toHaveLength(1);
});

it('creates a data folder and a database that only their owner can read', () => {
  const { dir } = testHome();
  const made = path.join(dir, 'deep', 'home');
  const given = path.join(dir, 'given');
  mkdirSync(given, { mode: 0o755 });
  for (const folder of [made, given]) {
    openStore({ home: folder, access: 'write' }).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'skilldeck.db')).mode & 0o777).toBe(0o600);
  }
});

it('keeps the draft of one session when another gets its answer', () => {
  const { dir } = testHome();
  const store = openTestStore({ home: dir });
  for (const session of ['a', 'b']) store.saveDraft(session, { iteration: 1, text: session, reasoning: '' });
  store.append('a', [created, answered('done')]);
  expect([store.draft('a'), store.draft('b')?.text]).toEqual([undefined, 'b']);
});
