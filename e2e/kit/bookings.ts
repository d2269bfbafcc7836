/** The person's booking store, as the skill's scripts keep it: one file for each booking. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every file of a booking in the data folder, by its reference. */
export function storedBookings(home: string): readonly { readonly reference: string; readonly content: unknown }[] {
  const folder = path.join(home, 'data', 'book-flight', 'bookings');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      reference: name.replace(/\.json$/, ''),
      content: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown,
    }));
}
