import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { eventsOf, openApp } from '../../main/core/test-kit/open-app.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { LiveSession } from '../../main/session/live-session.ts';
import { inMemory } from '../../main/session/run.ts';
import { openStore } from '../../main/store/store.ts';
import { created } from '../../main/store/test-kit/home.ts';
import { openTestStore } from '../../main/store/test-kit/open-store.ts';
import type { StreamItem } from '../../shared/contract.ts';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
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

it('sends what is long in a turn after the one that stored it, and what is short at once', async () => {
  const turnOf = async (text: string) => {
    const session = new LiveSession('s', inMemory([parseEvent(said(1))]));
    const items = sessionStream(session, 1, undefined);
    const item = items.next();
    const turn = new Promise((resolve) => setImmediate(resolve, 'next'));
    session.append({ type: 'user-message-added', text });
    const first = await Promise.race([item.then(() => 'same'), turn]);
    await item;
    return first;
  };
  expect([await turnOf('short'), await turnOf('x'.repeat(250_001))]).toEqual(['same', 'next']);
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
  async function* rest(): AsyncGenerator<StreamItem, void, void> {
    isRead = true;
    yield { kind: 'events', events: [] };
  }
  const items = firstOf(latest, async () => rest());
  expect(await items.next()).toEqual({ done: false, value: latest });
  const next = items.next();
  await Promise.resolve();
  expect(isRead).toBe(false);
  expect(await next).toEqual({ done: false, value: { kind: 'events', events: [] } });
});

it('names what it cannot read in the end of a log as well', () => {
  const raw = Array.from({ length: 501 }, (_, index) => said(index + 1));
  const events = [...raw, { ...said(502), text: 5 }].map((one) => parseEvent(one));
  const log = {
    lastSeq: () => 502,
    events: (_: string, { afterSeq = 0 } = {}) => (afterSeq === 482 ? events.slice(-2) : []),
  };
  expect(latestOf(log, 's')).toEqual({ kind: 'latest', events: [raw[500], { ...said(502), text: 5 }], unread: [502] });
});

it('sends a window the head of a large result, whose fold is else the same, and the rest in parts', async () => {
  const whole = `${'x'.repeat(4_095)}😀${'汉'.repeat(1_000_000)}the end`;
  const started = { type: 'tool-started', callId: 'c', name: 'run_command', arguments: '{}' } as const;
  const home = tempFolder();
  const store = openStore({ home, access: 'write' });
  const events = store.append('s', [
    created,
    started,
    { type: 'tool-finished', callId: 'c', name: 'run_command', ok: true, content: whole },
    { type: 'tool-finished', callId: 'd', name: 'run_command', ok: true, content: 'y'.repeat(32_768) },
    { type: 'user-message-added', text: 'z'.repeat(2_000_001) },
  ]);
  store.close();
  const { client } = await openApp({ home });
  const { sessions } = client;
  const read = async (cutResults: boolean) => {
    const read: SessionEvent[] = [];
    for await (const item of await sessions.stream({ sessionId: 's', afterSeq: 0, cutResults })) {
      if (item.kind === 'events') read.push(...item.events.map((raw) => parseEvent(raw)));
      if (read.length === events.length) break;
    }
    return read;
  };
  expect(isDeepStrictEqual(await read(false), events)).toBe(true);
  const sent = await read(true);
  const cut = { bytes: Buffer.byteLength(whole), characters: whole.length };
  const head = { content: 'x'.repeat(4_095), cut };
  expect(sent).toEqual(events.map((event) => (event.seq === 3 ? { ...event, ...head } : event)));
  const [full, seen] = [foldEvents('s', events), foldEvents('s', sent)];
  const { c, ...calls } = full.calls;
  expect(seen).toEqual({
    ...full,
    calls: { ...calls, c: { ...c, ...head, cut: { ...cut, seq: 3 } } },
    messages: full.messages.map((one) => (one.seq === 3 ? { ...one, ...head } : one)),
  });

  const [shown, brief] = await Promise.all(
    [false, true].map((brief) => client.context.show({ sessionId: 's', brief })),
  );
  expect(brief).toEqual({ ...shown, json: '', withoutBody: shown?.json.length });

  let text = '';
  for (let part = 'first'; part !== ''; text += part)
    ({ text: part } = await sessions.result({ sessionId: 's', seq: 3, from: text.length }));
  expect(text === whole).toBe(true);
  await expect(sessions.result({ sessionId: 's', seq: 2, from: 0 })).rejects.toMatchObject({ code: 'event-not-found' });
  expect(isDeepStrictEqual(await eventsOf(client, 's'), events)).toBe(true);
});
