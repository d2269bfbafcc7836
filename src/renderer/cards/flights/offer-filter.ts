/** Filters the flights already shown; starts no new search. */
import type { Offer } from '../../../shared/cards/flights/schema.ts';
import { localTime } from '../local-time.ts';
import { totalMinutes } from './offer-view.ts';

const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
type DayPart = (typeof DAY_PARTS)[number];

export interface OfferFilter {
  /** The most stops of one journey; undefined: any. */
  readonly stops?: number | undefined;
  /** Time of the first departure; empty: any. */
  readonly parts: readonly DayPart[];
  /** Codes; empty: any. */
  readonly airlines: readonly string[];
  readonly maxPrice?: number | undefined;
  /** Minutes in all. */
  readonly maxMinutes?: number | undefined;
}

export const NO_FILTER: OfferFilter = { parts: [], airlines: [] };

/** Before noon, until six, after that; night counts as the evening before. */
function dayPartOf(offer: Offer): DayPart {
  const hour = Number(localTime(offer.itineraries[0]?.departs ?? '').clock.slice(0, 2));
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

const stopsOf = (offer: Offer): number => Math.max(...offer.itineraries.map(({ stops }) => stops));

const airlinesOf = (offer: Offer): string[] => [
  ...new Set(offer.itineraries.flatMap(({ segments }) => segments.map(({ airline }) => airline.code))),
];

export function passes(offer: Offer, { stops, parts, airlines, maxPrice, maxMinutes }: OfferFilter): boolean {
  return (
    (stops === undefined || stopsOf(offer) <= stops) &&
    (parts.length === 0 || parts.includes(dayPartOf(offer))) &&
    (airlines.length === 0 || airlinesOf(offer).every((code) => airlines.includes(code))) &&
    (maxPrice === undefined || offer.price.total <= maxPrice) &&
    (maxMinutes === undefined || totalMinutes(offer) <= maxMinutes)
  );
}

/** Number of filter kinds set. */
export const countSet = ({ stops, parts, airlines, maxPrice, maxMinutes }: OfferFilter): number =>
  [stops, maxPrice, maxMinutes].filter((one) => one !== undefined).length +
  [parts, airlines].filter((one) => one.length > 0).length;

export interface FilterChoices {
  readonly stops: readonly number[];
  readonly parts: readonly DayPart[];
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
  const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  return {
    stops: [...new Set(offers.map(stopsOf))].sort((a, b) => a - b),
    parts: DAY_PARTS.filter((part) => offers.some((offer) => dayPartOf(offer) === part)),
    airlines: [...airlines.values()].sort((a, b) => a.name.localeCompare(b.name)),
    price: range(offers.map(({ price }) => price.total)),
    minutes: range(offers.map(totalMinutes)),
  };
}
