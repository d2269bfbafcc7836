import { expect, it } from 'vitest';
import { LiveSession } from '../../main/session/live-session.ts';
import { inMemory } from '../../main/session/run.ts';
import { openTestStore } from '../../main/store/test-kit/open-store.ts';
import type { StreamItem } from '../../shared/contract.ts';
import { parseEvent } from '../../shared/events.ts';
import { firstOf, latestOf, sessionStream } from './main.ts';

const at = '2026-01-01T00:00:00.000Z';
const said = (seq: number) => ({ v: 1, seq, at, session: 's', type: 'user-message-added', text: `${seq}` });

it('sends events as they were written, and names those that the core itself cannot read', async () => {
  const raw = [said(1), { ...said(2), text: 5 }, { ...said(3), type: 'from-later' }, { ...said(4), v: 99 }, said(5)];
  const session = new LiveSession('s', inMemory(raw.map((one) => parseEvent(one))));
  for await (const item of sessionStream(session, 0, undefined)) {
    expect(item).toEqual({ kind: 'events', events: raw, unread: [2, 3, 4] });
    break;
  }
});

it('cuts a long log into pieces, all but the last announcing more', async () => {
  const raw = Array.from({ length: 1_001 }, (_, index) => said(index + 1));
  const session = new LiveSession('s', inMemory(raw.map((one) => parseEvent(one))));
  const pieces: StreamItem[] = [];
  for await (const item of sessionStream(session, 0, undefined)) {
    pieces.push(item);
    if (item.kind === 'events' && item.more !== true) break;
  }
  expect(pieces.map((item) => (item.kind === 'events' ? [item.events.length, item.more] : []))).toEqual([
    [500, true],
    [500, true],
    [1, undefined],
  ]);
});

it('cuts a log of large results into pieces of bounded length, and reads as much of its end alone', async () => {
  const store = openTestStore();
  const texts = [400_000, 400_000, 400_000, 1_500_000, 1].map((length) => 'x'.repeat(length));
  store.append(
    's',
    Array.from({ length: 501 }, (_, index) => ({
      type: 'user-message-added' as const,
      text: texts[index - 496] ?? '',
    })),
  );
  const session = new LiveSession('s', store);
  const lengths: number[] = [];
  for await (const item of sessionStream(session, 0, undefined)) {
    if (item.kind === 'events') lengths.push(item.events.length);
    if (item.kind === 'events' && item.more !== true) break;
  }
  expect(lengths).toEqual([498, 1, 1, 1]);
  const latest = latestOf(store, 's');
  expect(latest?.kind === 'latest' && latest.events.map(({ seq }) => seq)).toEqual([501]);
});

it('reads the end of a log of several pieces alone, and all of it once that is sent', async () => {
  const store = openTestStore();
  const text = (index: number) => ({ type: 'user-message-added' as const, text: `${index}` });
  store.append(
    's',
    Array.from({ length: 500 }, (_, index) => text(index + 1)),
  );
  expect(latestOf(store, 's')).toBeUndefined();
  store.append('s', [text(501)]);
  const latest = latestOf(store, 's');
  if (latest?.kind !== 'latest') throw new Error('not the end of the log');
  expect(latest.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 302));
  let isRead = false;
  async function* all(): AsyncGenerator<StreamItem, void, void> {
    isRead = true;
    yield { kind: 'events', events: [] };
  }
  const items = firstOf(latest, all);
  expect(await items.next()).toEqual({ done: false, value: latest });
  const next = items.next();
  await Promise.resolve();
  expect(isRead).toBe(false);
  expect(await next).toEqual({ done: false, value: { kind: 'events', events: [] } });
});

it('names what it cannot read in the end of a log as well', () => {
  const raw = Array.from({ length: 501 }, (_, index) => said(index + 1));
  const events = [...raw, { ...said(502), text: 5 }].map((one) => parseEvent(one));
  const log = { lastSeq: () => 502, events: () => events.slice(-2) };
  expect(latestOf(log, 's')).toEqual({ kind: 'latest', events: [raw[500], { ...said(502), text: 5 }], unread: [502] });
});
