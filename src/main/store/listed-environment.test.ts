import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openStore } from './store.ts';
import { created, makeHome } from './test-kit/home.ts';

const { dir, database, remove } = makeHome();
afterAll(remove);

it('shows in the list the environment of a session, also from older databases', () => {
  const store = openStore({ home: dir, access: 'write' });
  store.append('a', [created]);
  store.append('b', [
    created,
    { type: 'settings-changed', environment: 'play' },
    { type: 'settings-changed', model: 'm' },
  ]);
  const environments = (open: typeof store) => open.summaries({}).map(({ id, environment }) => `${id} ${environment}`);
  const before = environments(store);
  expect(before.toSorted()).toEqual(['a default', 'b play']);
  store.rebuild();
  expect(environments(store)).toEqual(before);
  store.close();

  const db = new Database(database);
  db.exec(
    "ALTER TABLE session_list DROP COLUMN environment; INSERT INTO events (session, seq, at, type, raw) VALUES ('b', 99, '', 'settings-changed', '{');",
  );
  db.pragma('user_version = 3');
  db.close();
  const again = openStore({ home: dir, access: 'write' });
  expect(environments(again)).toEqual(before);
  again.close();
});
