/** What a message changes of the trip; everything it does not speak of stays. */
import { addDays } from '../understand/calendar.ts';
import type { JourneyDates } from '../understand/journey-dates.ts';
import type { Passenger } from '../understand/names.ts';
import type { Party } from '../understand/passengers.ts';
import type { Period } from '../understand/periods.ts';
import type { Route } from '../understand/route.ts';
import type { Wishes } from '../understand/wishes.ts';
import type { Awaiting, DialogueState, Trip } from './state.ts';

/** Flights to show when more are asked for, and when that is asked again: the script gives at most 50. */
const MORE_SHOWN = 18;
const ALL_SHOWN = 50;

/** A new trip after a booking keeps how the person counts money, and nothing else. */
export function keepOf(trip: Trip): Trip {
  return trip.currency === undefined ? {} : { currency: trip.currency };
}

/** By the skill's rule: yuan in Chinese, dollars in English unless the trip starts in China. */
export function withHomeCurrency(trip: Trip, state: DialogueState): Trip {
  if (trip.from === undefined) return trip;
  if (trip.homeCurrency !== undefined && trip.from.en === state.trip.from?.en) return trip;
  return { ...trip, homeCurrency: state.language === 'en' && !trip.from.mainland ? 'USD' : 'CNY' };
}

export function applyRoute(trip: Trip, route: Route, awaiting: Awaiting, text: string): Trip {
  const placed = {
    ...trip,
    ...(route.from === undefined ? {} : { from: route.from }),
    ...(route.to === undefined ? {} : { to: route.to }),
  };
  const [one, two] = route.bare;
  if (one === undefined) return placed;
  if (two !== undefined && route.from === undefined && route.to === undefined) return { ...placed, from: one, to: two };
  if (route.to !== undefined && route.from === undefined) return { ...placed, from: one };
  if (route.from !== undefined && route.to === undefined) return { ...placed, to: one };
  if (route.from !== undefined) return placed;
  // One place without a direction: what is missing, else where the journey goes.
  if (awaiting === 'route' && trip.from === undefined && trip.to !== undefined) return { ...placed, from: one };
  return /出发地|origin/i.test(text) ? { ...placed, from: one } : { ...placed, to: one };
}

/** Another way on another day is another journey: of the one before stays who travels, and how. */
export function withoutOldJourney(trip: Trip, route: Route, dates: JourneyDates): Trip {
  const { from, to } = route;
  if (from === undefined || to === undefined || dates.date === undefined) return trip;
  if (trip.to === undefined || (from.en === trip.from?.en && to.en === trip.to.en)) return trip;
  const { adults, children, cabin, currency } = trip;
  return {
    ...(adults === undefined ? {} : { adults }),
    ...(children === undefined ? {} : { children }),
    ...(cabin === undefined ? {} : { cabin }),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Who is named decides who travels, where that are more than were spoken of, or more children. */
export function applyNamed(trip: Trip, named: readonly Passenger[]): Trip {
  const [adults, children] = [trip.adults ?? 1, trip.children ?? 0];
  const little = named.filter(({ type }) => type === 'child').length;
  if (named.length <= adults + children && little <= children) return trip;
  return { ...trip, adults: Math.max(1, Math.max(named.length, adults + children) - little), children: little };
}

/** Whether nothing but who travels differs. */
export function isSameFlight(one: Trip, two: Trip): boolean {
  const alone = ({ adults: _adults, children: _children, ...rest }: Trip) => JSON.stringify(rest);
  return alone(one) === alone(two);
}

/** "One of us is a child" makes one of the adults known so far a child. */
export function applyParty(trip: Trip, { among, ...party }: Party): Trip {
  const all = (trip.adults ?? 1) + (trip.children ?? 0);
  return { ...trip, ...party, ...(among ? { adults: Math.max(1, all - (party.children ?? 0)) } : {}) };
}

export function applyWishes(trip: Trip, wishes: Wishes): Trip {
  const { maxPrice, departAfter, departBefore, airline, more, ...plain } = wishes;
  const optional = { maxPrice, departAfter, departBefore, airline };
  const next: Record<string, unknown> = { ...trip, ...plain };
  for (const [name, value] of Object.entries(optional)) {
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = value;
  }
  // "Anything earlier?" is not to be held to the evening that was wished for before.
  if (wishes.sort === 'departure' && departAfter === undefined) delete next.departAfter;
  if (next.direct === false) delete next.direct;
  if (more) next.limit = trip.limit === undefined ? MORE_SHOWN : ALL_SHOWN;
  return next as Trip;
}

/** The same trip a day later, the stay as long as before. */
export function dayLater(trip: Trip): Trip {
  return {
    ...trip,
    ...(trip.date === undefined ? {} : { date: addDays(trip.date, 1) }),
    ...(trip.returnDate === undefined ? {} : { returnDate: addDays(trip.returnDate, 1) }),
  };
}

/** "Next month" without a day: the day has to be asked for. */
export function inPeriod({ date: _out, returnDate: _back, ...rest }: Trip, { from }: Period): Trip {
  return { ...rest, notBefore: from };
}

/** A return that the new departure has overtaken has to be asked for again. */
export function dropStaleReturn(trip: Trip, saidNow: boolean): Trip {
  if (
    trip.wantsReturn === false ||
    (trip.returnDate !== undefined && !saidNow && trip.returnDate < (trip.date ?? ''))
  ) {
    const { returnDate: _, ...rest } = trip;
    return rest;
  }
  return trip;
}

/** @param known whether the days could be told: they cannot before the clock was asked. */
export function applyDates(trip: Trip, dates: JourneyDates, known: boolean): Trip {
  return {
    ...trip,
    ...(known && dates.date !== undefined ? { date: dates.date } : {}),
    ...(known && dates.returnDate !== undefined ? { returnDate: dates.returnDate } : {}),
    ...(dates.trip === undefined ? {} : { wantsReturn: dates.trip === 'return' }),
  };
}

export function hasRoute(route: Route): boolean {
  return route.from !== undefined || route.to !== undefined || route.bare.length > 0;
}
