import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../shared/events.ts';
import { handClock } from '../../test-kit/hand-clock.ts';
import { createPlayer, nextStop, type Passage, playhead } from './session-state.ts';

/** Events at these milliseconds. */
const at = (...times: readonly number[]): readonly SessionEvent[] =>
  times.map((ms, index) => ({
    v: 1,
    seq: index + 1,
    session: 's',
    at: new Date(ms).toISOString(),
    type: 'user-message-added',
    text: String(index),
  }));

function played(events: readonly SessionEvent[]) {
  const clock = handClock();
  const seen: (readonly [number, number])[] = [];
  const ways: (Passage | undefined)[] = [];
  const player = createPlayer({
    clock,
    events: () => events,
    go: (index) => seen.push([clock.now(), index]),
    passing: (passage) => ways.push(passage),
  });
  return { clock, seen, ways, player };
}

describe('playback', () => {
  const events = at(0, 500, 500, 503, 1_500, 61_500, 61_600);

  it('shows each event in its time, with long waits cut short', () => {
    const { clock, seen, ways, player } = played(events);
    player.play(0);
    clock.pass(60_000);
    expect(seen).toEqual([503, 1_500, 3_500, 3_600].map((ms, index) => [ms, index + 3]));
    expect(ways.at(-1)).toBeUndefined();
    expect(ways.some((way) => way?.shortened === true)).toBe(true);
  });

  it('stops when paused, and continues from the selected moment', () => {
    const { clock, seen, player } = played(events);
    player.play(0);
    clock.pass(1_500);
    player.pause();
    clock.pass(60_000);
    expect(seen.map(([, index]) => index)).toEqual([3, 4]);
    player.play(4);
    // A second press restarts without playing anything twice.
    player.play(4);
    clock.pass(60_000);
    expect(seen.map(([, index]) => index)).toEqual([3, 4, 5, 6]);
  });

  it('treats a clock set back, and an invalid time, as no wait', () => {
    expect(nextStop(at(1_000, 0), 0)).toMatchObject({ index: 1, waitMs: 0 });
    const [first, second] = at(0, 100);
    if (first === undefined || second === undefined) throw new Error('two were made');
    expect(nextStop([first, { ...second, at: 'yesterday' }], 0)).toMatchObject({ index: 1, waitMs: 0 });
  });

  it('runs through a shortened wait in proportion', () => {
    const passage = { startedAt: 100, waitMs: 2_000, recordedMs: 10_000, shortened: true };
    const start = '2026-11-22T09:00:00.000Z';
    const from = Date.parse(start);
    expect([0, 100, 1_100, 2_100, 9_000].map((now) => playhead(start, passage, now) - from)).toEqual([
      0, 0, 5_000, 10_000, 10_000,
    ]);
    expect(playhead(start, undefined, 5)).toBe(from);
  });
});
