import { expect, it } from 'vitest';
import { openForWriting } from './db.ts';
import { perState } from './event-log.ts';
import { created, said } from './test-kit/home.ts';
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
