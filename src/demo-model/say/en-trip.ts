/** A trip, its travellers and a flight in English. */
import type { FlightOffer } from '../dialogue/offers.ts';
import { adults, children, currencyOf, maxPrice } from '../dialogue/search-arguments.ts';
import type { Trip } from '../dialogue/state.ts';
import { dayEn, money, placeEn, spanEn } from './format.ts';

export function partyWords(trip: Trip): string {
  const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  const little = children(trip) === 0 ? '' : `, ${some(children(trip), 'child', 'children')}`;
  return some(adults(trip), 'adult', 'adults') + little;
}

/** What is known of the trip; empty where nothing is. */
export function tripWords(trip: Trip): string {
  const complete = trip.from !== undefined && trip.to !== undefined && trip.date !== undefined;
  const route =
    trip.from !== undefined && trip.to !== undefined
      ? `${placeEn(trip.from)} → ${placeEn(trip.to)}`
      : trip.from !== undefined
        ? `from ${placeEn(trip.from)}`
        : trip.to !== undefined
          ? `to ${placeEn(trip.to)}`
          : undefined;
  const limit = maxPrice(trip);
  return [
    route,
    trip.date !== undefined
      ? dayEn(trip.date)
      : trip.notBefore === undefined
        ? undefined
        : `from ${dayEn(trip.notBefore)} on`,
    trip.returnDate === undefined
      ? trip.wantsReturn
        ? 'round trip'
        : complete
          ? 'one way'
          : undefined
      : `back ${dayEn(trip.returnDate)}`,
    complete || trip.adults !== undefined || trip.children !== undefined ? partyWords(trip) : undefined,
    trip.cabin !== undefined || complete
      ? trip.cabin === 'premium'
        ? 'premium economy'
        : (trip.cabin ?? 'economy')
      : undefined,
    trip.direct ? 'direct' : undefined,
    trip.departAfter !== undefined || trip.departBefore !== undefined
      ? `leaving ${trip.departAfter ?? '00:00'}–${trip.departBefore ?? '23:59'}`
      : undefined,
    limit === undefined ? undefined : `at most ${money(limit, currencyOf(trip))} in total`,
    trip.airline === undefined ? undefined : `only ${trip.airline}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

export function offerWords(offer: FlightOffer, currency: string): string {
  return `number ${offer.position}, ${offer.airline} ${offer.flights.join('+')} (${offer.departs} to ${offer.arrives}${offer.dayOffset}, ${offer.direct ? 'direct' : 'one stop'}, ${money(offer.total, currency)})`;
}

export function difference(cheapest: FlightOffer, fastest: FlightOffer, currency: string): string {
  const more = money(Math.round((fastest.total - cheapest.total) * 100) / 100, currency);
  return `${more} more saves ${spanEn(cheapest.minutes - fastest.minutes)}`;
}
