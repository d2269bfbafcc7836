/** All bookings of the person: what the store of record holds, with the conversation that each was made in. */
import { z } from 'zod';
import { type BookingCard, bookingSchema, parseCard } from './cards.ts';

/** The bundled skill that owns the store of bookings: no other skill's card counts. */
export const BOOKING_SKILL = 'book-flight';

export const bookingRecordSchema = z.object({
  booking: bookingSchema,
  /** Where it was made, and the event that showed it; absent where no conversation that is still there shows it. */
  sessionId: z.string().optional(),
  seq: z.int().optional(),
  at: z.string(),
  title: z.string().optional(),
  upcoming: z.boolean(),
});
export type BookingRecord = z.infer<typeof bookingRecordSchema>;

/** What one event shows of a booking. */
export interface SeenBooking {
  readonly booking: BookingCard;
  readonly sessionId: string;
  readonly seq: number;
  readonly at: string;
  readonly title: string;
  /** Left by the skill's own trusted script; events of earlier versions do not say. */
  readonly trusted: boolean;
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
 * Each stored booking once, as the store has it. Cards say only in which conversation it was made, and which files came
 * of it; those of the skill's own script before others. Still to come and confirmed ones first, the soonest at the top;
 * the others after them, the latest at the top.
 */
export function foldBookings(
  stored: readonly BookingCard[],
  seen: readonly SeenBooking[],
  now: number,
): BookingRecord[] {
  const inOrder = [...seen].sort((a, b) => a.at.localeCompare(b.at) || a.seq - b.seq);
  const records = stored.map((booking): BookingRecord => {
    const shown = inOrder.filter((one) => one.booking.reference === booking.reference);
    const trusted = shown.filter((one) => one.trusted);
    const place = trusted[0] ?? shown[0];
    const files = trusted.findLast((one) => one.booking.files.length > 0)?.booking.files ?? booking.files;
    return {
      booking: { ...booking, files },
      ...(place === undefined ? {} : { sessionId: place.sessionId, seq: place.seq, title: place.title }),
      at: place?.at ?? booking.createdAt,
      upcoming: booking.status === 'confirmed' && lastDeparture(booking) >= now,
    };
  });
  return records.sort((a, b) => {
    if (a.upcoming !== b.upcoming) return a.upcoming ? -1 : 1;
    const difference = departure(a.booking) - departure(b.booking);
    return a.upcoming ? difference : -difference;
  });
}
