import { expect, it } from 'vitest';
import type { Delta, DeltaBody, SessionEvent } from '../../../shared/events.ts';
import { applyDelta, settle } from './session-feed.ts';
import { NO_LIVE } from './session-state.ts';

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
