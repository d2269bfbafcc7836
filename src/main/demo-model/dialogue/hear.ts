/** Takes one message of the person into the state. */
import { findAirline } from '../understand/airlines.ts';
import { type Choice, findChoice } from '../understand/choice.ts';
import { findPlaces } from '../understand/cities.ts';
import { findDates } from '../understand/dates.ts';
import { findAim, speaksOfFlights } from '../understand/intent.ts';
import { findJourneyDates } from '../understand/journey-dates.ts';
import { findNames, type Passenger } from '../understand/names.ts';
import { blank, normalise } from '../understand/normalise.ts';
import { findParty } from '../understand/passengers.ts';
import { findRoute, type Route } from '../understand/route.ts';
import { findWishes, type Wishes } from '../understand/wishes.ts';
import { awaitingOf } from './awaiting.ts';
import { currentFailure, proposalOf } from './proposal.ts';
import { currentOffers, select } from './select.ts';
import { type Awaiting, type DialogueState, EMPTY_HEARD, type Trip } from './state.ts';

const AGAIN = /重新(?:查|搜)|再(?:查|搜)|刷新|\b(?:search again|refresh|check again|try again|retry)\b|再试/i;
/** Flights to show when more are asked for, and when that is asked again: the script gives at most 50. */
const MORE_SHOWN = 15;
const ALL_SHOWN = 50;
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

/** Names where they were asked for; elsewhere after a word such as 乘客, or where the message holds nothing else. */
function namesIn(message: string, awaiting: Awaiting): Passenger[] {
  if (awaiting === 'names') return findNames(message, 'asked');
  const marked = findNames(message, 'marked');
  if (marked.length > 0 || (awaiting !== 'choice' && awaiting !== 'consent')) return marked;
  const bare = findNames(message, 'unasked');
  return isAllNames(message, bare) ? bare : [];
}

function isAllNames(text: string, names: readonly Passenger[]): boolean {
  const letters = (one: string) => one.match(/\p{L}/gu)?.length ?? 0;
  const named = names.reduce((sum, passenger) => sum + letters(passenger.name), 0);
  const words = text.replace(
    /\band\b|和|以及|还有|成人|儿童|大人|孩子|\b(?:adult|child|passengers?|names?|are|is)\b|乘客|姓名|[是叫我]/gi,
    '',
  );
  return named > 0 && named >= letters(words) * 0.8;
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

/** By the skill's rule: yuan in Chinese, dollars in English unless the trip starts in China. */
function withHomeCurrency(trip: Trip, state: DialogueState): Trip {
  if (trip.from === undefined) return trip;
  if (trip.homeCurrency !== undefined && trip.from.en === state.trip.from?.en) return trip;
  return { ...trip, homeCurrency: state.language === 'en' && !trip.from.mainland ? 'USD' : 'CNY' };
}

/** Positions and the like point at flights on the screen; the others can be kept for the result to come. */
function wishOf(choice: Choice | undefined, picks: boolean, changed: boolean): Choice | undefined {
  if (choice === undefined || picks || !changed) return undefined;
  return choice.by === 'best' || choice.by === 'flights' ? choice : undefined;
}

function booked(state: DialogueState): boolean {
  return state.attempts.at(-1)?.outcome.kind === 'booked';
}

/** A new trip after a booking keeps how the person counts money, and nothing else. */
function keepOf(trip: Trip): Trip {
  return trip.currency === undefined ? {} : { currency: trip.currency };
}

function hasRoute(route: Route): boolean {
  return route.from !== undefined || route.to !== undefined || route.bare.length > 0;
}

function applyRoute(trip: Trip, route: Route, awaiting: Awaiting, text: string): Trip {
  const placed = {
    ...trip,
    ...(route.from === undefined ? {} : { from: route.from }),
    ...(route.to === undefined ? {} : { to: route.to }),
  };
  const [one, two] = route.bare;
  if (one === undefined) return placed;
  if (two !== undefined && route.from === undefined && route.to === undefined) return { ...placed, from: one, to: two };
  if (route.to !== undefined && route.from === undefined) return { ...placed, from: one };
  if (route.from !== undefined && route.to === undefined) return { ...placed, to: one };
  if (route.from !== undefined) return placed;
  // One place without a direction: what is missing, else where the journey goes.
  if (awaiting === 'route' && trip.from === undefined && trip.to !== undefined) return { ...placed, from: one };
  return /出发地|origin/i.test(text) ? { ...placed, from: one } : { ...placed, to: one };
}

function applyWishes(trip: Trip, wishes: Wishes): Trip {
  const { maxPrice, departAfter, departBefore, airline, more, ...plain } = wishes;
  const optional = { maxPrice, departAfter, departBefore, airline };
  const next: Record<string, unknown> = { ...trip, ...plain };
  for (const [name, value] of Object.entries(optional)) {
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = value;
  }
  if (next.direct === false) delete next.direct;
  if (more) next.limit = trip.limit === undefined ? MORE_SHOWN : ALL_SHOWN;
  return next as Trip;
}

/** A return that the new departure has overtaken has to be asked for again. */
function dropStaleReturn(trip: Trip, saidNow: boolean): Trip {
  if (
    trip.wantsReturn === false ||
    (trip.returnDate !== undefined && !saidNow && trip.returnDate < (trip.date ?? ''))
  ) {
    const { returnDate: _, ...rest } = trip;
    return rest;
  }
  return trip;
}

function mergeNames(state: DialogueState, names: DialogueState['passengers']): DialogueState['passengers'] {
  if (names.length === 0) return state.passengers;
  const wanted = (state.trip.adults ?? 1) + (state.trip.children ?? 0);
  // As many as were asked for, or none are missing: these are the passengers. Fewer: they add to those known.
  if (names.length >= wanted || state.passengers.length >= wanted) return names;
  const others = state.passengers.filter((known) => !names.some((name) => name.name === known.name));
  return [...others, ...names];
}
