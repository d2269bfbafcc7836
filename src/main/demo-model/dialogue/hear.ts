/** Takes one message of the person into the state. */
import { findAirline } from '../understand/airlines.ts';
import { type Choice, findChoice } from '../understand/choice.ts';
import { findPlaces } from '../understand/cities.ts';
import { findDates } from '../understand/dates.ts';
import { findAim, speaksOfFlights } from '../understand/intent.ts';
import { findJourneyDates } from '../understand/journey-dates.ts';
import { blank, normalise } from '../understand/normalise.ts';
import { findParty } from '../understand/passengers.ts';
import { findRoute, type Route } from '../understand/route.ts';
import { findWishes } from '../understand/wishes.ts';
import { awaitingOf } from './awaiting.ts';
import { applyRoute, applyWishes, dropStaleReturn, keepOf, withHomeCurrency } from './change-trip.ts';
import { isAllNames, mergeNames, namesIn } from './hear-names.ts';
import { currentFailure, proposalOf } from './proposal.ts';
import { currentOffers, select } from './select.ts';
import { type Awaiting, type DialogueState, EMPTY_HEARD, type Trip } from './state.ts';

const AGAIN = /重新(?:查|搜)|再(?:查|搜)|刷新|\b(?:search again|refresh|check again|try again|retry)\b|再试/i;
/** Any day will do to see whether a message names one. */
const SOME_DAY = '2000-01-05';

/** @param today as told in this turn or before; undefined while it is not known yet. */
export function hear(before: DialogueState, message: string, today: string | undefined): DialogueState {
  const text = normalise(message.normalize('NFC'));
  const awaiting = awaitingOf(before);
  const found = findAim(
    text,
    before.bookings.map((booking) => booking.reference),
  );
  // "算了，还是经济舱" gives up a wish, not the journey.
  const aim = found.kind === 'abandon' && saysDetails(text) ? ({ kind: 'open' } as const) : found;
  const heard = { ...EMPTY_HEARD, aim, awaiting, flights: speaksOfFlights(text), again: AGAIN.test(text) };
  const state = { ...before, cancelling: false, heard };
  if (aim.kind === 'abandon') return { ...state, arranging: false, wish: undefined, chosen: undefined };
  if (aim.kind === 'bookings') return { ...state, cancelling: aim.action === 'cancel' && aim.reference === undefined };
  if (aim.kind !== 'open' && aim.kind !== 'yes' && aim.kind !== 'no') return state;
  if (awaiting === 'which-booking' && aim.kind === 'open') return { ...state, cancelling: true };
  return hearOfTrip(state, message, text, today, awaiting);
}

function saysDetails(text: string): boolean {
  return (
    Object.keys(findWishes(text)).length > 0 || findPlaces(text).length > 0 || findDates(text, SOME_DAY).length > 0
  );
}

function hearOfTrip(
  state: DialogueState,
  message: string,
  text: string,
  today: string | undefined,
  awaiting: Awaiting,
): DialogueState {
  const contact = /[\w.+-]+@[\w-]+\.[\w.-]*\w/.exec(text)?.[0] ?? state.contact;
  const names = namesIn(message.normalize('NFC'), awaiting);
  const onlyNames = names.length > 0 && !state.heard.flights && isAllNames(text, names);
  const named = { ...state, contact, passengers: mergeNames(state, names) };
  if (onlyNames) return { ...named, heard: { ...state.heard, named: true } };

  const offers = currentOffers(state)?.offers ?? [];
  const only = state.heard.aim.kind === 'yes' && awaiting === 'choice' && offers.length === 1 ? offers[0] : undefined;
  const said = findChoice(
    text,
    offers.map((offer) => offer.id),
  );
  const choice: Choice | undefined = only === undefined ? said : { by: 'offer-id', id: only.id };
  const selected = choice === undefined ? undefined : select(offers, choice);
  const dates = findJourneyDates(text, {
    today: today ?? SOME_DAY,
    ...(state.trip.date === undefined ? {} : { date: state.trip.date }),
    awaiting: awaiting === 'date' || awaiting === 'return' ? awaiting : undefined,
  });
  const saysDay = dates.date !== undefined || dates.returnDate !== undefined;
  const known = today !== undefined || !dates.relative;
  const airline = findAirline(text);
  const routeText = airline === undefined ? text : blank(text, [airline]);
  const route = findRoute(routeText, awaiting === 'route' ? 'asked' : state.heard.flights ? 'any' : 'capital');
  const party = findParty(text);
  const picks = selected !== undefined && !saysDay && route.from === undefined && route.to === undefined;
  // "the 9am one" of the flights shown names a flight; it is no wish for the search.
  const wishes = picks ? {} : findWishes(text);

  const flies =
    state.heard.flights ||
    saysDay ||
    hasRoute(route) ||
    Object.keys(wishes).length > 0 ||
    Object.keys(party).length > 0;
  const isNew = !state.arranging && (state.heard.flights || hasRoute(route));
  const base: Trip = isNew && booked(state) ? keepOf(state.trip) : state.trip;
  const withRoute = applyRoute(base, route, awaiting, text);
  const withDates: Trip = {
    ...withRoute,
    ...(known && dates.date !== undefined ? { date: dates.date } : {}),
    ...(known && dates.returnDate !== undefined ? { returnDate: dates.returnDate } : {}),
    ...(dates.trip === undefined ? {} : { wantsReturn: dates.trip === 'return' }),
  };
  const wished = dropStaleReturn(applyWishes({ ...withDates, ...party }, wishes), dates.returnDate !== undefined);
  const trip = withHomeCurrency(accepted(state) ?? wished, state);
  const changed = JSON.stringify(trip) !== JSON.stringify(state.trip);
  const chose = choice !== undefined && (picks || changed || state.arranging);
  const fresh = isNew && booked(state);
  return {
    ...named,
    trip,
    arranging: state.arranging || picks || (flies && state.heard.aim.kind === 'open'),
    passengers: fresh && names.length === 0 ? [] : named.passengers,
    chosen: picks ? selected.id : changed ? undefined : state.chosen,
    wish: wishOf(choice, picks, changed) ?? (changed || picks ? undefined : state.wish),
    heard: {
      ...state.heard,
      changed,
      chose,
      named: names.length > 0,
      needsToday: saysDay && dates.relative,
      flights: flies,
    },
  };
}

/** What a "yes" to this model's own proposal makes of the trip. */
function accepted(state: DialogueState): Trip | undefined {
  const failure = currentFailure(state);
  if (state.heard.aim.kind !== 'yes' || failure === undefined) return undefined;
  return proposalOf(state.trip, failure)?.trip;
}

/** Positions and the like point at flights on the screen; the others can be kept for the result to come. */
function wishOf(choice: Choice | undefined, picks: boolean, changed: boolean): Choice | undefined {
  if (choice === undefined || picks || !changed) return undefined;
  return choice.by === 'best' || choice.by === 'flights' ? choice : undefined;
}

function booked(state: DialogueState): boolean {
  return state.attempts.at(-1)?.outcome.kind === 'booked';
}

function hasRoute(route: Route): boolean {
  return route.from !== undefined || route.to !== undefined || route.bare.length > 0;
}
