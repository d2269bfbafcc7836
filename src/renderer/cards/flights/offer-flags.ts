/** Facts that a traveller wants to know before choosing an offer. */
import type { Itinerary, Offer } from '../../../shared/cards/flights/schema.ts';
import { named } from '../../shared/words.ts';
import type { Words } from './words.ts';

/** The airport's city as the offer names it, or the code. */
function cityOf(words: Words, { itineraries }: Offer, code: string): string {
  const places = itineraries.flatMap(({ segments }) => segments.flatMap(({ from, to }) => [from, to]));
  const place = places.find((one) => one.code === code);
  return place === undefined ? code : named(words, place.city, place.cityZh);
}

/** Changes of airport between two flights, for offers whose script does not say. */
const changesIn = ({ segments }: Itinerary) =>
  segments.slice(1).flatMap(({ from }, index) => {
    const before = segments[index]?.to;
    return before === undefined || before.code === from.code
      ? []
      : [{ city: from.city, cityZh: from.cityZh, from: before.code, to: from.code }];
  });

/** Another airport of the same city between the ways out and back. */
function changesBetween({ itineraries }: Offer) {
  const [out, back] = itineraries;
  if (out === undefined || back === undefined || itineraries.length > 2) return [];
  const pairs = [
    [out.to, back.from],
    [out.from, back.to],
  ] as const;
  return pairs.flatMap(([one, two]) =>
    one.code !== two.code && one.city === two.city
      ? [{ city: one.city, cityZh: one.cityZh, from: one.code, to: two.code }]
      : [],
  );
}

/** One line each, the gravest first; none for an offer without a catch. */
export function offerFlags(words: Words, offer: Offer): readonly string[] {
  const changes = offer.airportChange ?? [...offer.itineraries.flatMap(changesIn), ...changesBetween(offer)];
  return [
    ...changes.map(({ city, cityZh, from, to }) =>
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
