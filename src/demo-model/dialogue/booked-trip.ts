/** A booking as `manage_bookings.py show` prints it, as a trip to search for again. */
import { type Passenger, readCabin, readPassengers } from '../form-answer.ts';
import { type Day, findDays } from '../understand/days.ts';
import { currencyNamed } from '../understand/money.ts';
import { type Place, placeNamed } from '../understand/places.ts';
import type { Trip } from './state.ts';

export interface BookedTrip {
  readonly trip: Trip;
  readonly passengers: readonly Passenger[];
}

/** Undefined for what cannot be searched again in one go: several cities, or a place that is not on the list. */
/** @param today what days without a year are counted from. */
export function readBookedTrip(output: string, today: Day): BookedTrip | undefined {
  const ways = output.split(/^(?:Outbound|Return|去程|回程)$/m).filter((part) => / → /.test(part));
  if (ways.length > 2 || /^(?:Flight \d|第 \d 程)$/m.test(output)) return undefined;
  const flights = [...(ways[0] ?? '').matchAll(/^ .* · ([^·]+?) ?[(（][A-Z]{3}.*? → (.+?) ?[(（][A-Z]{3}/gm)];
  const [from, to] = [flights[0]?.[1], flights.at(-1)?.[2]].map(cityOf);
  const passengers = readPassengers(line(output, 'Passengers', '乘客'));
  if (from === undefined || to === undefined || passengers.length === 0) return undefined;
  const count = (type: Passenger['type']) => passengers.filter((one) => one.type === type).length;
  const sign = /^(\D+?) ?\d/.exec(line(output, 'Total', '总价'))?.[1] ?? '';
  const cabin = readCabin(line(output, 'Fare', '票种'));
  const [lap, seat] = [count('infant'), count('infant-seat')];
  const [date, returnDate] = ways.map((way) => findDays(way, today)[0]?.days[0]);
  const trip: Trip = {
    ...(date === undefined ? {} : { date }),
    ...(returnDate === undefined ? {} : { returnDate }),
    from,
    to,
    adults: count('adult'),
    children: count('child'),
    wantsReturn: ways.length === 2,
    currency: currencyNamed(sign) ?? sign,
    ...(lap === 0 ? {} : { infantsLap: lap }),
    ...(seat === 0 ? {} : { infantsSeat: seat }),
    ...(cabin === undefined ? {} : { cabin }),
  };
  return { trip, passengers };
}

const cityOf = (name: string | undefined): Place | undefined => (name === undefined ? undefined : placeNamed(name));

const line = (output: string, en: string, zh: string): string =>
  new RegExp(`^(?:${en}: |${zh}：)(.+)$`, 'm').exec(output)?.[1]?.trim() ?? '';
