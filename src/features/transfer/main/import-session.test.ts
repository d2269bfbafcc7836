import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../main/context/build-request.ts';
import { sha256 } from '../../../main/lib/text.ts';
import { SessionRegistry } from '../../../main/session/registry.ts';
import { chained } from '../../../main/store/chain.ts';
import type { Store } from '../../../main/store/store.ts';
import { answered, became, created, requested, said } from '../../../main/store/test-kit/home.ts';
import { importStore } from '../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { EventBody } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { verifySession } from '../../review/main/verify.ts';
import { exportSession } from './export-session.ts';
import { SessionImport } from './import-session.ts';

/** A request that really is what the log before it adds up to. */
function send(store: Store, session = 's'): void {
  const { sha256 } = buildRequest(foldEvents(session, store.events(session)));
  store.append(session, [{ ...requested(1), sha256 } as EventBody]);
}

function conversation(): Store {
  const store = openTestStore();
  store.append('s', [created, said('第一')]);
  send(store);
  store.append('s', [answered('one'), said('second')]);
  send(store);
  store.append('s', [{ type: 'history-rewound', toSeq: 4, reason: 'edit' }, said('edited'), became('thinking')]);
  send(store);
  store.append('s', [requested(1, 'summary'), answered('two'), said('third')]);
  send(store);
  return store;
}

const exported = async (store: Store, redact = false) =>
  (
    await exportSession('s', store.rows('s'), {
      format: 'jsonl',
      redact,
      language: 'en',
      folders: [],
      end: store.end('s'),
    })
  ).text;

function importSession(store: Store, text: string, onStored = () => {}) {
  const taken = new SessionImport(importStore(store), onStored);
  try {
    taken.take(text);
    return taken.end();
  } finally {
    taken.close();
  }
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isSkilldeckError(error) && error.code === 'import-refused') return error.message;
    throw error;
  }
  throw new Error('Expected a refusal');
}

