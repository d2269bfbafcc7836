import { expect, it } from 'vitest';
import type { Delta, SessionEvent } from '../../shared/events.ts';
import { NO_LIVE } from './app-data.ts';
import { applyDelta, settle } from './live.ts';

const text = (offset: number, added: string, iteration = 1): Delta => ({
  ...{ type: 'text-delta', session: 's', at: '', iteration, offset, text: added },
});
const terminal = (callId: string, offset: number, data: string): Delta => ({
  ...{ type: 'terminal-delta', session: 's', at: '', callId, offset, data },
});
const live = (...deltas: readonly Delta[]) => deltas.reduce(applyDelta, NO_LIVE);
const event = (type: string): SessionEvent => ({ v: 1, seq: 1, at: '', session: 's', type }) as SessionEvent;

it('a piece that is sent again takes its place, and the next is added', () => {
  expect(live(text(0, 'one '), text(0, 'one two'), text(7, ' three')).text).toBe('one two three');
});

it('another iteration begins with nothing, and keeps the terminals', () => {
  const after = live(text(0, 'old'), terminal('c', 0, 'out'), text(0, 'new', 2));
  expect([after.text, after.terminals]).toEqual(['new', { c: 'out' }]);
});

it('the terminal of a call is its own, whatever the model calls it', () => {
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

it('an answer that is stored no longer streams; a new message ends everything', () => {
  const before = live(text(0, 'x'), terminal('c', 0, 'out'));
  for (const type of ['model-responded', 'model-failed', 'run-finished', 'history-rewound']) {
    expect(settle(before, event(type))).toEqual({ ...NO_LIVE, terminals: { c: 'out' } });
  }
  expect(settle(before, event('user-message-added'))).toBe(NO_LIVE);
  expect(settle(before, event('tool-finished'))).toBe(before);
});
