/** Filters the flights already shown; starts no new search. */
import type { Offer, Place } from '../../../shared/cards/schema.ts';
import { localTime } from '../local-time.ts';
import { totalMinutes } from './offer-view.ts';

const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
type DayPart = (typeof DAY_PARTS)[number];

export interface OfferFilter {
  /** The most stops of one journey; undefined: any. */
  readonly stops?: number | undefined;
  /** Time of the first departure; empty: any. */
  readonly parts: readonly DayPart[];
  /** Time of the last arrival, by the clock there; empty: any. */
  readonly arrives: readonly DayPart[];
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

/** Filter choices that distinguish these flights. */
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
