import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { ChainWalk, chained, closingLine, NO_LINE, newSigningKey, readClosing } from '../chain.ts';
import type { EventRow } from '../event-log.ts';
import type { Store } from '../store.ts';
import { created, said } from '../test-kit/home.ts';
import { openTestStore, testHome } from '../test-kit/open-store.ts';

const SECRET = 'SECRET-8f3a1c';
const pinned = (baseUrl: string) => ({ pinned: { baseUrl, model: 'm' } });
const typed = `http://ann:${SECRET}@h.example/v1?api-version=1&key=${SECRET}`;
const keyless = 'http://***@h.example/v1?api-version=1&key=***';

const chainOf = (store: Store, session: string) => {
  const walk = new ChainWalk();
  for (const row of store.rows(session)) walk.add(row);
  return walk.result(store.end(session));
};

/** Stores what `fill` writes, as the version before this step left it, and opens it again. */
function migrated(fill: (store: Store) => void, alter: (db: Database.Database) => void = () => {}) {
  const { dir, database } = testHome();
  const before = openTestStore({ home: dir });
  fill(before);
  before.close();
  const old = new Database(database);
  alter(old);
  old.pragma('user_version = 14');
  old.close();
  const store = openTestStore({ home: dir });
  const bytes = () =>
    readdirSync(dir)
      .filter((file) => file.startsWith('skilldeck.db'))
      .map((file) => readFileSync(path.join(dir, file), 'latin1'))
      .join('');
  return { store, bytes };
}

it('hides the keys of stored addresses, in rows that follow one another as before', () => {
  const { store, bytes } = migrated((before) => {
    before.append('a', [{ ...created, ...pinned(typed) }, said('one')]);
    before.append('a', [{ type: 'settings-changed', ...pinned(`${typed}&b=2`) }, said('two')]);
    before.append('clean', [{ ...created, ...pinned('http://h.example/v1') }, said('ein "baseUrl":')]);
  });
  const [first, , third] = store.events('a');
  expect(first).toMatchObject(pinned(keyless));
  expect(third).toMatchObject(pinned(`${keyless}&b=***`));
  expect(store.events('a')).toHaveLength(4);
  expect([chainOf(store, 'a'), chainOf(store, 'clean')]).toEqual([{ from: 1 }, { from: 1 }]);
  store.append('a', [said('three')]);
  expect(chainOf(store, 'a')).toEqual({ from: 1 });
  store.close();
  expect(bytes()).not.toContain(SECRET);
});

it('leaves the bytes of other sessions, and of what is no address of an endpoint', () => {
  let rows: readonly EventRow[] = [];
  const { store } = migrated((before) => {
    before.append('a', [{ ...created, ...pinned('http://h.example/v1?api-version=1') }, said(`"baseUrl":"${typed}"`)]);
    rows = before.rows('a');
  });
  expect(store.rows('a')).toEqual(rows);
});

it('keeps an altered line an altered one', () => {
  const { store } = migrated(
    (before) => before.append('a', [{ ...created, ...pinned(typed) }, said('one'), said('two'), said('three')]),
    (db) => db.exec("UPDATE events SET raw = replace(raw, 'two', 'six') WHERE seq = 3"),
  );
  expect(chainOf(store, 'a')).toEqual({ from: 1, brokenAt: 3 });
});

it('links nothing in a log from before there were links, and leaves damaged rows', () => {
  const { store } = migrated(
    (before) => before.append('a', [{ ...created, ...pinned(typed) }, said('one')]),
    (db) => {
      db.exec(`UPDATE events SET raw = json_remove(raw, '$.prev'); DELETE FROM log_ends;`);
      db.exec(`UPDATE events SET raw = '{"baseUrl": damaged' WHERE seq = 2`);
    },
  );
  expect(store.events('a')[0]).toMatchObject(pinned(keyless));
  expect(store.rows('a').map(({ raw }) => raw.includes('"prev"'))).toEqual([false, false]);
  expect(store.rows('a')[1]?.raw).toBe('{"baseUrl": damaged');
});

it('removes the signature of an imported log with the line it covered', () => {
  const { store } = migrated((before) => {
    const at = '2030-01-02T03:04:05.000Z';
    const rows = chained(
      [{ ...created, ...pinned(typed) }, said('one')].map((body, index) => {
        const envelope = { v: 1, seq: index + 1, at, session: 'a' };
        return { session: 'a', seq: index + 1, at, type: body.type, raw: JSON.stringify({ ...envelope, ...body }) };
      }),
    );
    const walk = new ChainWalk();
    for (const row of rows) walk.add(row);
    const log = { session: 'a', events: 2, head: walk.head.hash, lines: NO_LINE };
    before.importLog('a', rows, closingLine(log, newSigningKey()));
  });
  expect(chainOf(store, 'a')).toEqual({ from: 1 });
  const end = store.end('a');
  expect(readClosing(end?.closing ?? '')).toEqual({ type: 'export-end', events: 2, head: end?.hash });
  expect(store.events('a')[0]).toMatchObject(pinned(keyless));
});
