import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { openStore, type Store } from './store.ts';
import { answered, became, created, finished, loaded, makeHome, requested, said } from './test-kit/home.ts';
import { importLog } from './test-kit/import-log.ts';
import { openTestStore, testHome } from './test-kit/open-store.ts';

/** Every event a second after the one before. */
function ticking(): () => Date {
  let ticks = 0;
  return () => {
    ticks += 1;
    return new Date(Date.UTC(2030, 0, 1) + ticks * 1_000);
  };
}

describe('the log', () => {
  it('numbers, dates and keeps events; reading returns what was stored, also after reopening', () => {
    const { dir } = testHome();
    const store = openTestStore({ home: dir, now: ticking() });
    const odd = finished('c', 'x', '\0 \ud800 机票', { data: { when: new Date(0), no: undefined } });
    const first = store.append('s', [created, said('你好')]);
    const second = store.append('s', [odd]);
    store.append('other', [created]);
    expect(store.append('s', [])).toEqual([]);
    const all = [...first, ...second];
    expect(all.map(({ v, seq, at, session }) => `${v} ${seq} ${at} ${session}`)).toEqual([
      '1 1 2030-01-01T00:00:01.000Z s',
      '1 2 2030-01-01T00:00:01.000Z s',
      '1 3 2030-01-01T00:00:02.000Z s',
    ]);
    expect(second[0]).toMatchObject({ content: '\0 \ud800 机票', data: { when: '1970-01-01T00:00:00.000Z' } });
    expect(store.events('s')).toStrictEqual(all);
    store.close();
    store.close();
    const again = openTestStore({ home: dir });
    expect(again.events('s')).toStrictEqual(all);
    expect(again.events('s', { afterSeq: 1, toSeq: 2 })).toStrictEqual(all.slice(1, 2));
    expect([again.has('s'), again.has('none'), again.events('none')]).toEqual([true, false, []]);
    expect(again.append('s', [said('x')])[0]?.seq).toBe(4);
  });

  it('stores all of an append or none', () => {
    const store = openTestStore();
    store.append('s', [created]);
    const wrong = { type: 'session-renamed', title: 7, by: 'user' } as unknown as EventBody;
    expect(() => store.append('s', [said('lost'), wrong])).toThrow('Not an event of this version');
    expect(store.events('s')).toHaveLength(1);
    expect(store.summaries()[0]?.turns).toBe(0);
  });

  it('returns unknown, newer and damaged events unchanged', () => {
    const { dir, database } = testHome();
    const first = openTestStore({ home: dir });
    first.append('s', [created]);
    first.close();
    const raw = new Database(database);
    const insert = raw.prepare('INSERT INTO events (session, seq, at, type, raw) VALUES (?, ?, ?, ?, ?)');
    const envelope = { v: 1, seq: 2, at: '2030-01-01T00:00:00.000Z', session: 's' };
    const future = { ...envelope, type: 'thought-read', depth: { of: [1] } };
    const newer = { ...envelope, v: 9, seq: 3, type: 'session-renamed', title: { en: 'x' } };
    for (const event of [future, newer]) insert.run('s', event.seq, event.at, event.type, JSON.stringify(event));
    insert.run('s', 4, envelope.at, 'session-renamed', '{"v":1,');
    raw.close();
    const store = openTestStore({ home: dir });
    const [, second, third, fourth] = store.events('s');
    expect(second).toMatchObject({ type: 'unknown', originalType: 'thought-read', raw: future });
    expect(third).toMatchObject({ type: 'unknown', originalType: 'session-renamed', raw: newer });
    expect(fourth).toMatchObject({ type: 'unknown', seq: 4, raw: { type: 'session-renamed', damaged: '{"v":1,' } });
    expect(store.append('s', [said('goes on')])[0]?.seq).toBe(5);
    store.rebuild();
    expect(store.summaries()[0]?.title).toBe('goes on');
  });
});

