/** A trip as arguments of `search_flights.py`, what is still missing for that, and the flights found for it. */

import { defined } from '../../shared/defined.ts';
import type { Passenger } from '../form-answer.ts';
import type { Language } from '../language.ts';
import type { Failure } from '../script-run.ts';
import { quoteWord } from '../skills.ts';
import { addDays } from '../understand/calendar.ts';
import { type Facts, type FlownLeg, type Place, placeSaid, type Times } from '../understand/places.ts';
import type { FlightOffer, OfferList } from './offers.ts';
import type { Awaiting, DialogueState, Trip } from './state.ts';

export type Missing = 'from' | 'to' | 'date' | 'return' | 'adults' | 'infants';

export function missingOf(trip: Trip): Missing[] {
  return [
    ...(trip.from === undefined ? ['from' as const] : []),
    ...(trip.to === undefined ? ['to' as const] : []),
    ...(trip.date === undefined && trip.cheapestOf === undefined ? ['date' as const] : []),
    ...(trip.wantsReturn && trip.returnDate === undefined && trip.nights === undefined ? ['return' as const] : []),
    ...(trip.open ?? []),
  ];
}

const listed = (value: string): string[] => value.split(',');
/** Facts that the search takes by their own names, and as what. */
const OPTIONS = {
  adults: Number,
  children: Number,
  infantsLap: Number,
  infantsSeat: Number,
  ages: String,
  departAfter: String,
  departBefore: String,
  arriveAfter: String,
  arriveBefore: String,
  returnDepartAfter: String,
  returnDepartBefore: String,
  returnArriveAfter: String,
  returnArriveBefore: String,
  airlines: listed,
  notAirlines: listed,
  notAirports: listed,
  maxStops: Number,
  minConnection: Number,
  maxConnection: Number,
  bags: Number,
  maxPrice: Number,
  below: Number,
  flex: Number,
  sort: String,
  cabin: String,
  currency: String,
} as const satisfies Partial<Record<keyof Trip, (value: string) => unknown>>;
/** Values of a search where nothing is said. */
const USUAL: Trip = { adults: 1, children: 0, infantsLap: 0, infantsSeat: 0, cabin: 'economy', currency: 'CNY' };

