import { Fragment } from 'react';
import type { Offer, Place } from '../../../shared/cards/flights/schema.ts';
import { named } from '../../shared/words.ts';
import { dateInWords } from '../local-time.ts';
import { flightNumbers } from './offer-view.ts';
import { useWords, type Words } from './words.ts';

/** `Beijing → Tokyo`, `Beijing ⇄ Tokyo`, or every city in turn. */
export function routeInWords(words: Words, { itineraries }: Offer): string {
  const [out, back, ...more] = itineraries;
  if (out === undefined) return '';
  const name = ({ city, cityZh }: Place) => named(words, city, cityZh);
  if (back !== undefined && more.length === 0 && back.to.city === out.from.city && back.from.city === out.to.city)
    return `${name(out.from)} ⇄ ${name(out.to)}`;
  const stops = itineraries.flatMap(({ from, to }) => [name(from), name(to)]);
  return stops.filter((city, index) => city !== stops[index - 1]).join(' → ');
}

/** `Beijing → Tokyo · 24 Dec · NH964 · ¥2,860` , each part whole where a line breaks. */
export function JourneySummary({
  offer,
  total,
}: {
  readonly offer: Offer;
  readonly total: { amount: number; currency: string };
}) {
  const words = useWords();
  const days = offer.itineraries.map(({ departs }) => dateInWords(words, departs)).join(' – ');
  const cities = routeInWords(words, offer);
  // A line breaks between these rather than within one.
  return [cities, days, flightNumbers(offer), words.format.money(total)].map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : ' · '}
      <span className="inline-block">{part}</span>
    </Fragment>
  ));
}
