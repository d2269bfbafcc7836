/** Watches, folded from the events of their session: in its state, and for the list of all. */
import { z } from 'zod';
import { type WatchReading, watchReadingSchema } from '../cards/card.ts';
import { errorDetailSchema } from '../errors.ts';
import { type SessionEvent, watchStarted } from '../events.ts';

/** Bounds of all watches: minutes between two checks, watches at a time, days ahead, failed checks in a row. */
export const WATCH_BOUNDS = { minutes: 15, most: 20, days: 90, failures: 5 } as const;

const moment = z.object({ seq: z.int(), at: z.string() });

export const watchSchema = watchStarted.omit({ type: true, value: true, currency: true, text: true }).extend({
  /** Absent until something is known. */
  reading: watchReadingSchema.optional(),
  startedAt: z.string(),
  checkedAt: z.string().optional(),
  /** Reason why the last check failed. */
  fault: errorDetailSchema.optional(),
  /** Failed checks in a row. */
  failures: z.int(),
  /** Changes that are worth a notice. */
  changes: z.array(moment.extend({ from: watchReadingSchema.optional(), to: watchReadingSchema })),
  ended: moment.extend({ reason: z.enum(['stopped', 'over', 'failed']) }).optional(),
});
export type WatchView = z.infer<typeof watchSchema>;

const readingOf = ({ value, currency, text }: WatchReading): WatchReading | undefined =>
  value === undefined && text === undefined ? undefined : { value, currency, text };

/** The watches after `event`. */
export function watchesAfter(watches: readonly WatchView[], event: SessionEvent): readonly WatchView[] {
  if (event.type === 'watch-started') {
    const { type: _type, v: _v, session: _session, prev: _prev, seq: _seq, at, ...begun } = event;
    const { value, currency, text, ...asked } = begun;
    const reading = readingOf({ value, currency, text });
    return [...watches, { ...asked, startedAt: at, reading, failures: 0, changes: [] }];
  }
  return watches.map((watch) => {
    if (!('id' in event) || event.id !== watch.id) return watch;
    const { seq, at } = event;
    if (event.type === 'watch-ended') return { ...watch, ended: { seq, at, reason: event.reason } };
    if (event.type !== 'watch-checked') return watch;
    const { fault, changed, value } = event;
    const { below, reading: from } = watch;
    if (fault !== undefined) return { ...watch, checkedAt: at, fault, failures: watch.failures + 1 };
    const to = readingOf(event) ?? {};
    const isLow = below !== undefined && value !== undefined && value < below;
    const isNews = below === undefined ? changed : isLow && (changed || from === undefined);
    const changes = isNews ? [...watch.changes, { seq, at, from, to }] : watch.changes;
    return { ...watch, checkedAt: at, fault, failures: 0, reading: to, changes };
  });
}

/** Milliseconds since 1970; undefined once it has ended. */
export const nextCheck = ({ ended, checkedAt, startedAt, every, until }: WatchView): number | undefined =>
  ended === undefined ? Math.min(Date.parse(checkedAt ?? startedAt) + every * 60_000, Date.parse(until)) : undefined;
