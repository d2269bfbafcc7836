/** The details of a journey that a message carries, each read by its own reader. */
import { findAirline } from '../understand/airlines.ts';
import { type Choice, choiceRanges, findChoice } from '../understand/choice.ts';
import { findJourneyDates, type JourneyDates } from '../understand/journey-dates.ts';
import { blank } from '../understand/normalise.ts';
import { findParty, type Party } from '../understand/passengers.ts';
import { emptyReading, type Reading } from '../understand/reading.ts';
import { findRoute, type Route } from '../understand/route.ts';
import { findWishes, type Wishes } from '../understand/wishes.ts';
import type { FlightOffer } from './offers.ts';
import { currentOffers, select } from './select.ts';
import type { Awaiting, DialogueState } from './state.ts';

/** Any day will do to see whether a message names one. */
export const SOME_DAY = '2027-01-05';

export interface Details {
  readonly dates: JourneyDates;
  readonly saysDay: boolean;
  readonly route: Route;
  readonly party: Party;
  readonly wishes: Wishes;
  readonly choice: Choice | undefined;
  /** The flight shown that the choice means. */
  readonly picked: FlightOffer | undefined;
  /** Which parts of the text said all this. */
  readonly reading: Reading;
  /** Anything besides a route. */
  readonly hasDetails: boolean;
}

/** @param text normalised. @param today undefined while it is not known: days that depend on it then mean nothing. */
export function listen(state: DialogueState, text: string, today: string | undefined, awaiting: Awaiting): Details {
  const reading = emptyReading();
  const when = {
    today: today ?? SOME_DAY,
    ...(state.trip.date === undefined ? {} : { date: state.trip.date }),
    ...(state.trip.notBefore === undefined ? {} : { notBefore: state.trip.notBefore }),
    awaiting: awaiting === 'date' || awaiting === 'return' ? awaiting : undefined,
  };
  const dates = findJourneyDates(text, when, reading);
  const saysDay = dates.date !== undefined || dates.returnDate !== undefined;
  // Singapore Airlines flies to other places too.
  const airline = findAirline(text);
  const routeText = airline === undefined ? text : blank(text, [airline]);
  const route = findRoute(routeText, awaiting === 'route' ? 'asked' : state.heard.flights ? 'any' : 'capital', reading);
  const party = findParty(text, reading);
  const { choice, selected } = choose(state, text, awaiting);
  const picked = saysDay || route.from !== undefined || route.to !== undefined ? undefined : selected;
  // "the 9am one" of the flights shown names a flight; it is no wish for the search.
  const wishes = picked === undefined ? findWishes(text, reading) : {};
  if (choice !== undefined) reading.used.push(...choiceRanges(text));
  const hasDetails = saysDay || dates.trip !== undefined || Object.keys({ ...wishes, ...party }).length > 0;
  return { dates, saysDay, route, party, wishes, choice, picked, reading, hasDetails };
}

/** A "yes" to the only flight there is chooses it. */
function choose(
  state: DialogueState,
  text: string,
  awaiting: Awaiting,
): { choice: Choice | undefined; selected: FlightOffer | undefined } {
  const offers = currentOffers(state)?.offers ?? [];
  const [first, ...others] = offers;
  if (
    state.heard.aim.kind === 'yes' &&
    state.proposed === undefined &&
    awaiting === 'choice' &&
    first !== undefined &&
    others.length === 0
  ) {
    return { choice: { by: 'offer-id', id: first.id }, selected: first };
  }
  const ids = offers.map((offer) => offer.id);
  const choice = findChoice(text, ids);
  return { choice, selected: choice === undefined ? undefined : select(offers, choice) };
}
