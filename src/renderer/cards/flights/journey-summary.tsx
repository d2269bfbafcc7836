import { Fragment } from 'react';
import type { Offer } from '../../../shared/cards/flights/schema.ts';
import { useWords } from '../../shared/use-words.ts';
import { named } from '../../shared/words.ts';
import { dateInWords } from '../local-time.ts';
import { flightNumbers } from './offer-view.ts';

/** `Beijing → Tokyo · 24 Dec · NH964 · ¥2,860` , each part whole where a line breaks. */
export function JourneySummary({
  offer,
  total,
}: {
  readonly offer: Offer;
  readonly total: { amount: number; currency: string };
}) {
  const words = useWords();
  const [out, back] = offer.itineraries;
  if (out === undefined) return null;
  const arrow = back === undefined ? '→' : '⇄';
  const days = [out, ...(back === undefined ? [] : [back])]
    .map(({ departs }) => dateInWords(words, departs))
    .join(' – ');
  const cities = `${named(words, out.from.city, out.from.cityZh)} ${arrow} ${named(words, out.to.city, out.to.cityZh)}`;
  // A line breaks between these rather than within one.
  return [cities, days, flightNumbers(offer), words.format.money(total)].map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : ' · '}
      <span className="inline-block">{part}</span>
    </Fragment>
  ));
}
