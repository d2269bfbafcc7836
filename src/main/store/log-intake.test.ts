import { expect, it } from 'vitest';
import { EVENT_VERSION, type EventBody } from '../../shared/events.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import type { EventRow } from './event-log.ts';
import { type LogIntake, ROWS_A_SLICE, slicesOf, summarise } from './log-intake.ts';
import { PIECE } from './projections/search-words.ts';
import type { Store } from './store.ts';
import { answered, created, requested, said } from './test-kit/home.ts';
import { importLog, importStore } from './test-kit/import-log.ts';
import { openTestStore } from './test-kit/open-store.ts';

const open = (home: string, access: 'write' | 'read' = 'write') => openTestStore({ home, access });

const at = '2026-01-01T00:00:00.000Z';
function rowsOf(session: string, bodies: readonly EventBody[]): EventRow[] {
  return bodies.map((body, index) => {
    const seq = index + 1;
    const raw = JSON.stringify({ v: EVENT_VERSION, seq, at, session, ...body });
    return { session, seq, at, type: body.type, raw };
  });
}

const artifact: EventBody = {
  type: 'artifact-saved',
  name: 'a.txt',
  version: 1,
  mime: 'text/plain',
  bytes: 1,
  sha256: '0'.repeat(64),
};
const talk = (word: string, turns: number): EventBody[] => [
  created,
  artifact,
  ...Array.from({ length: turns }, (_, turn) => [said(`${word} ${turn}`), requested(7), answered(`${word}!`)]).flat(),
];

function addAll(intake: LogIntake, rows: readonly EventRow[]): void {
  for (const slice of slicesOf([rows])) intake.add(slice);
}

const seen = (store: Store, session: string, word: string) => ({
  has: store.has(session),
  last: store.lastSeq(session),
  events: store.events(session).length + store.rows(session).length,
  listed: store.summaries({ includeDeleted: true }).filter(({ id }) => id === session).length,
  library: store.library().filter(({ summary }) => summary.id === session).length,
  artifacts: store.artifactEvents().filter((event) => event.session === session).length,
  found: store.search(word, { limit: 5 }).total,
});
const NOTHING = { has: false, last: 0, events: 0, listed: 0, library: 0, artifacts: 0, found: 0 };

/** Brings the index after the log, as a restart does. */
function indexed(dir: string, store: Store): Store {
  store.close();
  return open(dir);
}

it('shows a log received in slices only once it is complete, also to other processes', () => {
  const dir = tempFolder();
  const store = open(dir);
  store.append('own', [created, said('mine')]);
  const rows = rowsOf('theirs', talk('pear', 300));
  const intake = store.takeIn('theirs');
  addAll(intake, rows);
  const reader = open(dir, 'read');
  for (const one of [store, reader]) expect(seen(one, 'theirs', 'pear')).toEqual(NOTHING);
  const known = importStore(store);
  expect(['own', 'theirs', 'nobody'].map(known.has)).toEqual([true, false, false]);
  expect(() => store.takeIn('theirs')).toThrow(/is already being imported/);
  expect(store.search('mine', { limit: 5 }).total).toBe(1);
  intake.finish(summarise([rows], false));
  const all = { has: true, last: 902, events: 1_804, listed: 1, library: 1, artifacts: 1, found: 600 };
  for (const one of [store, reader]) expect(seen(one, 'theirs', 'pear')).toEqual(all);
  expect(known.has('theirs')).toBe(true);
  expect(() => store.takeIn('theirs')).toThrow(/was stored in the meantime/);

  const told = store.library();
  store.rebuild();
  expect(store.library()).toEqual(told);
});

it('folds a rewound log like an appended one', () => {
  const bodies: EventBody[] = [
    ...talk('fig', 3),
    { type: 'history-rewound', toSeq: 5, reason: 'edit' },
    said('edited'),
  ];
  const rows = rowsOf('s', bodies);
  const store = open(tempFolder());
  importLog(store, 's', rows);
  const told = store.library();
  store.rebuild();
  expect(store.library()).toEqual(told);
});

it('removes a cancelled import slice by slice, also from the search index, and frees its ids', () => {
  const dir = tempFolder();
  let store = open(dir);
  store.append('own', [created, said('mine')]);
  addAll(store.takeIn('theirs'), rowsOf('theirs', talk('pear', 300)));
  // Half of it is in the index by then, and the session counts in the index's own memory.
  store = indexed(dir, store);
  expect(store.hits('pear')?.get('theirs') ?? 0).toBeGreaterThan(0);
  expect(store.search('pear', { limit: 5 })).toEqual({ total: 0, results: [] });
  let slices = 1;
  while (store.sweep('theirs')) slices += 1;
  expect(slices).toBe(Math.floor(902 / ROWS_A_SLICE) + 1);
  expect(seen(store, 'theirs', 'pear')).toEqual(NOTHING);
  expect(store.hits('pear')?.size).toBe(0);

  store.append('later', [created, said('pear of another')]);
  expect([...(store.hits('pear') ?? [])]).toEqual([['later', 1]]);
  store = indexed(dir, store);
  expect([...(store.hits('pear') ?? [])]).toEqual([['later', 1]]);
  expect(store.search('pear', { limit: 5 }).results).toMatchObject([{ session: 'later', seq: 2 }]);
});

