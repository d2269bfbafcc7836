import { describe, expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { LogBuilder } from '../../test-kit/log-builder.ts';
import { answer, bookingEn, call, catalog, created, request, state } from '../../test-kit/sessions.ts';
import { createMoments } from './review-commands.ts';

/** A long talk with everything that a fold remembers, and edits that set earlier parts aside. */
function longLog(turns: number): readonly SessionEvent[] {
  const log = new LogBuilder('long', '2026-11-22T09:00:00Z').add(created, catalog);
  const skill: EventBody = {
    type: 'skill-loaded',
    skill: 'book-flight',
    tokens: 1_300,
    sha256: 'a'.repeat(64),
    instructions: '…',
    by: 'agent',
  };
  for (let turn = 1; turn <= turns; turn += 1) {
    const before = log.events.length;
    log.add({ type: 'user-message-added', text: `Question ${turn}` }, state('idle', 'thinking'));
    log.add(request(1, { user: turn }), ...call(1, `c${turn}`, 'list_dir', { path: '.' }, 'work/'));
    if (turn % 7 === 0) log.add(turn % 2 === 0 ? { ...skill } : { ...unload });
    log.add(request(2, { user: turn }), answer(2, `Answer ${turn}`), state('thinking', 'completed'));
    if (turn % 11 === 0) log.add({ type: 'history-rewound', toSeq: before, reason: 'edit' });
    // Further back than the one before it.
    if (turn % 33 === 0) log.add({ type: 'history-rewound', toSeq: Math.floor(before / 2), reason: 'edit' });
  }
  return log.events;
}
const unload: EventBody = { type: 'skill-unloaded', skill: 'book-flight', tokens: 1_300, reason: 'user' };

describe('a moment of a session', () => {
  it.each([
    ['a booking', bookingEn().events],
    ['a long talk with edits', longLog(46)],
  ])('of %s is the plain fold of its events, in any viewing order', (_name, events) => {
    const id = events[0]?.session ?? '';
    const moments = createMoments(id);
    moments.update(events);
    const straight: string[] = [];
    // Every one, from both ends at once and then in order: with no states kept, and with all of them.
    const order = events.flatMap((_, index) => [index, events.length - index]);
    for (const count of [...order, ...events.map((_, index) => index)]) {
      const { events: until, state: shown } = moments.after(count);
      expect(until).toHaveLength(count);
      straight[count] ??= JSON.stringify(foldEvents(id, events.slice(0, count)));
      expect(JSON.stringify(shown) === straight[count], `after ${count} events`).toBe(true);
    }
  });

  it('is unchanged while the log grows, and is reset by another log', () => {
    const events = longLog(40);
    const moments = createMoments('long');
    moments.update(events.slice(0, 300));
    const before = moments.after(300).state;
    moments.update(events);
    expect(moments.after(300).state).toEqual(before);
    expect(moments.after(events.length).state).toEqual(foldEvents('long', events));
    const other = longLog(3).map((event) => ({ ...event, at: '2026-01-01T00:00:00.000Z' }));
    moments.update(other);
    expect(moments.after(5).state).toEqual(foldEvents('long', other.slice(0, 5)));
  });

  it('of another log of the same length belongs to that log', () => {
    const events = longLog(40);
    const moments = createMoments('long');
    moments.update(events);
    expect(moments.after(300).state.createdAt).toBe(events[0]?.at);
    const other = events.map((event) => ({ ...event, at: '2026-01-01T00:00:00.000Z' }));
    moments.update(other);
    expect(moments.after(300).state).toEqual(foldEvents('long', other.slice(0, 300)));
  });

  it('before the first event and after the last is the first and the last', () => {
    const events = longLog(2);
    const moments = createMoments('long');
    moments.update(events);
    expect([moments.after(-1).events.length, moments.after(9_999).events.length]).toEqual([0, events.length]);
  });
});
