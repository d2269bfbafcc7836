import { expect, it, test, vi } from 'vitest';
import type { StreamItem } from '../../../shared/contract.ts';
import { type Delta, type DeltaBody, rawEvent, type SessionEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { Connection } from '../../client.ts';
import { bookingEn } from '../../test-kit/sessions.ts';
import {
  applyDelta,
  calmFrames,
  type FeedUpdate,
  followSession,
  frameQueue,
  refresher,
  settle,
} from './session-feed.ts';
import { NO_LIVE } from './session-state.ts';

/** A screen whose frames the test triggers. */
function frames() {
  const waiting = new Set<() => void>();
  const schedule = (callback: () => void) => {
    waiting.add(callback);
    return () => void waiting.delete(callback);
  };
  const draw = () => {
    for (const callback of [...waiting]) {
      waiting.delete(callback);
      callback();
    }
  };
  return { schedule, draw, waiting };
}

it('delivers what arrived between two frames at once, in order, with one frame request', () => {
  const { schedule, draw, waiting } = frames();
  const taken: (readonly number[])[] = [];
  const queue = frameQueue<number>(schedule, (items) => taken.push(items));
  queue.push(1);
  queue.push(2);
  expect(waiting.size).toBe(1);
  draw();
  queue.push(3);
  draw();
  draw();
  expect(taken).toEqual([[1, 2], [3]]);
});

it('keeps what arrives during a frame for the next one', () => {
  const { schedule, draw } = frames();
  const taken: (readonly number[])[] = [];
  const queue = frameQueue<number>(schedule, (items) => {
    taken.push(items);
    if (items[0] === 1) queue.push(2);
  });
  queue.push(1);
  draw();
  draw();
  expect(taken).toEqual([[1], [2]]);
});

it('delivers nothing after disposal', () => {
  const { schedule, draw, waiting } = frames();
  const taken: (readonly number[])[] = [];
  const queue = frameQueue<number>(schedule, (items) => taken.push(items));
  queue.push(1);
  queue.dispose();
  expect(waiting.size).toBe(0);
  draw();
  expect(taken).toEqual([]);
});

it('updates a screen of sixty frames a second at most twenty times a second, and the first time in the next frame', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  try {
    const start = performance.now();
    const updates: number[] = [];
    const queue = frameQueue<number>(calmFrames(), () => updates.push(performance.now() - start));
    for (let delta = 0; delta < 500; delta += 1) {
      queue.push(delta);
      vi.advanceTimersByTime(2);
    }
    expect(updates[0]).toBeLessThan(20);
    expect(updates.length).toBeGreaterThan(10);
    expect(updates.length).toBeLessThanOrEqual(20);
    queue.dispose();
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

test('fulfils a request made during a pending one, whatever became of the first', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const wishes = refresher(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  const done = wishes.now();
  void wishes.now();
  void wishes.now();
  answers[0]?.reject(new Error('The connection is lost.'));
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve();
  await done;
  expect(answers).toHaveLength(2);
});

const soon = (callback: () => void): (() => void) => {
  setImmediate(callback);
  return () => {};
};

const ID = 'booking-en';
const { events } = bookingEn();
const LAST = events.length;

type Following = Parameters<typeof followSession>[0];

/** Follows the booking over streams that the test writes, one for each try. */
function follow(stream: (input: { afterSeq: number }) => AsyncIterable<StreamItem>, given: Partial<Following>) {
  const connection = {
    client: { sessions: { stream: async (input: { afterSeq: number }) => stream(input) } },
    status: () => 'open',
    onStatus: () => () => {},
  } as unknown as Connection;
  const nothing = () => {};
  const told = { onLatest: nothing, onUpdate: nothing, onMissing: nothing };
  return followSession({ connection, sessionId: ID, log: undefined, schedule: soon, ...told, ...given });
}

const piece = (from: number, to: number, more = false): StreamItem => ({
  kind: 'events',
  events: events.slice(from, to).map((event) => ({ ...rawEvent(event) })),
  ...(more ? { more } : {}),
});

it('draws stored events once, in any number of pieces, and continues after a break inside them', async () => {
  const asked: number[] = [];
  const tries: StreamItem[][] = [[piece(0, 4, true), piece(4, 6, true)], [piece(6, LAST - 1, true)]];
  async function* items(next: StreamItem[] | undefined) {
    yield* next ?? [];
    // The first stream breaks off, the second continues.
    if (tries.length === 0) {
      yield piece(LAST - 1, LAST);
      await new Promise(() => {});
    }
  }
  const seen: [number, number][] = [];
  const stream = ({ afterSeq }: { afterSeq: number }) => {
    asked.push(afterSeq);
    return items(tries.shift());
  };
  const stop = follow(stream, { onUpdate: ({ log, added }) => void seen.push([log.state.lastSeq, added.length]) });
  await vi.waitFor(() => expect(seen.at(-1)?.[0]).toBe(LAST));
  stop();
  expect(asked).toEqual([0, 6]);
  expect(seen).toEqual([[LAST, LAST]]);
});

it('skips repeated events, within a frame and after it', async () => {
  const { schedule, draw, waiting } = frames();
  const more = Promise.withResolvers<void>();
  async function* items() {
    yield piece(0, 4);
    yield piece(2, 6);
    await more.promise;
    yield piece(4, 8);
    await new Promise(() => {});
  }
  const seen: number[][] = [];
  const onUpdate = ({ log, added }: FeedUpdate) => {
    seen.push(added.map(({ seq }) => seq));
    expect(log.events).toHaveLength(log.state.lastSeq);
  };
  const stop = follow(items, { schedule, onUpdate });
  await vi.waitFor(() => expect(waiting.size).toBe(1));
  await new Promise(setImmediate);
  draw();
  more.resolve();
  await vi.waitFor(() => expect(waiting.size).toBe(1));
  draw();
  stop();
  expect(seen).toEqual([
    [1, 2, 3, 4, 5, 6],
    [7, 8],
  ]);
});

it('shows as unknown what the core could not read', async () => {
  const [first] = events;
  if (first === undefined) throw new Error('a conversation begins');
  const said = { v: 1, at: first.at, session: first.session, type: 'user-message-added', text: 'Hello' };
  const added = [
    { ...said, seq: 2, text: 5 },
    { ...said, seq: 3, type: 'from-later' },
    { ...said, seq: 4, v: 99 },
  ];
  async function* items(): AsyncGenerator<StreamItem> {
    yield { kind: 'events', events: [{ ...rawEvent(first as SessionEvent) }, ...added], unread: [2, 3, 4] };
    await new Promise(() => {});
  }
  const updated = Promise.withResolvers<FeedUpdate>();
  const stop = follow(items, { onUpdate: updated.resolve });
  const { log } = await updated.promise;
  stop();
  expect(log.events.map(({ type }) => type)).toEqual(['session-created', 'unknown', 'unknown', 'unknown']);
  expect(log.state).toMatchObject({ unknownEvents: 3, messages: [], lastSeq: 4 });
});

it('hands on the end of a long log before all of it', async () => {
  const raw = events.map((event) => ({ ...rawEvent(event) }));
  const asked: unknown[] = [];
  async function* items(input: unknown): AsyncGenerator<StreamItem> {
    asked.push(input);
    yield { kind: 'latest', events: raw.slice(-3) };
    yield { kind: 'events', events: raw };
    await new Promise(() => {});
  }
  const seen: (readonly number[])[] = [];
  const updated = Promise.withResolvers<FeedUpdate>();
  const onLatest: Following['onLatest'] = (log) => void seen.push(log.events.map(({ seq }) => seq));
  const stop = follow(items, { onLatest, onUpdate: updated.resolve });
  const { log } = await updated.promise;
  stop();
  expect(asked).toEqual([{ sessionId: ID, afterSeq: 0, latestFirst: true, cutResults: true }]);
  expect(seen).toEqual([[LAST - 2, LAST - 1, LAST]]);
  expect(log).toEqual({ events, state: foldEvents(ID, events) });
});

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();

const streamed = (...deltas: readonly [second: number, body: DeltaBody][]) =>
  deltas.reduce(
    (live, [second, body]) => applyDelta(live, { ...body, session: 's', at: at(second) } as Delta),
    NO_LIVE,
  );

const thinks = (offset: number, text: string, iteration = 1): DeltaBody => ({
  type: 'reasoning-delta',
  iteration,
  offset,
  text,
});

const says: DeltaBody = { type: 'text-delta', iteration: 1, offset: 0, text: 'Hello' };

it('thinks from the first reasoning until text or a call follows, and restarts with the next step', () => {
  const thinking = streamed([1, thinks(0, 'Hm')], [4, thinks(2, ', yes.')]);
  expect(thinking).toMatchObject({ reasoning: 'Hm, yes.', thinking: { since: at(1) } });
  expect(thinking.thinking).not.toHaveProperty('ms');
  const spoke = streamed([1, thinks(0, 'Hm')], [9, says], [12, { ...says, offset: 5, text: '!' }]);
  expect(spoke).toMatchObject({ text: 'Hello!', reasoning: 'Hm', thinking: { since: at(1), ms: 8_000 } });
  const calls: DeltaBody = { type: 'tool-call-delta', iteration: 1, index: 0, name: 'grep' };
  expect(streamed([1, thinks(0, 'Hm')], [3, calls]).thinking).toEqual({ since: at(1), ms: 2_000 });
  const next = streamed([1, thinks(0, 'Hm')], [9, says], [20, thinks(0, 'So', 2)]);
  expect(next).toMatchObject({ iteration: 2, text: '', reasoning: 'So', thinking: { since: at(20) } });
  expect(streamed([1, says]).thinking).toBeUndefined();
});

const text = (offset: number, added: string, iteration = 1): Delta => ({
  type: 'text-delta',
  session: 's',
  at: '',
  iteration,
  offset,
  text: added,
});

const terminal = (callId: string, offset: number, data: string): Delta => ({
  type: 'terminal-delta',
  session: 's',
  at: '',
  callId,
  offset,
  data,
});

const live = (...deltas: readonly Delta[]) => deltas.reduce(applyDelta, NO_LIVE);

const event = (type: string): SessionEvent => ({ v: 1, seq: 1, at: '', session: 's', type }) as SessionEvent;

it('replaces a piece sent again, and appends the next one', () => {
  expect(live(text(0, 'one '), text(0, 'one two'), text(7, ' three')).text).toBe('one two three');
});

it('starts each iteration empty, and keeps the terminals', () => {
  const after = live(text(0, 'old'), terminal('c', 0, 'out'), text(0, 'new', 2));
  expect([after.text, after.terminals]).toEqual(['new', { c: 'out' }]);
});

it('keeps a call’s terminal apart, whatever the model calls it', () => {
  const { terminals } = live(
    terminal('constructor', 0, 'a'),
    terminal('constructor', 1, 'b'),
    terminal('toString', 0, 'c'),
  );
  expect(Object.entries(terminals)).toEqual([
    ['constructor', 'ab'],
    ['toString', 'c'],
  ]);
});

it('ends the stream of a stored answer; a new message ends everything', () => {
  const before = live(text(0, 'x'), terminal('c', 0, 'out'));
  for (const type of ['model-responded', 'model-failed', 'run-finished', 'history-rewound']) {
    expect(settle(before, event(type))).toEqual({ ...NO_LIVE, terminals: { c: 'out' } });
  }
  expect(settle(before, event('user-message-added'))).toBe(NO_LIVE);
  expect(settle(before, event('tool-finished'))).toBe(before);
});
