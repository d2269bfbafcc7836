/** All bookings over all sessions: folded from the cards that scripts left in the log, never from prose. */
import { z } from 'zod';
import { type BookingCard, bookingSchema, parseCard } from './cards.ts';

export const bookingRecordSchema = z.object({
  booking: bookingSchema,
  /** Where it was seen last, and the event that showed it. */
  sessionId: z.string(),
  seq: z.int(),
  at: z.string(),
  title: z.string(),
  upcoming: z.boolean(),
});
export type BookingRecord = z.infer<typeof bookingRecordSchema>;

/** What one event shows of bookings; a list that was asked for later knows of a cancelling that its booking's own card does not. */
export interface SeenBooking {
  readonly booking: BookingCard;
  readonly sessionId: string;
  readonly seq: number;
  readonly at: string;
  readonly title: string;
}

export function bookingsIn(data: unknown): readonly BookingCard[] {
  const card = parseCard(data);
  if (card?.kind === 'booking') return [card];
  return card?.kind === 'booking-list' ? card.bookings : [];
}

/** Minutes since the epoch at which its last flight lands; a time at an airport carries its own offset. */
const departure = ({ offer }: BookingCard): number => Date.parse(offer.itineraries[0]?.departs ?? '');
const lastDeparture = ({ offer }: BookingCard): number => Date.parse(offer.itineraries.at(-1)?.departs ?? '');

/**
 * Each reference once: as the latest event shows it, in the session that booked it. Still to come and confirmed ones
 * first, the soonest at the top; the others after them, the latest at the top.
 */
export function foldBookings(seen: readonly SeenBooking[], now: number): BookingRecord[] {
  const byReference = new Map<string, BookingRecord>();
  for (const one of [...seen].sort((a, b) => a.at.localeCompare(b.at) || a.seq - b.seq)) {
    const before = byReference.get(one.booking.reference);
    const place = before ?? one;
    const { sessionId, seq, at, title } = place;
    const upcoming = one.booking.status === 'confirmed' && lastDeparture(one.booking) >= now;
    byReference.set(one.booking.reference, { booking: one.booking, sessionId, seq, at, title, upcoming });
  }
  return [...byReference.values()].sort((a, b) => {
    if (a.upcoming !== b.upcoming) return a.upcoming ? -1 : 1;
    const difference = departure(a.booking) - departure(b.booking);
    return a.upcoming ? difference : -difference;
  });
}
