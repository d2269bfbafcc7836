import { describe, expect, it } from 'vitest';
import { LogBuilder } from '../../../../renderer/test-kit/log-builder.ts';
import { bookingEn, created } from '../../../../renderer/test-kit/sessions.ts';
import { indexAt, placeOf, tickPaths } from './scrubber.tsx';

describe('the scrubber’s line', () => {
  it('maps every event to its position and back', () => {
    for (const count of [1, 2, 342]) {
      for (let index = 0; index < count; index += 1)
        expect(indexAt(placeOf(index, count, 800), count, 800)).toBe(index);
    }
    expect([indexAt(-50, 10, 800), indexAt(5_000, 10, 800), indexAt(3, 10, 0)]).toEqual([0, 9, 0]);
  });

  it('has a tick per event if there is space, else the most meaningful one', () => {
    const { events } = bookingEn();
    const drawn = (width: number) => tickPaths(events, width).flatMap(({ d }) => d.split('M').slice(1));
    expect(drawn(5_000)).toHaveLength(events.length);

    const log = new LogBuilder('s', '2026-11-22T09:00:00Z').add(created);
    for (let index = 0; index < 25_000; index += 1) log.add({ type: 'session-renamed', title: 'x', by: 'app' });
    log.add({ type: 'model-failed', iteration: 1, code: 'timeout', message: 'slow', willRetry: false });
    const paths = tickPaths(log.events, 600);
    expect(paths.map(({ kind }) => kind)).toEqual(['other', 'error']);
    expect(paths.flatMap(({ d }) => d.split('M').slice(1)).length).toBeLessThanOrEqual(201);
  });
});
