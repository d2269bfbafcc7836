import { describe, expect, it } from 'vitest';
import { answered, asked, eventsOf, opened, TOKENS } from '../../../renderer/test-kit/fixtures/log.ts';
import { bookingEn } from '../../../renderer/test-kit/sessions.ts';
import { defined } from '../../../shared/defined.ts';
import type { EventBody, SessionEvent, Usage } from '../../../shared/events.ts';
import { latestAnswer } from './gauge-panel.tsx';
import { scaleOf, timelineOf } from './timeline-data.ts';

const events: readonly SessionEvent[] = bookingEn().events;

describe('the timeline of a booking', () => {
  const { columns, marks, peak, max } = timelineOf(events);
  const requests = events.filter((event) => event.type === 'request-sent');

  it('has a column per request, as high as its parts together', () => {
    expect(columns.map(({ seq }) => seq)).toEqual(requests.map(({ seq }) => seq));
    for (const [index, { kinds, total }] of columns.entries()) {
      expect(kinds.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total);
      expect(total).toBe(requests[index]?.tokens.total);
    }
    expect(peak).toBe(Math.max(...columns.map(({ total }) => total)));
    expect(max).toBe(requests.at(-1)?.tokens.max);
  });

  it('marks each load before the first request that includes it', () => {
    const load = marks.find(({ kind }) => kind === 'load');
    expect(load?.event).toMatchObject({ type: 'skill-loaded', skill: 'book-flight' });
    const carries = columns.findIndex(({ kinds }) => kinds.some(({ kind }) => kind === 'skill'));
    expect(load?.before).toBe(carries);
  });
});

it('scales to the fullest request, and never beyond the limit', () => {
  expect(scaleOf({ peak: 2_791, max: 128_000 }, false)).toBe(4_000);
  expect(scaleOf({ peak: 2_791, max: 128_000 }, true)).toBe(128_000);
  expect(scaleOf({ peak: 120_000, max: 128_000 }, false)).toBe(128_000);
  expect(scaleOf({ peak: 0, max: 0 }, false)).toBe(1);
});

it('is built fast for a long session: each event is read once', () => {
  const [first] = events.filter((event) => event.type === 'request-sent');
  if (first === undefined) throw new Error('the booking sends requests');
  const many = Array.from({ length: 20_000 }, (_, index) => ({ ...first, seq: index + 1 }));
  expect(timelineOf(many).columns).toHaveLength(20_000);
});

const sent = (total: number, purpose?: 'summary'): EventBody => ({
  ...(asked(1) as Extract<EventBody, { type: 'request-sent' }>),
  tokens: { ...TOKENS, total },
  ...defined({ purpose }),
});

const reply = (usage?: Usage, purpose?: 'summary'): EventBody => ({
  ...(answered(1, 'text') as Extract<EventBody, { type: 'model-responded' }>),
  ...defined({ usage, purpose }),
});

const of = (...bodies: EventBody[]) => latestAnswer(eventsOf('s', [...opened, ...bodies]));

it('compares reported usage with the request answered, and shows nothing without a report', () => {
  const usage = { promptTokens: 110, completionTokens: 5 };
  const summary = { promptTokens: 900, completionTokens: 90 };
  expect(of(sent(100))).toBeUndefined();
  expect(of(sent(100), reply(usage))).toEqual({ usage, estimated: 100 });
  // The next request has not been answered; a summary is no answer.
  expect(of(sent(100), reply(usage), sent(200))).toEqual({ usage, estimated: 100 });
  expect(of(sent(100), sent(700, 'summary'), reply(summary, 'summary'), sent(80), reply(usage))).toEqual({
    usage,
    estimated: 80,
  });
  // Also where the summary came last.
  expect(of(sent(100), reply(usage), sent(700, 'summary'), reply(summary, 'summary'))).toEqual({
    usage,
    estimated: 100,
  });
  expect(of(sent(100), reply(usage), sent(200), reply())).toBeUndefined();
});
