import { generateKeyPairSync, sign } from 'node:crypto';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { chained, closingLine, fingerprintOf, LinesHash, newSigningKey } from '../../../main/store/chain.ts';
import type { EventRow } from '../../../main/store/event-log.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import {
  answered,
  created,
  makeHome,
  requested,
  rowsOf,
  said,
  type TestHome,
} from '../../../main/store/test-kit/home.ts';
import type { EventBody } from '../../../shared/events.ts';
import { BODIES } from '../../../shared/test-kit/event-bodies.ts';
import { verifyChain } from './verify.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

function open(home: TestHome = makeHome()): { home: TestHome; store: Store } {
  const store = openStore({ home: home.dir, access: 'write' });
  closing.push(home.remove, () => store.close());
  return { home, store };
}

const usage = { promptTokens: 12, completionTokens: 3 };
const bodies: EventBody[] = [
  created,
  said('What does it cost?'),
  requested(7),
  answered('Let me look.', { usage }),
  { type: 'tool-started', callId: 'c', name: 'run_script', arguments: '{"n":1}' },
  {
    type: 'approval-requested',
    callId: 'c',
    action: 'write-file',
    detail: { path: 'a.txt', reason: 'outside', needsPerson: false },
  },
  { type: 'approval-resolved', callId: 'c', decision: 'once' },
  { type: 'tool-finished', callId: 'c', name: 'run_script', ok: true, content: '100', ms: 5, data: { price: [100] } },
  { type: 'artifact-saved', name: 'a.txt', version: 1, mime: 'text/plain', bytes: 1, sha256: '0'.repeat(64) },
  { type: 'note-added', note: 'n', on: 2, text: 'Seen.' },
  answered('It costs 100.'),
  { type: 'run-finished', state: 'completed', iterations: 1, text: 'It costs 100.' },
];

/** The same JSON with one leaf changed, for each leaf. */
function* tampered(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      for (const changed of tampered(inner)) yield value.map((one, at) => (at === index ? changed : one));
    }
    yield [...value, 0];
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      for (const changed of tampered(inner)) yield { ...value, [name]: changed };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
    yield { ...value, added: 1 };
  } else if (typeof value === 'string') yield `${value}x`;
  else if (typeof value === 'number') yield value + 1;
  else yield value !== true;
}

describe('the chain of a stored session', () => {
  it('binds every field of every event, the order, and the end', async () => {
    const { store } = open();
    for (const body of bodies) store.append('s', [body]);
    const rows = store.rows('s');
    const end = store.end('s');
    expect(await verifyChain('s', rows, { end })).toEqual({ chain: { ok: true, from: 1 }, covers: ['events', 'end'] });

    let changes = 0;
    for (const [index, row] of rows.entries()) {
      for (const changed of tampered(JSON.parse(row.raw))) {
        const forged = rows.with(index, { ...row, raw: JSON.stringify(changed) });
        const { chain, covers } = await verifyChain('s', forged, { end });
        expect([row.raw, chain?.ok, covers]).toEqual([row.raw, false, []]);
        // A link that was changed tells of the event before it.
        expect(chain?.brokenAt).toBeGreaterThanOrEqual(Math.max(1, row.seq - 1));
        expect(chain?.brokenAt).toBeLessThanOrEqual(row.seq);
        changes += 1;
      }
      for (const forged of [rows.toSpliced(index, 1), rows.toSpliced(index, 0, row)]) {
        expect((await verifyChain('s', forged, { end })).chain?.ok).toBe(false);
      }
    }
    expect(changes).toBeGreaterThan(150);
    expect((await verifyChain('s', [...rows].reverse(), { end })).chain?.ok).toBe(false);
  });

  it('binds every field of each type of event', async () => {
    const { store } = open();
    const some = Object.entries(BODIES).flatMap(([type, rest]) =>
      fc.sample<object>(rest, { numRuns: 2, seed: 7 }).map((body) => ({ type, ...body }) as EventBody),
    );
    const [first, ...rest] = some;
    store.append('s', [first ?? created, ...rest]);
    const rows = store.rows('s');
    const end = store.end('s');
    expect((await verifyChain('s', rows, { end })).chain?.ok).toBe(true);
    let changes = 0;
    for (const [index, row] of rows.entries()) {
      for (const changed of tampered(JSON.parse(row.raw))) {
        const raw = JSON.stringify(changed);
        const { chain, covers } = await verifyChain('s', rows.with(index, { ...row, raw }), { end });
        expect([raw, chain?.ok, covers]).toEqual([raw, false, []]);
        changes += 1;
      }
    }
    expect(changes).toBeGreaterThan(900);
  });

  it('says where a log of an older version begins to be chained, and that one without a chain has none', async () => {
    const { home, store } = open();
    store.append('s', bodies.slice(0, 4));
    store.close();
    // Simulates what an older version left.
    const db = new Database(home.database);
    const old = db.prepare('UPDATE events SET raw = ? WHERE seq = ?');
    for (const { seq, raw } of db.prepare<[], EventRow>('SELECT * FROM events').all()) {
      const { prev: _prev, ...event } = JSON.parse(raw);
      old.run(JSON.stringify(event), seq);
    }
    db.exec('DROP TABLE log_ends; PRAGMA user_version = 12');
    db.close();

    const later = openStore({ home: home.dir, access: 'write' });
    closing.push(() => later.close());
    const read = () => verifyChain('s', later.rows('s'), { end: later.end('s') });
    expect(await read()).toEqual({ chain: null, covers: [] });
    later.append('s', [said('And now?')]);
    expect(await read()).toEqual({ chain: { ok: true, from: 5 }, covers: ['events', 'end'] });
    const rows = later.rows('s');
    const forged = rows.map((row) => (row.seq === 4 ? { ...row, raw: row.raw.replace('Let me', 'Let us') } : row));
    expect((await verifyChain('s', forged, { end: later.end('s') })).chain).toMatchObject({ ok: false, brokenAt: 4 });
  });

  it('keeps a break in a branch, and chains the branch', async () => {
    const { home, store } = open();
    store.append('s', bodies);
    const db = new Database(home.database);
    const change = db.prepare(
      "UPDATE events SET raw = replace(raw, 'cost?', 'weigh?') WHERE session = 's' AND seq = 2",
    );
    const copy = { toSeq: 6, workspace: '/other' };
    store.copyLog('s', 'whole', copy);
    change.run();
    db.close();
    store.copyLog('s', 'altered', copy);
    store.append('whole', [said('On.')]);
    const read = (id: string) => verifyChain(id, store.rows(id), { end: store.end(id) });
    expect((await read('whole')).chain).toEqual({ ok: true, from: 1 });
    expect((await read('altered')).chain).toEqual({ ok: false, from: 1, brokenAt: 2 });
  });

  it('detects a removed last event', async () => {
    const { home, store } = open();
    store.append('s', bodies);
    const db = new Database(home.database);
    db.exec("DELETE FROM events WHERE session = 's' AND seq = 12");
    db.close();
    expect((await verifyChain('s', store.rows('s'), { end: store.end('s') })).chain).toMatchObject({ brokenAt: 11 });
    store.append('s', [said('Again')]);
    expect((await verifyChain('s', store.rows('s'), { end: store.end('s') })).chain).toMatchObject({ brokenAt: 11 });
  });
});

