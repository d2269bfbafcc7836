import type { Db } from '../db.ts';

const BOOKING_EVENTS = `type = 'tool-finished' AND instr(raw, '"kind":"booking') > 0`;

/** Dropped again by `0012-cards.ts`. */
export function bookingEventsAreFound(db: Db): void {
  db.exec(`CREATE INDEX IF NOT EXISTS events_bookings ON events (session, seq) WHERE ${BOOKING_EVENTS}`);
}
