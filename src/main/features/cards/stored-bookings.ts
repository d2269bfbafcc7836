/** The person's bookings as the skill that makes them keeps them: `HOME/data/book-flight/bookings/REFERENCE.json`. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { BOOKING_SKILL } from '../../../shared/bookings.ts';
import { type BookingCard, bookingSchema } from '../../../shared/cards.ts';
import { openInside } from '../../runner/workspace/open-inside.ts';
import { walkFiles } from '../../runner/workspace/walk-files.ts';

/** Of one booking's file. */
const MAX_BYTES = 1024 * 1024;

/** As the skill's `store.py` writes it: without what only a card has. */
const storedSchema = z.object({
  version: z.literal(1),
  booking: bookingSchema.omit({ kind: true, version: true, files: true }),
});

/** What cannot be read is left out: the skill itself moves a damaged file aside and says so. */
export async function storedBookings(home: string): Promise<readonly BookingCard[]> {
  const folder = await realpath(path.join(home, 'data', BOOKING_SKILL, 'bookings')).catch(() => undefined);
  if (folder === undefined) return [];
  const { names } = await walkFiles(folder, { takes: (name) => name.endsWith('.json'), enters: () => false });
  const bookings: BookingCard[] = [];
  for (const name of names) {
    const opened = await openInside(folder, name);
    if (opened === undefined) continue;
    try {
      if (opened.bytes > MAX_BYTES) continue;
      const { booking } = storedSchema.parse(JSON.parse(await opened.handle.readFile('utf8')));
      if (`${booking.reference}.json` !== name) continue;
      bookings.push({ kind: 'booking', version: 1, ...booking, files: [] });
    } catch {
      // Not one that this version understands.
    } finally {
      await opened.handle.close();
    }
  }
  return bookings;
}
