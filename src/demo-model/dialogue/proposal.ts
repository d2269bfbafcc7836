/** The one change of the trip that this model proposes after a search without result, and that a "yes" accepts. */
import { readRemedies } from './remedies.ts';
import { searchArguments, searchKey } from './search-arguments.ts';
import { type DialogueState, type Failure, isFailure, type Trip } from './state.ts';

export type Proposal =
  | { readonly kind: 'city'; readonly end: 'from' | 'to'; readonly trip: Trip }
  /** All airports of a city in place of the one that was named. */
  | { readonly kind: 'airports'; readonly end: 'from' | 'to'; readonly trip: Trip }
  | { readonly kind: 'day'; readonly trip: Trip }
  | { readonly kind: 'stops'; readonly trip: Trip }
  | { readonly kind: 'price'; readonly trip: Trip }
  | { readonly kind: 'time'; readonly trip: Trip }
  | { readonly kind: 'airline'; readonly trip: Trip };

/** The failure of the search for the trip as it is wished now. */
export function currentFailure(state: DialogueState): Failure | undefined {
  const argv = searchArguments(state.trip);
  if (argv === undefined || state.search?.key !== searchKey(argv)) return undefined;
  return isFailure(state.search.result) ? state.search.result : undefined;
}

export function proposalOf(trip: Trip, failure: Failure): Proposal | undefined {
  const remedies = readRemedies(failure);
  if (failure.kind === 'unknown-city') {
    const [city] = remedies.cities;
    const end = /Unknown origin/i.test(failure.message) ? 'from' : 'to';
    return city === undefined ? undefined : { kind: 'city', end, trip: { ...trip, [end]: city.place } };
  }
  if (failure.kind !== 'no-flights') return undefined;
  if (remedies.noDirect) return { kind: 'stops', trip: without(trip, 'direct') };
  if (remedies.cheapest !== undefined) return { kind: 'price', trip: without(without(trip, 'maxPrice'), 'perPerson') };
  if (remedies.airlines.length > 0) return { kind: 'airline', trip: without(trip, 'airline') };
  if (remedies.departures.length > 0) {
    return { kind: 'time', trip: without(without(trip, 'departAfter'), 'departBefore') };
  }
  const wider = remedies.noRoute ? widened(trip) : undefined;
  if (wider !== undefined) return wider;
  const [day] = remedies.days.filter((one) => one >= (trip.date ?? '')).concat(remedies.days);
  return day === undefined ? undefined : { kind: 'day', trip: { ...trip, date: day } };
}

function widened(trip: Trip): Proposal | undefined {
  for (const end of ['from', 'to'] as const) {
    const place = trip[end];
    if (place === undefined || place.query === place.en) continue;
    return { kind: 'airports', end, trip: { ...trip, [end]: { ...place, query: place.en } } };
  }
  return undefined;
}

function without(trip: Trip, name: keyof Trip): Trip {
  const { [name]: _, ...rest } = trip;
  return rest;
}
