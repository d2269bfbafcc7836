/** The flight that a choice means among those shown. */
import type { Choice } from '../understand/choice.ts';
import type { FlightOffer, OfferList } from './offers.ts';
import { searchArguments, searchKey } from './search-arguments.ts';
import { type DialogueState, isFailure } from './state.ts';

/** The offers of the trip as it is wished now; undefined where it has not been searched, or nothing was found. */
export function currentOffers(state: DialogueState): OfferList | undefined {
  const argv = searchArguments(state.trip);
  if (argv === undefined || state.search === undefined || isFailure(state.search.result)) return undefined;
  return state.search.key === searchKey(argv) ? state.search.result : undefined;
}

export function chosenOffer(state: DialogueState): FlightOffer | undefined {
  const offers = currentOffers(state)?.offers ?? [];
  if (state.chosen !== undefined) return offers.find((offer) => offer.id === state.chosen);
  return state.wish === undefined ? undefined : select(offers, state.wish);
}

export function select(offers: readonly FlightOffer[], choice: Choice): FlightOffer | undefined {
  switch (choice.by) {
    case 'offer-id':
      return offers.find((offer) => offer.id === choice.id);
    case 'flights': {
      const fitting = offers.filter((offer) => choice.flights.every((flight) => offer.flights.includes(flight)));
      return fitting.find((offer) => offer.flights.length === choice.flights.length) ?? fitting[0];
    }
    case 'position':
      return offers.find((offer) => offer.position === choice.position);
    case 'last':
      return offers.at(-1);
    case 'airline':
      return offers.find((offer) => offer.flights[0]?.startsWith(choice.code));
    case 'direct':
      return offers.find((offer) => offer.direct);
    case 'price':
      return offers.find((offer) => Math.round(offer.total) === Math.round(choice.amount));
    case 'time':
      return nearest(offers, choice.time, choice.whole);
    case 'best':
      return best(choice.direct ? offers.filter((offer) => offer.direct) : offers, choice.quality);
  }
}

/** The departure that was named: to the minute, or within that hour, or the nearest within an hour. */
function nearest(offers: readonly FlightOffer[], time: string, wholeHour: boolean): FlightOffer | undefined {
  const exact = offers.find((offer) => offer.departs === time);
  if (exact !== undefined) return exact;
  const sameHour = offers.find((offer) => wholeHour && offer.departs.slice(0, 2) === time.slice(0, 2));
  if (sameHour !== undefined) return sameHour;
  const distance = (offer: FlightOffer) => Math.abs(minutes(offer.departs) - minutes(time));
  const [closest] = [...offers].sort((a, b) => distance(a) - distance(b));
  return closest !== undefined && distance(closest) <= 60 ? closest : undefined;
}

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function best(
  offers: readonly FlightOffer[],
  quality: Extract<Choice, { by: 'best' }>['quality'],
): FlightOffer | undefined {
  const rank: Record<typeof quality, (offer: FlightOffer) => number> = {
    price: (offer) => offer.total,
    dearest: (offer) => -offer.total,
    duration: (offer) => offer.minutes,
    earliest: (offer) => minutes(offer.departs),
    latest: (offer) => -minutes(offer.departs),
  };
  return [...offers].sort((a, b) => rank[quality](a) - rank[quality](b) || a.position - b.position)[0];
}
