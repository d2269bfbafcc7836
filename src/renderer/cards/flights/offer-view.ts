/** Flight offers as a person compares them: ranked, marked, named. */
import type { Itinerary, Offer, Place } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.tsx';
import { dateInWords, localTime } from '../local-time.ts';
import type { FlightKey, Words } from './words.ts';

// Facts that a traveller wants to know before choosing an offer.

/** The airport's city as the offer names it, or the code. */
function cityOf(words: Words, { itineraries }: Offer, code: string): string {
  const places = itineraries.flatMap(({ segments }) => segments.flatMap(({ from, to }) => [from, to]));
  const place = places.find((one) => one.code === code);
  return place === undefined ? code : named(words, place.city, place.cityZh);
}

/** Other airports of the same city, on the way and at home, for offers whose script does not say. */
function changesIn(offer: Offer) {
  const legs = segmentsOf(offer);
  return legs.flatMap(({ to }, at) => {
    const next = legs[at + 1];
    const [one, two] = next === undefined ? [legs[0]?.from ?? to, to] : [to, next.from];
    const isChange = one.code !== two.code && one.city === two.city;
    return isChange ? [{ city: two.city, cityZh: two.cityZh, from: one.code, to: two.code }] : [];
  });
}

/** Offer with its way out alone: the way back, and what is awkward about it, is still to be chosen. */
export function wayOutOf({ itineraries, ...offer }: Offer): Offer {
  const way = itineraries.slice(0, 1);
  const codes = way.flatMap(({ segments }) => segments.flatMap(({ from, to }) => [from.code, to.code]));
  const isVia = ({ airport }: { readonly airport: string }) =>
    way.some(({ layovers }) => layovers.some(({ code }) => code === airport));
  return {
    ...offer,
    itineraries: way,
    airportChange: offer.airportChange?.filter(({ from, to }) => codes.includes(from) && codes.includes(to)),
    overnight: offer.overnight?.filter(isVia),
    terminalChange: offer.terminalChange?.filter(isVia),
  };
}

/** One line each, the gravest first; none for an offer without a catch. */
export function offerFlags(words: Words, offer: Offer): readonly string[] {
  return [
    ...(offer.airportChange ?? changesIn(offer)).map(({ city, cityZh, from, to }) =>
      words.t('flight.airportChange', { city: named(words, city, cityZh), from, to }),
    ),
    ...(offer.overnight ?? []).map(({ airport, minutes }) =>
      words.t('flight.overnight', { city: cityOf(words, offer, airport), duration: words.format.minutes(minutes) }),
    ),
    ...(offer.terminalChange ?? []).map(({ airport, from, to }) =>
      words.t('flight.terminalChange', { airport: cityOf(words, offer, airport), from, to }),
    ),
  ];
}

export const OFFER_ORDERS = ['price', 'duration', 'departure', 'stops'] as const;
export type OfferOrder = (typeof OFFER_ORDERS)[number];

/**
 * `number` is the offer's place in the script's own list: the one that the model knows it by. `place` is the one that is
 * shown: it follows the order and the filters.
 */
export interface RankedOffer {
  readonly offer: Offer;
  readonly number: number;
  readonly place: number;
  readonly cheapest: boolean;
  readonly fastest: boolean;
}

const totalMinutes = (offer: Offer): number =>
  offer.itineraries.reduce((sum, itinerary) => sum + itinerary.durationMinutes, 0);

const stopsIn = (offer: Offer): number => offer.itineraries.reduce((sum, { stops }) => sum + stops, 0);

const departs = (offer: Offer): string => {
  const at = localTime(offer.itineraries[0]?.departs ?? '');
  return `${at.date} ${at.clock}`;
};

const compare: Readonly<Record<OfferOrder, (a: Offer, b: Offer) => number>> = {
  price: (a, b) => a.price.total - b.price.total,
  duration: (a, b) => totalMinutes(a) - totalMinutes(b),
  departure: (a, b) => departs(a).localeCompare(departs(b)),
  stops: (a, b) => stopsIn(a) - stopsIn(b) || a.price.total - b.price.total,
};

/** The script's own marks, which know of offers that are not in the list; without any, the first of the list. */
function marked(offers: readonly Offer[], tag: 'cheapest' | 'fastest'): Offer | undefined {
  const tagged = offers.some((offer) => offer.tags.length > 0);
  if (tagged) return offers.find((offer) => offer.tags.includes(tag));
  return offers.length > 1 ? [...offers].sort(compare[tag === 'cheapest' ? 'price' : 'duration'])[0] : undefined;
}