it('removes long texts from the search index a piece at a time, and one long event a slice', () => {
  const dir = tempFolder();
  let store = open(dir);
  const long = said('pear '.repeat(PIECE));
  addAll(store.takeIn('theirs'), rowsOf('theirs', [created, long, said('pear'), long]));
  store = indexed(dir, store);
  let slices = 1;
  while (store.sweep('theirs')) slices += 1;
  // Each long text has five pieces; its event goes with the last one.
  expect(slices).toBe(10);
  store.append('later', [created, said('pear of another')]);
  store = indexed(dir, store);
  expect([...(store.hits('pear') ?? [])]).toEqual([['later', 1]]);
  expect(store.search('pear', { limit: 5 })).toMatchObject({ total: 1, results: [{ session: 'later', seq: 2 }] });
});

it('drops an import of this process, after which the same log imports completely', () => {
  const store = open(tempFolder());
  const rows = rowsOf('theirs', talk('pear', 100));
  const intake = store.takeIn('theirs');
  addAll(intake, rows);
  expect(store.sweep('theirs')).toBe(false);
  while (intake.drop());
  expect(seen(store, 'theirs', 'pear')).toEqual(NOTHING);
  const again = store.takeIn('theirs');
  addAll(again, rows);
  again.finish(summarise([rows], false));
  expect(seen(store, 'theirs', 'pear')).toMatchObject({ has: true, last: 302, found: 200 });
});

it('removes what a crash left, in the background, also when a repair has listed it', async () => {
  const dir = tempFolder();
  const before = open(dir);
  addAll(before.takeIn('theirs'), rowsOf('theirs', talk('pear', 300)));
  before.rebuild();
  before.close();
  const store = open(dir);
  expect(store.has('theirs')).toBe(false);
  // Nothing is left to remove once it has swept.
  await expect.poll(() => store.sweep('theirs') || store.summaries().length > 0).toBe(false);
  expect(seen(store, 'theirs', 'pear')).toEqual(NOTHING);
  const intake = store.takeIn('theirs');
  while (intake.drop());
});

it('cuts slices by rows and by length, and loses none', () => {
  const long = 'x'.repeat(300_000);
  const rows = rowsOf('s', [created, said(long), said(long), said(long), ...talk('fig', 200)]);
  const slices = [...slicesOf([rows.slice(0, 3), rows.slice(3)])];
  expect(slices.flat()).toEqual(rows);
  expect(slices.map((slice) => slice.length)).toEqual([2, 1, 200, 200, 200, 3]);
});

it('replaces an imported log with its newer version in one step, or keeps the older', () => {
  const dir = tempFolder();
  const store = open(dir);
  importLog(store, 'theirs', rowsOf('theirs', talk('pear', 100)));
  store.append('theirs', [{ type: 'session-marked', pinned: true }]);
  const before = { ...seen(store, 'theirs', 'pear'), library: store.library() };
  const newer = rowsOf('theirs', talk('fig', 200));
  const mark: EventBody = { type: 'session-marked', tags: ['kept'] };
  const last = newer.at(-1);
  // A disk that fails at the last row, and an event that an imported session may not have.
  const broken = { rows: [...newer, ...(last === undefined ? [] : [last])], closing: '', bodies: [mark] };
  expect(() => store.replaceImported('theirs', broken)).toThrow(/UNIQUE/);
  expect(() => store.replaceImported('theirs', { rows: newer, closing: '', bodies: [said('more')] })).toThrow(
    /imported as read-only/,
  );
  expect({ ...seen(store, 'theirs', 'pear'), library: store.library() }).toEqual(before);
  expect(store.search('fig', { limit: 5 }).total).toBe(0);

  store.replaceImported('theirs', { rows: newer, closing: '', bodies: [mark] });
  expect(seen(store, 'theirs', 'fig')).toMatchObject({ has: true, last: 603, listed: 1, found: 400 });
  const again = indexed(dir, store);
  expect([again.search('pear', { limit: 5 }).total, again.search('fig', { limit: 5 }).total]).toEqual([0, 400]);
  expect(again.library()[0]?.facts.marks).toEqual({ pinned: false, archived: false, tags: ['kept'] });
  const edited: EventBody[] = [{ type: 'history-rewound', toSeq: 5, reason: 'edit' }, said('edited')];
  const rewound = rowsOf('theirs', [...talk('fig', 3), ...edited]);
  again.replaceImported('theirs', { rows: rewound, closing: '', bodies: [] });
  const told = again.library();
  again.rebuild();
  expect(again.library()).toEqual(told);
  again.append('own', [created]);
  expect(() => again.replaceImported('own', { rows: newer, closing: '', bodies: [] })).toThrow(/wasn't imported/);
});
