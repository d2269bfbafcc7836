import { BOOKING_SKILL, bookingsIn, foldBookings, type SeenBooking } from '../../../shared/bookings.ts';
import type { Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { storedBookings } from './stored-bookings.ts';

export function bookingHandlers(os: Implementer, { home, sessions, store }: Core) {
  return {
    list: os.bookings.list.handler(async () => {
      const titles = new Map(
        sessions.summaries({}).flatMap(({ id, title, deleted }) => (deleted ? [] : [[id, title] as const])),
      );
      const seen = store.bookingEvents().flatMap((event): SeenBooking[] => {
        const title = titles.get(event.session);
        if (title === undefined || event.type !== 'tool-finished') return [];
        const { session: sessionId, seq, at } = event;
        const trusted = event.dataOf === BOOKING_SKILL;
        // Another skill's own card is of its own store, if of any.
        if (event.dataOf !== undefined && !trusted) return [];
        return bookingsIn(event.data).map((booking) => ({ booking, sessionId, seq, at, title, trusted }));
      });
      return foldBookings(await storedBookings(home), seen, Date.now());
    }),
  };
}