/** In the requested order; ties keep the script's order. */
export function rankOffers(offers: readonly Offer[], order: OfferOrder): readonly RankedOffer[] {
  const [cheapest, fastest] = [marked(offers, 'cheapest'), marked(offers, 'fastest')];
  return offers
    .map((offer, index) => ({
      offer,
      number: index + 1,
      place: 0,
      cheapest: offer === cheapest,
      fastest: offer === fastest,
    }))
    .sort((a, b) => compare[order](a.offer, b.offer) || a.number - b.number)
    .map(placed);
}

/** Renumbered: offers before it may have been left out. */
export const placed = (one: RankedOffer, index: number): RankedOffer => ({ ...one, place: index + 1 });

/** `NH 964`; a return trip or a connection joins its flights with `+` and `/`. */
export const flightNumbers = (offer: Offer): string => offer.itineraries.map(flightsOf).join(' / ');

export const flightsOf = ({ segments }: Itinerary): string => segments.map(({ flight }) => flight).join(' + ');

/** Each airline once, in order of flying. */
export function airlineNames(words: Words, itinerary: Itinerary): string {
  const names = itinerary.segments.map(({ airline }) => named(words, airline.name, airline.nameZh));
  return [...new Set(names)].join(words.language === 'zh' ? '、' : ', ');
}

/** `Direct`, `1 stop`. */
export const stopsInWords = (words: Words, { stops }: Itinerary): string =>
  stops === 0 ? words.t('flight.direct') : words.t('flight.stops', { count: stops });

const CABINS: ReadonlyMap<string, FlightKey> = new Map(
  Object.entries<FlightKey>({
    economy: 'flight.economy',
    premium: 'flight.premium',
    'premium-economy': 'flight.premium',
    premium_economy: 'flight.premium',
    business: 'flight.business',
    first: 'flight.first',
  }),
);

export function cabinInWords(words: Words, cabin: string): string {
  const key = CABINS.get(cabin.toLowerCase());
  return key === undefined ? cabin : words.t(key);
}

/** One line that says all of it, for those who hear the list. */
export function offerSummary(words: Words, offer: Offer): string {
  const [out] = offer.itineraries;
  if (out === undefined) return flightNumbers(offer);
  return words.t('offers.summary', {
    airline: airlineNames(words, out),
    flights: flightNumbers(offer),
    depart: localTime(out.departs).clock,
    arrive: localTime(out.arrives).clock,
    duration: words.format.minutes(out.durationMinutes),
    stops: stopsInWords(words, out),
    price: words.format.money({ amount: offer.price.total, currency: offer.price.currency }),
  });
}

/** The differences of a row from the others. */
export function rowInWords(words: Words, offer: Offer): string {
  const price = words.format.money({ amount: offer.price.total, currency: offer.price.currency });
  return [flightNumbers(offer), dateInWords(words, offer.itineraries[0]?.departs ?? ''), price].join(
    words.language === 'zh' ? '，' : ', ',
  );
}

/**
 * The message that a choice sends, in the user's words. A number refers to the newest list as the script ordered it; an
 * offer that is shown under another number, or in an older list, is named by its flights and day.
 */
export function choiceMessage(
  words: Words,
  { offer, number, place }: RankedOffer,
  newest: boolean,
  isOut = false,
): string {
  const flights = flightNumbers(offer);
  const price = words.format.money({ amount: offer.price.total, currency: offer.price.currency });
  if (newest && place === number && !isOut) return words.t('offers.choice', { number, flights, price });
  const date = dateInWords(words, offer.itineraries[0]?.departs ?? '');
  return words.t(isOut ? 'offers.chooseOutMessage' : 'offers.choiceOlder', { date, flights, price });
}

// Filters the flights already shown; starts no new search.

const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
type DayPart = (typeof DAY_PARTS)[number];

export interface OfferFilter {
  /** The most stops of one journey; undefined: any. */
  readonly stops?: number | undefined;
  /** Time of the first departure; empty: any. */
  readonly parts: readonly string[];
  /** Time of the last arrival, by the clock there; empty: any. */
  readonly arrives: readonly string[];
  /** Codes; empty: any. */
  readonly airlines: readonly string[];
  /** Codes of airports that are not wanted, wherever on the way. */
  readonly airports: readonly string[];
  /** Includes a checked bag for each traveller. */
  readonly bag?: boolean | undefined;
  /** Minutes of the longest connection. */
  readonly maxConnection?: number | undefined;
  readonly maxPrice?: number | undefined;
  /** Minutes in all. */
  readonly maxMinutes?: number | undefined;
}

