import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import type { EventBody } from '../../../shared/events.ts';
import { openStore, type Store } from '../store.ts';
import { answered, created, makeHome, requested } from '../test-kit/home.ts';
import { importLog } from '../test-kit/import-log.ts';

const { dir, database, remove } = makeHome();
let store: Store | undefined;
afterEach(() => {
  store?.close();
  remove();
});

const answer = (promptTokens: number) => answered('', { usage: { promptTokens, completionTokens: 1 } });
const failed: EventBody = { type: 'model-failed', iteration: 1, code: 'stalled', message: 'm', willRetry: true };
const other = { ...requested(1_000), model: 'other' } as EventBody;

it('learns a correction from the latest plausible answers of a model, over all but imported sessions', () => {
  store = openStore({ home: dir, access: 'write' });
  const learn = (session: string, ...bodies: EventBody[]) => {
    store?.append(session, [created, ...bodies]);
    return store?.correction('demo');
  };
  const unreported = answered('');
  expect(learn('a', requested(1_000), answer(1_100), requested(2_000), answer(2_600))).toBeUndefined();
  // The failed try's request is not the one that was answered; nonsense, silence and other models teach nothing.
  const odd = [requested(1_000), answer(7), requested(10), answer(120), requested(500), unreported, other, answer(900)];
  expect(learn('b', requested(5_000), failed, requested(1_000), ...odd)).toBeUndefined();
  expect(learn('c', requested(9_000), failed, requested(1_000), answer(1_200))).toEqual({ factor: 1.2, answers: 3 });

  const imported = [requested(1_000), answer(600)].map((body, index) => {
    const row = { v: 1, seq: index + 1, at: '2030-01-01T00:00:00.000Z', session: 'i', ...body };
    return { ...row, raw: JSON.stringify(row) };
  });
  importLog(store, 'i', imported);
  const twice = Array.from({ length: 18 }, () => [requested(100), answer(150)]).flat();
  // The latest 20: eighteen of 1.5, and 1.3 and 1.2 of those before.
  expect(learn('d', ...twice)).toEqual({ factor: 1.5, answers: 20 });
  expect(openStore({ home: dir, access: 'read' }).correction('demo')).toEqual({ factor: 1.5, answers: 20 });

  const rows = () => {
    const db = new Database(database, { readonly: true });
    const all = db.prepare('SELECT * FROM answer_ratios ORDER BY event').all();
    db.close();
    return all;
  };
  const kept = rows();
  expect(kept).toHaveLength(22);
  store.rebuild();
  expect(rows()).toEqual(kept);

  // Reads data stored by an older version; a damaged event affects only itself.
  store.close();
  const db = new Database(database);
  db.exec(
    "DROP TABLE answer_ratios; INSERT INTO events (session, seq, at, type, raw) VALUES ('a', 99, '', 'model-responded', '{');",
  );
  db.pragma('user_version = 2');
  db.close();
  store = openStore({ home: dir, access: 'write' });
  expect(rows()).toEqual(kept);
});
