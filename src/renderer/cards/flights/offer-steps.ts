/** A round trip in two steps: first the way out, then the way back, with the price of the pair. */
import type { Offer } from '../../../shared/cards/flights/schema.ts';

/** `CA181 08:15`: the same flights on the same day are the same way. */
export const wayKey = (offer: Offer, at: number): string =>
  offer.itineraries[at]?.segments.map(({ flight, departs }) => `${flight} ${departs}`).join(' + ') ?? '';

/** Pairs with more than one way out: only then is there a first step. */
export const hasSteps = (offers: readonly Offer[]): boolean =>
  offers.every(({ itineraries }) => itineraries.length === 2) &&
  new Set(offers.map((offer) => wayKey(offer, 0))).size > 1;

/** The cheapest pair of each way out, in the order of the list. */
export function waysOut<T extends { readonly offer: Offer }>(ranked: readonly T[]): readonly T[] {
  const best = new Map<string, T>();
  for (const one of ranked) {
    const key = wayKey(one.offer, 0);
    const other = best.get(key);
    if (other === undefined || one.offer.price.total < other.offer.price.total) best.set(key, one);
  }
  const kept = new Set(best.values());
  return ranked.filter((one) => kept.has(one));
}