export const NO_FILTER: OfferFilter = { parts: [], arrives: [], airlines: [], airports: [] };

/** Before noon, until six, after that; night counts as the evening before. */
function dayPart(iso: string | undefined): DayPart {
  const hour = Number(localTime(iso ?? '').clock.slice(0, 2));
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

const leaves = (offer: Offer): DayPart => dayPart(offer.itineraries[0]?.departs);
/** At the destination: the return trip's own arrival is at home. */
const lands = (offer: Offer): DayPart => dayPart(offer.itineraries[0]?.arrives);

const stopsOf = (offer: Offer): number => Math.max(...offer.itineraries.map(({ stops }) => stops));

const airlinesOf = (offer: Offer): string[] => [
  ...new Set(offer.itineraries.flatMap(({ segments }) => segments.map(({ airline }) => airline.code))),
];

const segmentsOf = ({ itineraries }: Offer) => itineraries.flatMap(({ segments }) => segments);

const airportsOf = (offer: Offer): string[] => [
  ...new Set(segmentsOf(offer).flatMap(({ from, to }) => [from.code, to.code])),
];

const hasBag = ({ bags, fare }: Offer): boolean =>
  bags === undefined ? (fare.checkedBaggageKg ?? 0) > 0 : bags.checked > 0;

const connectionOf = ({ itineraries }: Offer): number =>
  Math.max(0, ...itineraries.flatMap(({ layovers }) => layovers.map(({ minutes }) => minutes)));

export function passes(offer: Offer, filter: OfferFilter): boolean {
  const { stops, parts, arrives, airlines, airports, bag, maxPrice, maxMinutes, maxConnection } = filter;
  return (
    (stops === undefined || stopsOf(offer) <= stops) &&
    (parts.length === 0 || parts.includes(leaves(offer))) &&
    (arrives.length === 0 || arrives.includes(lands(offer))) &&
    (airports.length === 0 || !airportsOf(offer).some((code) => airports.includes(code))) &&
    (bag !== true || hasBag(offer)) &&
    (maxConnection === undefined || connectionOf(offer) <= maxConnection) &&
    (airlines.length === 0 || airlinesOf(offer).every((code) => airlines.includes(code))) &&
    (maxPrice === undefined || offer.price.total <= maxPrice) &&
    (maxMinutes === undefined || totalMinutes(offer) <= maxMinutes)
  );
}

export const countSet = (filter: OfferFilter): number =>
  [filter.stops, filter.bag, filter.maxPrice, filter.maxMinutes, filter.maxConnection].filter(
    (one) => one !== undefined,
  ).length + [filter.parts, filter.arrives, filter.airlines, filter.airports].filter((one) => one.length > 0).length;

export interface FilterChoices {
  readonly stops: readonly number[];
  readonly parts: readonly DayPart[];
  readonly arrives: readonly DayPart[];
  /** Those that only some of the flights touch. */
  readonly airports: readonly Place[];
  /** Some have a checked bag, others none. */
  readonly bag: boolean;
  readonly connection: readonly [number, number];
  readonly airlines: readonly { readonly code: string; readonly name: string; readonly nameZh: string }[];
  readonly price: readonly [number, number];
  readonly minutes: readonly [number, number];
}

export function choicesOf(offers: readonly Offer[]): FilterChoices {
  const airlines = new Map(
    offers.flatMap(({ itineraries }) =>
      itineraries.flatMap(({ segments }) => segments.map(({ airline }) => [airline.code, airline] as const)),
    ),
  );
  const airports = new Map(
    offers.flatMap((offer) =>
      segmentsOf(offer).flatMap(({ from, to }) => [from, to].map((place) => [place.code, place] as const)),
    ),
  );
  const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  return {
    stops: [...new Set(offers.map(stopsOf))].sort((a, b) => a - b),
    parts: DAY_PARTS.filter((part) => offers.some((offer) => leaves(offer) === part)),
    arrives: DAY_PARTS.filter((part) => offers.some((offer) => lands(offer) === part)),
    airports: [...airports.values()].filter(({ code }) => !offers.every((offer) => airportsOf(offer).includes(code))),
    bag: offers.some(hasBag) && !offers.every(hasBag),
    connection: range(offers.map(connectionOf)),
    airlines: [...airlines.values()].sort((a, b) => a.name.localeCompare(b.name)),
    price: range(offers.map(({ price }) => price.total)),
    minutes: range(offers.map(totalMinutes)),
  };
}