describe('a signature', () => {
  function signed(rows: readonly EventRow[], key: string) {
    const lines = new LinesHash();
    for (const { raw } of rows) lines.add(raw);
    const walk = { session: 's', events: rows.length, head: '0'.repeat(64), lines: lines.digest() };
    return { seq: rows.length, hash: walk.head, closing: closingLine(walk, key) };
  }

  it('covers a log without a chain, says whose it is, and fails for any change', async () => {
    const key = newSigningKey();
    const rows = rowsOf(...bodies);
    const end = signed(rows, key);
    const good = await verifyChain('s', rows, { end, ownKey: key });
    expect(good).toMatchObject({ chain: null, covers: ['author'] });
    expect(good.signature).toEqual({ by: fingerprintOf(key), ok: true, own: true, events: rows.length });
    expect((await verifyChain('s', rows, { end, ownKey: newSigningKey() })).signature).toMatchObject({ own: false });
    const forged = rows.with(3, { ...(rows[3] as EventRow), raw: rows[3]?.raw.replace('look', 'see') ?? '' });
    const changed = [
      verifyChain('s', forged, { end }),
      verifyChain('t', rows, { end }),
      verifyChain('s', rows, { end: { ...end, closing: end.closing.replace('"head":"0', '"head":"1') } }),
      verifyChain('s', rows, {
        end: { ...end, closing: end.closing.replace(/(?<="value":")./, (one) => (one === 'A' ? 'B' : 'A')) },
      }),
    ];
    for (const one of await Promise.all(changed)) {
      expect(one.signature?.ok).toBe(false);
      expect(one.covers).not.toContain('author');
    }
  });

  it('does not hold where its key is of another kind or cannot be read', async () => {
    const rows = rowsOf(...bodies);
    const end = signed(rows, newSigningKey());
    const { privateKey, publicKey } = generateKeyPairSync('ed448');
    const other = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const closingWith = (key: string, value: string) =>
      JSON.stringify({ ...JSON.parse(end.closing), signature: { key, value } });
    const text = Buffer.from('');
    for (const closing of [
      closingWith(other, sign(null, text, privateKey).toString('base64').slice(0, 200)),
      closingWith('no key', 'no value'),
    ]) {
      const { signature, covers } = await verifyChain('s', rows, { end: { ...end, closing } });
      expect([signature?.ok, signature?.own, covers]).toEqual([false, false, []]);
    }
    // A line that is no closing line signs nothing.
    for (const closing of ['{"type":"export-end"', '{"type":"export-end","events":0,"head":"x"}', '{}']) {
      expect(await verifyChain('s', rows, { end: { ...end, closing } })).not.toHaveProperty('signature');
    }
  });

  it('still holds where a note was added after the import', async () => {
    const key = newSigningKey();
    const rows = chained(rowsOf(...bodies));
    const end = signed(rows.slice(0, 11), key);
    expect((await verifyChain('s', rows, { end })).signature).toMatchObject({ ok: true, events: 11 });
  });
});