const optionOf = (fact: string): string => `--${fact.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as K[];

/** Flights in a list at most. */
export const ALL_SHOWN = 50;
/** A time of the way back. */
export const isReturnTime = (fact: string): boolean => /^return(?:Depart|Arrive)/.test(fact);

/** Without the language: the same search in another language is the same search. */
export function searchArguments(trip: Trip): string[] | undefined {
  const way = wayArguments(trip);
  if (way === undefined) return undefined;
  const said = { ...trip, ages: agesOf(trip) };
  const isReturn = way.includes('--return') || way.includes('--nights');
  return [
    ...way,
    ...keysOf(OPTIONS)
      .filter((fact) => said[fact] !== undefined && said[fact] !== USUAL[fact] && (isReturn || !isReturnTime(fact)))
      .flatMap((fact) => [optionOf(fact), String(said[fact])]),
    ...(trip.direct ? ['--direct'] : []),
    ...(trip.limit === undefined ? [] : ['--limit', String(trip.limit)]),
  ];
}

/** Place and day; undefined while they are unknown. */
function wayArguments(trip: Trip): string[] | undefined {
  const { from, to, date, returnDate, wantsReturn, cheapestOf, nights, legs, outbound } = trip;
  if (legs !== undefined) {
    return legs.flatMap((leg) => ['--leg', `${leg.from.query}:${leg.to.query}:${leg.date}`]);
  }
  if (from === undefined || to === undefined) return undefined;
  const way = ['--from', from.query, '--to', to.query];
  // Every flight out first, then every way back of the one that is chosen.
  const step = outbound === undefined ? ['--step', 'outbound'] : ['--outbound', outbound.join(',')];
  if (cheapestOf !== undefined) {
    return [
      ...way,
      '--cheapest-of',
      cheapestOf,
      ...(nights === undefined ? [] : ['--nights', String(nights), ...step]),
    ];
  }
  if (date === undefined) return undefined;
  const back = wantsReturn === false || returnDate === undefined ? [] : ['--return', returnDate, ...step];
  return [...way, '--date', date, ...back];
}

/** The script counts infants by their ages too: an age in months is 0. */
function agesOf({ ages = '', ...trip }: Trip): string | undefined {
  const said = ages.match(/\d+/g)?.map(Number) ?? [];
  if (said.length === 0) return undefined;
  const babies = Math.max(0, infants(trip) - said.filter((age) => age < 2).length);
  return [...said, ...Array.from({ length: babies }, () => 0)].join(',');
}

/** In years, without infants. */
export const childAges = ({ ages = '' }: Trip) => (ages.match(/\d+/g) ?? []).map(Number).filter((age) => age > 1);

/** The trip that a past search was for. */
export function tripOf(argv: readonly string[]): Trip {
  const after = (name: string) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const [from, to] = [after('--from'), after('--to')];
  const [date, returnDate] = [after('--date'), after('--return')];
  const legs = argv.flatMap((word, index) => (argv[index - 1] === '--leg' ? [legOf(word)] : []));
  const [first, last] = [legs[0], legs.at(-1)];
  return {
    ...(from === undefined ? {} : { from: placeSaid(from) }),
    ...(to === undefined ? {} : { to: placeSaid(to) }),
    ...(date === undefined ? {} : { date }),
    ...(returnDate === undefined ? {} : { returnDate, wantsReturn: true }),
    ...(first === undefined || last === undefined ? {} : { legs, from: first.from, to: last.to, date: first.date }),
    ...conditionsOf(after),
  };
}

function legOf(word: string): FlownLeg {
  const [from = '', to = '', date = ''] = word.split(':');
  return { from: placeSaid(from), to: placeSaid(to), date };
}

/** Conditions of a past search: they still hold when compaction has removed the words. */
const conditionsOf = (after: (name: string) => string | undefined): Trip =>
  Object.fromEntries(
    Object.entries({ ...OPTIONS, cheapestOf: String, nights: Number, outbound: listed }).flatMap(([fact, read]) => {
      const value = after(optionOf(fact));
      return value === undefined ? [] : [[fact, read(value)]];
    }),
  ) as Trip;

/** Equal for searches that ask the same of the same script, in whichever language. */
export function searchKey(argv: readonly string[]): string {
  const language = argv.indexOf('--lang');
  const asked = language < 0 ? argv : [...argv.slice(0, language), ...argv.slice(language + 2)];
  return withPlaces(asked, (place) => place.query)
    .map(quoteWord)
    .join(' ');
}

/** Cities by the names that the person reads while it runs; an airport by its code. */
export function inLanguage(argv: readonly string[], language: Language): string[] {
  const named = withPlaces(argv, (place) => (language === 'zh' && place.query === place.en ? place.zh : place.query));
  return [...named, ...languageOption(language)];
}

function withPlaces(argv: readonly string[], nameOf: (place: Place) => string): string[] {
  return argv.map((word, index) => {
    const option = argv[index - 1];
    const place = option === '--from' || option === '--to' ? placeSaid(word) : undefined;
    return place === undefined ? word : nameOf(place);
  });
}

export const languageOption = (language: Language): string[] => (language === 'zh' ? ['--lang', 'zh'] : []);

export const adults = (trip: Trip): number => trip.adults ?? 1;
export const children = (trip: Trip): number => trip.children ?? 0;
export const infants = (trip: Trip): number => (trip.infantsLap ?? 0) + (trip.infantsSeat ?? 0);

/** The trip without the wishes that may be dropped. */
export const withoutWishes = ({ rather = [], ...trip }: Trip): Trip =>
  Object.fromEntries(Object.entries(trip).filter(([key]) => !rather.includes(key))) as Trip;

/** A day takes the place of a month, a month that of a day, and a way that of several. */
export function withoutReplaced(known: Trip, facts: Facts): Trip {
  const { from, to, date, cheapestOf, legs } = facts;
  const trip = withoutOldTimes(known, facts);
  const isWay = from !== undefined || to !== undefined || date !== undefined || cheapestOf !== undefined;
  const { legs: _legs, ...one } = trip;
  const { cheapestOf: _month, ...dated } = legs === undefined && isWay ? one : trip;
  const { date: _date, returnDate: _back, ...undated } = trip;
  if (cheapestOf !== undefined) return undated;
  return legs !== undefined || date !== undefined ? dated : legs === undefined && isWay ? one : trip;
}

const OPPOSITE: Readonly<Record<string, string>> = { After: 'Before', Before: 'After' };
/** "Evening is better", after the afternoon: a new time takes away the old one that it cannot be met with. */
const withoutOldTimes = (trip: Trip, facts: Facts): Trip =>
  Object.fromEntries(
    Object.entries(trip).filter(([fact, value]) => {
      const [, side = ''] = /(?:epart|rrive)(After|Before)$/.exec(fact) ?? [];
      const other = facts[fact.replace(side, OPPOSITE[side] ?? '') as 'departAfter'];
      const isMet = other === undefined || (side === 'After' ? value < other : other < value);
      return side === '' || isMet || facts[fact as 'departAfter'] !== undefined;
    }),
  );

/** Nights that were said before the day of departure count from it. */
export function withNights({ nights, ...trip }: Trip): Trip {
  if (nights === undefined) return trip;
  if (trip.cheapestOf !== undefined || trip.date === undefined) return { ...trip, nights };
  return { ...trip, returnDate: trip.returnDate ?? addDays(trip.date, nights) };
}

/** The way out is chosen: times are of the way back. */
export const ofWayBack = ({ departAfter, departBefore, arriveAfter, arriveBefore, ...others }: Facts): Facts => ({
  ...defined({
    returnDepartAfter: departAfter,
    returnDepartBefore: departBefore,
    returnArriveAfter: arriveAfter,
    returnArriveBefore: arriveBefore,
  }),
  ...others,
});

/** Times of the way back, as those of a flight. */
export const returnTimes = (facts: Facts): Times =>
  defined({
    departAfter: facts.returnDepartAfter,
    departBefore: facts.returnDepartBefore,
    arriveAfter: facts.returnArriveAfter,
    arriveBefore: facts.returnArriveBefore,
  });

/** Without what only the way back has to meet. */
export const withoutReturnTimes = <T extends Facts>(facts: T): T =>
  Object.fromEntries(Object.entries(facts).filter(([fact]) => !isReturnTime(fact))) as T;

/** Follows the skill's rule: yuan in Chinese, dollars in English unless the trip starts in China. */
export function withCurrency(trip: Trip, state: DialogueState): Trip {
  if (trip.from === undefined) return trip;
  // A budget has its own; otherwise it stays until the trip starts elsewhere.
  if (trip.currency !== undefined && (trip.maxPrice !== undefined || trip.from.en === state.trip.from?.en)) return trip;
  return { ...trip, currency: state.language === 'en' && !trip.from.mainland ? 'USD' : 'CNY' };
}

/** Result of the latest search for the current trip, with its wishes or without. */
export function currentResult({ trip, search }: DialogueState): OfferList | Failure | undefined {
  const fits = [trip, withoutWishes(trip)].some((one) => {
    const argv = searchArguments(one);
    return argv !== undefined && search?.key === searchKey(argv);
  });
  return fits ? search?.result : undefined;
}

/** No flight met the wishes, and the search was made again without them. */
export function wishesDropped({ trip, search }: DialogueState): boolean {
  const argv = searchArguments(trip);
  return (trip.rather ?? []).length > 0 && argv !== undefined && search !== undefined && search.key !== searchKey(argv);
}

export function currentOffers(state: DialogueState): OfferList | undefined {
  const result = currentResult(state);
  return result === undefined || 'kind' in result ? undefined : result;
}

export function chosenOffer(state: DialogueState): FlightOffer | undefined {
  const offers = currentOffers(state)?.offers ?? [];
  const { choice, trip } = state;
  switch (choice?.by) {
    case 'id':
      return offers.find((offer) => offer.id === choice.id);
    case 'position':
      return offers.find((offer) => offer.position === choice.position);
    case 'flights': {
      const isBack = trip.outbound?.every((flight, index) => choice.flights[index] === flight) === true;
      const wanted = choice.flights.slice(isBack ? trip.outbound?.length : 0).join('+');
      const fitting = offers.filter((offer) => offer.flights.join('+') === wanted);
      return choice.total === undefined && fitting.length > 1
        ? undefined
        : fitting.find((offer) => choice.total === undefined || offer.total === choice.total);
    }
    case undefined:
      return undefined;
  }
}

/** Names in Chinese are right on a ticket within mainland China, and nowhere else. */
export const isDomestic = ({ from, to }: Trip): boolean => from?.mainland === true && to?.mainland === true;

/** True unless there are as many of each type as were searched for, with names that the route takes. */
export function namesMissing({ passengers, trip }: DialogueState): boolean {
  const fits = ({ name }: Passenger) => isDomestic(trip) || !/\p{Script=Han}/u.test(name);
  const count = (type: Passenger['type']) => passengers.filter((one) => one.type === type && fits(one)).length;
  return (
    count('adult') !== adults(trip) ||
    count('child') !== children(trip) ||
    count('infant') !== (trip.infantsLap ?? 0) ||
    count('infant-seat') !== (trip.infantsSeat ?? 0)
  );
}

/** The question that the conversation waits for. */
export function awaitingOf(state: DialogueState): Awaiting {
  if (state.cancelling) return 'which-booking';
  if (!state.arranging) return undefined;
  const missing = missingOf(state.trip);
  if (missing.length > 0) return missing.length === 1 && missing[0] === 'return' ? 'return' : 'trip';
  if (currentOffers(state) === undefined) return 'trip';
  if (chosenOffer(state) === undefined) return 'choice';
  return namesMissing(state) ? 'names' : 'consent';
}
