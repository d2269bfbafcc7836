import type { Db } from '../db.ts';
import { BOOKING_EVENTS } from '../event-log.ts';

/** A person's bookings are asked of all sessions at once, without reading a million events. */
export function bookingEventsAreFound(db: Db): void {
  db.exec(`CREATE INDEX IF NOT EXISTS events_bookings ON events (session, seq) WHERE ${BOOKING_EVENTS}`);
}