describe('the session list', () => {
  it('titles a session by its name or its first meaningful words, and finds it by any part of it', () => {
    const store = openTestStore({ now: ticking() });
    store.append('a', [created, said(`  我想订一张\n机票 ${'很'.repeat(80)}`)]);
    store.append('b', [{ ...created, title: 'Given' }, said('words'), requested(7), requested(99, 'summary')]);
    store.append('c', [created, said('ignored'), { type: 'session-renamed', title: 'Trip to ÇEŞME 100%', by: 'user' }]);
    store.append('d', [
      created,
      said('first'),
      said('second'),
      { type: 'history-rewound', toSeq: 1, reason: 'edit' },
      said('anew'),
    ]);
    store.append('e', [created]);
    store.append('b', [{ type: 'settings-changed', model: 'gpt-x' }]);
    const all = store.summaries();
    expect(all.map(({ id, title, turns, tokens, model }) => [id, title, turns, tokens, model])).toEqual([
      ['b', 'Given', 1, 7, 'gpt-x'],
      ['e', '', 0, 0, 'demo'],
      ['d', 'anew', 1, 0, 'demo'],
      ['c', 'Trip to ÇEŞME 100%', 1, 0, 'demo'],
      ['a', `我想订一张 机票 ${'很'.repeat(50)}…`, 1, 0, 'demo'],
    ]);
    expect(all[0]).toMatchObject({ createdAt: '2030-01-01T00:00:02.000Z', updatedAt: '2030-01-01T00:00:06.000Z' });
    const found = (search: string): string =>
      store
        .summaries({ search })
        .map(({ id }) => id)
        .join();
    expect(['票', 'çeş', 'GIV', '0%', '%', ' new ', "'", ''].map(found)).toEqual([
      'a',
      'c',
      'b',
      'c',
      'c',
      'd',
      '',
      'b,e,d,c,a',
    ]);
    store.append('a', [{ type: 'session-deleted' }]);
    expect(found('票')).toBe('');
    expect(store.summaries({ search: '票', includeDeleted: true })).toMatchObject([{ id: 'a', deleted: true }]);
    store.append('a', [{ type: 'session-restored' }]);
    expect(found('票')).toBe('a');
  });

  it('names the sessions that were in the middle of a run', () => {
    const store = openTestStore();
    store.append('a', [created, became('thinking')]);
    store.append('b', [created, became('thinking'), became('completed')]);
    store.append('c', [created, became('waiting-approval')]);
    expect(store.unfinished()).toEqual(['a', 'c']);
  });

  it('is the same rebuilt as stored, and matches the fold of the whole session', { timeout: 30_000 }, () => {
    const body = fc.oneof(
      fc.constantFrom(
        said('one'),
        said('two'),
        requested(5),
        requested(9, 'summary'),
        became('thinking'),
        became('completed'),
        answered('x'),
        answered('y', { usage: { promptTokens: 9, completionTokens: 2, cachedPromptTokens: 3 } }),
      ),
      fc.constantFrom<EventBody>(
        { type: 'session-deleted' },
        { type: 'session-restored' },
        { type: 'settings-changed', model: 'm2' },
        { type: 'session-marked', pinned: true },
        { type: 'session-marked', archived: true, tags: ['trip'] },
        { type: 'note-added', note: 'n', on: 1, text: 'hm' },
        { type: 'model-failed', iteration: 1, code: 'timeout', message: 'x', willRetry: false },
        { type: 'run-finished', state: 'error', iterations: 1, text: '', code: 'timeout' },
        { type: 'tool-finished', callId: 'c', name: 'x', ok: false, content: '', ms: 1 },
        { type: 'approval-resolved', callId: 'c', decision: 'denied' },
        { type: 'tool-started', callId: 'c', name: 'load_skill', arguments: '{"name":"pdf"}' },
        loaded('pdf'),
        { type: 'script-started', callId: 'c', command: 'node /s/pdf/a.mjs', cwd: '/w', interpreter: 'node' },
        { type: 'script-finished', callId: 'c', exitCode: 1, timedOut: false, truncated: false, ms: 1, outputs: [] },
      ),
      fc.string({ maxLength: 3 }).map((title): EventBody => ({ type: 'session-renamed', title, by: 'app' })),
      fc.integer({ min: 1, max: 12 }).map((toSeq): EventBody => ({ type: 'history-rewound', toSeq, reason: 'edit' })),
    );
    const appends = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.array(body, { minLength: 1, maxLength: 4 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(appends, (steps) => {
        const { dir, remove } = makeHome();
        const store = openStore({ home: dir, access: 'write', now: ticking() });
        try {
          for (const id of ['a', 'b']) store.append(id, [created]);
          for (const [id, bodies] of steps) store.append(id, bodies);
          const kept = store.summaries({ includeDeleted: true });
          const library = store.library();
          const usage = store.skillUsage();
          store.rebuild();
          expect(store.skillUsage()).toEqual(usage);
          expect(store.summaries({ includeDeleted: true })).toEqual(kept);
          expect(store.library()).toEqual(library);
          for (const summary of kept) {
            const state = foldEvents(summary.id, store.events(summary.id));
            const turns = state.messages.filter((message) => message.role === 'user');
            expect(summary).toMatchObject({
              runState: state.runState,
              turns: turns.length,
              model: state.model,
              tokens: state.lastRequest?.tokens.total ?? 0,
              deleted: state.deleted,
            });
            const facts = library.find((entry) => entry.summary.id === summary.id)?.facts;
            expect(facts).toMatchObject({ usage: state.usage, marks: state.marks });
            if (state.title !== '') expect(summary.title).toBe(state.title);
          }
        } finally {
          store.close();
          remove();
        }
      }),
      { numRuns: 25 },
    );
  });
});

it('keeps a draft until its answer or its failure is in the log', () => {
  const { dir } = testHome();
  const store = openTestStore({ home: dir });
  const failed: EventBody = { type: 'model-failed', iteration: 1, code: 'stalled', message: 'm', willRetry: true };
  for (const end of [answered('done'), failed]) {
    store.saveDraft('s', { iteration: 1, text: 'Ther', reasoning: '' });
    store.saveDraft('s', { iteration: 2, text: 'There are', reasoning: '' });
    store.append('s', [said('another')]);
    expect(openTestStore({ home: dir, access: 'read' }).draft('s')).toEqual({
      iteration: 2,
      text: 'There are',
      reasoning: '',
    });
    store.append('s', [end]);
    expect(store.draft('s')).toBeUndefined();
  }
});

const branch = (store: Store, toSeq: number) => store.copyLog('s', 'branch', { toSeq, workspace: '/branch' });

const answer = answered('', { usage: { promptTokens: 1_500, completionTokens: 1 } });

it('copies up to and including the event it is named by', () => {
  const store = openTestStore();
  store.append('s', [created, said('one'), said('two'), said('three')]);
  branch(store, 3);
  const texts = store.events('branch').map((event) => (event.type === 'user-message-added' ? event.text : event.type));
  expect(texts).toEqual(['session-created', 'one', 'two']);
  expect(store.events('branch')[0]).toMatchObject({ workspace: '/branch', forkedFrom: { session: 's', seq: 3 } });
});

it('lists a record once, with what the branch makes itself', () => {
  const store = openTestStore();
  const stay = (callId: string) =>
    finished(callId, 'run_command', '', { data: { kind: 'stay', version: 1, key: callId, title: 'A stay' } });
  store.append('s', [created, stay('first')]);
  branch(store, 2);
  store.append('branch', [stay('second')]);
  const shown = () => store.shownCards('stay').map(({ session, key }) => [session, key]);
  const each = [
    ['branch', 'second'],
    ['s', 'first'],
  ];
  expect(shown()).toEqual(each);
  store.rebuild();
  expect(shown()).toEqual(each);
});

it('learns the token correction once, also after a rebuild', () => {
  const store = openTestStore();
  store.append('s', [created, requested(1_000), answer, requested(1_000), answer, requested(1_000), answer]);
  branch(store, 7);
  const taught = store.correction('demo');
  expect(taught).toEqual({ factor: 1.5, answers: 3 });
  store.rebuild();
  expect(store.correction('demo')).toEqual(taught);
});

it('keeps the endpoint and key the user pinned, and drops those an import names', () => {
  const store = openTestStore();
  const pinned = { baseUrl: 'http://127.0.0.1:1/v1', apiKeyEnv: 'KEY' };
  store.append('s', [{ ...created, pinned }]);
  importLog(
    store,
    'theirs',
    store.rows('s').map((row) => ({ ...row, session: 'theirs' })),
  );
  branch(store, 1);
  store.copyLog('theirs', 'other', { toSeq: 1, workspace: '/other' });
  expect(store.events('branch')[0]).toMatchObject({ pinned });
  expect(store.events('other')[0]).not.toHaveProperty('pinned');
});

it.each(['write', 'read'] as const)('tells calls after its end that the app is closing (%s)', (access) => {
  const home = testHome().dir;
  const writer = openTestStore({ home });
  writer.append('a', [created]);
  const store = access === 'write' ? writer : openTestStore({ home, access });
  expect(store.events('a')).toHaveLength(1);
  store.close();
  const calls = [
    () => store.events('a'),
    () => store.library(),
    () => store.reviews.all(),
    ...(access === 'write'
      ? [
          () => store.append('a', [said('late')]),
          () => store.saveDraft('a', { iteration: 1, reasoning: '', text: 'late' }),
          () => store.takeIn('b'),
          () => store.rebuild(),
        ]
      : []),
  ];
  for (const call of calls) expect(call).toThrow(expect.objectContaining({ code: 'app-closing' }));
});