describe('a round trip', () => {
  it('is exact to the byte, and verified on both sides', async () => {
    const from = conversation();
    const lines = (await exported(from)).trimEnd().split('\n').slice(0, -1);
    const prev = sha256(lines.at(-1) ?? '');
    const future = `{"v":7,"seq":15, "at":"2031-01-01T00:00:00Z","session":"s","type":"dreamt","n":1e2,"u":"\\u4f60","prev":"${prev}"}`;
    const end = `{"type":"export-end","events":15,"head":"${sha256(future)}"}`;
    const text = [...lines, future, end].map((line) => `${line}\n`).join('');
    const to = openTestStore();
    const counts = { messages: 6, calls: 2, unknownEvents: 1 };
    const expected = { session: 's', events: 15, ...counts, alreadyThere: false, redacted: false };
    expect(importSession(to, `\ufeff${text.replaceAll('\n', '\r\n')}`.slice(1))).toEqual(expected);
    expect(await exported(to)).toBe(text);
    expect(importSession(to, text)).toEqual({ ...expected, alreadyThere: true });
    const report = {
      session: 's',
      ok: true,
      requests: 5,
      verified: 4,
      differing: [],
      notRebuilt: 1,
      gaps: [],
      damaged: [],
      redacted: false,
      chain: { ok: true, from: 1 },
      covers: ['requests', 'events', 'end'],
    };
    expect(await verifySession('s', from.rows('s'), undefined, { end: from.end('s') })).toEqual({
      ...report,
      events: 14,
    });
    expect(await verifySession('s', to.rows('s'), undefined, { end: to.end('s') })).toEqual({ ...report, events: 15 });
    expect(to.summaries()).toMatchObject([{ id: 's', title: '第一', turns: 3 }]);
    expect(to.search('edited', { limit: 5 }).results).toMatchObject([{ seq: 8, rewound: false }]);
    expect(to.search('second', { limit: 5 }).results).toMatchObject([{ seq: 5, rewound: true }]);
  });

  it('detects a changed last event, a changed end, and a file that lost its end', async () => {
    const lines = (await exported(conversation())).trimEnd().split('\n');
    const verified = async (text: readonly string[]) => {
      const to = openTestStore();
      importSession(to, text.join('\n'));
      const { ok, chain } = await verifySession('s', to.rows('s'), undefined, { end: to.end('s') });
      // Anyone who gets it next sees it too.
      const next = openTestStore();
      importSession(next, await exported(to));
      const again = await verifySession('s', next.rows('s'), undefined, { end: next.end('s') });
      expect(again.chain).toEqual(chain);
      return [ok, chain];
    };
    expect(await verified(lines)).toEqual([true, { ok: true, from: 1 }]);
    const forged = lines.with(-2, lines.at(-2)?.replace('"model":"demo"', '"model":"other"') ?? '');
    expect(await verified(forged)).toEqual([false, { ok: false, from: 1, brokenAt: 14 }]);
    const head = lines.with(-1, lines.at(-1)?.replace(/"head":"./, '"head":"_') ?? '');
    expect(refusal(() => importSession(openTestStore(), head.join('\n')))).toContain("isn't an event");
    expect(await verified(lines.slice(0, -1))).toEqual([false, { ok: false, from: 1, isOpen: true }]);
    const cut = lines.toSpliced(-2, 1);
    expect(refusal(() => importSession(openTestStore(), cut.join('\n')))).toContain(
      'has 13 events, but its last line says',
    );
    expect(refusal(() => importSession(openTestStore(), [...lines, lines[0]].join('\n')))).toContain(
      'follows the end of the export',
    );
  });

  it('chains a redacted log again and leaves an altered place broken', async () => {
    const verified = async (from: Store) => {
      const to = openTestStore();
      importSession(to, await exported(from, true));
      return (await verifySession('s', to.rows('s'), undefined, { end: to.end('s') })).chain;
    };
    expect(await verified(conversation())).toEqual({ ok: true, from: 1 });
    for (const seq of [3, 14]) {
      const altered = openTestStore();
      const lines = (await exported(conversation())).trimEnd().split('\n');
      const line = lines[seq - 1]?.replace(/"at":"\d+/, '"at":"1999') ?? '';
      importSession(altered, lines.with(seq - 1, line).join('\n'));
      expect(await verified(altered)).toEqual({ ok: false, from: 1, brokenAt: seq });
    }
  });

  it('notifies list watchers with the session, but only if it is new', async () => {
    const text = await exported(conversation());
    const to = openTestStore();
    const registry = new SessionRegistry({ store: to });
    let times = 0;
    const listed = new Promise((resolve) =>
      registry.onChange(() => {
        times += 1;
        resolve(to.summaries().map(({ id }) => id));
      }),
    );
    importSession(to, text, () => registry.announceStored());
    expect(await listed).toEqual(['s']);
    importSession(to, text, () => registry.announceStored());
    await new Promise(setImmediate);
    expect(times).toBe(1);
  });

  it('names each request that differs, each gap and each damaged event', async () => {
    const rows = conversation().rows('s');
    const changed = rows.map((row) => (row.seq === 8 ? { ...row, raw: row.raw.replace('edited', 'forged') } : row));
    const report = await verifySession('s', changed);
    expect([report.ok, report.verified, report.differing.map(({ seq }) => seq)]).toEqual([false, 2, [10, 14]]);
    const gappy = await verifySession(
      's',
      rows.filter(({ seq }) => seq !== 9 && seq !== 12 && seq !== 13),
    );
    expect([gappy.ok, gappy.gaps]).toEqual([
      false,
      [
        { from: 9, to: 9 },
        { from: 12, to: 13 },
      ],
    ]);
    const damaged = rows.map((row) => (row.seq === 2 ? { ...row, raw: row.raw.slice(0, -1) } : row));
    expect(await verifySession('s', damaged)).toMatchObject({ ok: false, damaged: [2] });
  });

  it('verifies what binds the events of a redacted log, and none of its requests', async () => {
    const to = openTestStore();
    expect(importSession(to, await exported(conversation(), true))).toMatchObject({ redacted: true });
    const rows = to.rows('s');
    const verify = (given: typeof rows) => verifySession('s', given, undefined, { end: to.end('s') });
    const report = { verified: 0, differing: [], redacted: true };
    expect(await verify(rows)).toMatchObject({ ...report, ok: true, covers: ['events', 'end'] });
    const last = rows.length - 1;
    const said = rows.findIndex(({ type }) => type === 'user-message-added');
    const other = (at: number, change: (raw: string) => string) =>
      rows.map((row, index) => (index === at ? { ...row, raw: change(row.raw) } : row));
    for (const changed of [
      other(said, (raw) => raw.replace('"text":"', '"text":"not ')),
      other(said, (raw) => raw.slice(0, -1)),
      other(last, (raw) => raw.replace(/"at":"2/, '"at":"3')),
      rows.slice(0, -1),
      rows.filter((_row, index) => index !== said),
      rows.toSpliced(said, 0, rows[said] as (typeof rows)[number]),
    ]) {
      expect(await verify(changed)).toMatchObject({ ...report, ok: false });
    }
    // The end that was recorded is the only proof of the last event.
    expect(await verifySession('s', rows)).toMatchObject({ ok: false, covers: ['events'] });
    const unchained = rows.map((row) => ({ ...row, raw: row.raw.replace(/,?"prev":"[0-9a-f]*"/, '') }));
    expect(await verifySession('s', unchained)).toMatchObject({ ok: false });
  });

  it('verifies every request of a long session', async () => {
    const store = openTestStore();
    store.append('s', [created, ...Array.from({ length: 1_000 }, () => [said('x'), became('completed')]).flat()]);
    for (let index = 0; index < 20; index += 1) send(store);
    expect(await verifySession('s', store.rows('s'), undefined, { end: store.end('s') })).toMatchObject({
      ok: true,
      verified: 20,
    });
  });
});

describe('an imported session', () => {
  it('grants no rights: it is not resumed and cannot continue', async () => {
    const from = openTestStore();
    const asked: EventBody[] = [
      {
        type: 'approval-requested',
        callId: 'c',
        action: 'run-command',
        detail: { command: 'x', reason: 'r', needsPerson: false },
      },
      { type: 'approval-resolved', callId: 'c', decision: 'always' },
    ];
    const pinned = { baseUrl: 'http://127.0.0.1:9', apiKeyEnv: 'SECRET' };
    from.append('s', [{ ...created, approve: 'auto', pinned }, said('x'), ...asked, became('waiting-approval')]);
    expect(from.unfinished()).toEqual(['s']);
    const to = openTestStore();
    importSession(to, await exported(from));
    expect(to.unfinished()).toEqual([]);
    for (const body of [said('more'), asked[1], became('thinking')]) {
      expect(() => to.append('s', body === undefined ? [] : [body])).toThrow("'s' was imported");
    }
    expect(to.append('s', [{ type: 'session-renamed', title: 'Theirs', by: 'user' }])[0]?.seq).toBe(6);
    const events = (await exported(from)).trimEnd().split('\n').slice(0, -1);
    expect((await exported(to)).startsWith(events.join('\n'))).toBe(true);
  });
});

it('refuses an incomplete session with its position and a fix, and changes nothing', async () => {
  const text = await exported(conversation());
  const lines = text.trimEnd().split('\n');
  const changed = (line: number, change: object) =>
    lines
      .map((raw, index) => (index === line - 1 ? JSON.stringify({ ...JSON.parse(raw), ...change }) : raw))
      .join('\n');
  const cases: [string, string][] = [
    ['', 'The file has no events.'],
    ['\n \n', 'The file has no events.'],
    ['# A heading\n', "Line 1 isn't an event: it isn't JSON"],
    [`${lines[0]}\n{"hello":1}\n`, "Line 2 isn't an event: it needs v, seq, at, session and type."],
    [`${lines[0]}\n[]\n`, "Line 2 isn't an event: it needs"],
    [`${lines[0]}\n${(lines[1] ?? '').slice(0, 40)}`, "Line 2 isn't an event: it isn't JSON"],
    [`${lines[0]}\n${'['.repeat(100_000)}${']'.repeat(100_000)}`, "Line 2 isn't an event:"],
    [[lines[0], lines[2]].join('\n'), 'Line 2 is event 3, but event 2 is due: events are missing.'],
    [lines.slice(1).join('\n'), 'Line 1 is event 2, but event 1 is due'],
    [[lines[0], lines[0]].join('\n'), 'Line 2 is event 1 again, but event 2 is due.'],
    [changed(3, { session: 'other' }), "Line 3 belongs to conversation 'other', the lines before it to 's'."],
    [changed(1, { type: 'user-message-added' }), "Line 1 is 'user-message-added', but a conversation starts"],
    [changed(1, { session: '../../etc' }), 'Line 1 has an invalid conversation ID'],
    [changed(2, { at: 'yesterday' }), "Line 2 isn't an event: its time (at)"],
    [changed(2, { seq: 2.5 }), "Line 2 isn't an event: it needs"],
  ];
  const store = openTestStore();
  const messages = cases.map(([file]) => refusal(() => importSession(store, file)));
  expect(messages.map((message, index) => message.slice(0, cases[index]?.[1].length))).toEqual(
    cases.map(([, start]) => start),
  );
  expect(messages.every((message) => message.endsWith(' Nothing was imported.'))).toBe(true);
  expect(store.summaries({ includeDeleted: true })).toEqual([]);

  importSession(store, text);
  const other = changed(2, { text: 'other' });
  expect(refusal(() => importSession(store, other))).toContain(
    "'s' already exists with other content: event 2 differs",
  );
  expect(refusal(() => importSession(store, lines.slice(0, 5).join('\n')))).toContain(
    'already exists up to event 14, and the file goes up to 5',
  );
  expect(await exported(store)).toBe(text);
});

it('hides the key in an endpoint’s address, and links the lines after it to what it stored', () => {
  const [from, store] = [openTestStore(), openTestStore()];
  from.append('s', [
    { ...created, pinned: { baseUrl: 'https://ada:pw@api.example/v1?key=k1' } } as EventBody,
    said('hi'),
  ]);
  const raw = from.rows('s').map((row) => row.raw.replace('***@', 'ada:pw@').replace('key=***', 'key=k1'));
  const text = chained(from.rows('s').map((row, index) => ({ ...row, raw: raw[index] ?? '' }))).map((row) => row.raw);
  for (const isThere of [false, true]) {
    const taken = new SessionImport(importStore(store), () => {});
    taken.take(text.join('\n'));
    expect(taken.end()).toMatchObject({ events: 2, alreadyThere: isThere });
  }
  expect(
    store
      .rows('s')
      .map((row) => row.raw)
      .join(),
  ).not.toMatch(/pw@|k1/);
  expect(store.rows('s')[1]?.raw).toContain(sha256(store.rows('s')[0]?.raw ?? ''));
});
