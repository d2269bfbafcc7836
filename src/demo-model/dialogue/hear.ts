/** Takes one message of the person into the state. */
import { type Choice, findChoice } from '../understand/choice.ts';
import { findPlaces } from '../understand/cities.ts';
import { findDates } from '../understand/dates.ts';
import { findImpossibleDay } from '../understand/impossible-day.ts';
import { findAim, isPlanning, speaksOfFlights } from '../understand/intent.ts';
import type { JourneyDates } from '../understand/journey-dates.ts';
import { leftOver } from '../understand/left-over.ts';
import { blank, normalise } from '../understand/normalise.ts';
import { findPeriod } from '../understand/periods.ts';
import type { Range, Reading } from '../understand/reading.ts';
import { findRoute } from '../understand/route.ts';
import { mendSpelling } from '../understand/spelling.ts';
import { FOREIGN_MONEY, findWishes } from '../understand/wishes.ts';
import { awaitingOf } from './awaiting.ts';
import {
  applyDates,
  applyNamed,
  applyParty,
  applyRoute,
  applyWishes,
  dayLater,
  dropStaleReturn,
  hasRoute,
  inPeriod,
  isSameFlight,
  keepOf,
  withHomeCurrency,
  withoutOldJourney,
} from './change-trip.ts';
import { isAllNames, mergeNames, namesIn, withoutNames } from './hear-names.ts';
import { listen, SOME_DAY } from './listen.ts';
import { currentFailure, proposalOf } from './proposal.ts';
import { chosenOffer, currentOffers } from './select.ts';
import { type Awaiting, type DialogueState, EMPTY_HEARD, type Trip } from './state.ts';

const AGAIN = /重新(?:查|搜)|再(?:查|搜)|刷新|\b(?:search again|refresh|check again|try again|retry)\b|再试/i;
/** "Book the cheapest" decides; "what is the cheapest?" and "compare the cheapest and the fastest" want to see. */
const BOOKS = /[订买]|就要|就选|\b(?:book|reserve|take|buy|get me)\b/i;
const CHEAPER =
  /便宜(?:一?点|些)|更便宜|太贵|贵了|(?:价格|价钱|票价).{0,6}低|再低|\btoo (?:expensive|dear|pric(?:e?y)|much)\b|\b(?:cheaper|less expensive)\b/i;
const QUESTION = /[?？吗呢]|多少|怎么|什么|几|\b(?:what|how|which|can|may|do|does|is|are)\b/i;

const ADDRESS = /(?:(?:邮箱|邮件|\be-?mail)\s*(?:是|:|：|is|address)?\s*)?[\w.+-]+@[\w-]+\.[\w.-]*\w/i;

/** @param today as told in this turn or before; undefined while it is not known yet. */
export function hear(before: DialogueState, message: string, today: string | undefined): DialogueState {
  const text = normalise(mendSpelling(message.normalize('NFC')));
  const awaiting = awaitingOf(before);
  const found = findAim(
    text,
    before.bookings.map((booking) => booking.reference),
  );
  // "算了，还是经济舱" gives up a wish, not the journey.
  // A whole journey with a word on seats or bags is first of all a journey.
  const isJourney = found.kind === 'topic' && !QUESTION.test(text) && saysWay(text, before.arranging);
  const aim = isJourney || (found.kind === 'abandon' && saysDetails(text)) ? ({ kind: 'open' } as const) : found;
  const planning = aim.kind === 'open' && !before.arranging && isPlanning(text);
  const flights = speaksOfFlights(text) && !planning;
  const heard = { ...EMPTY_HEARD, aim, awaiting, flights, again: AGAIN.test(text) };
  const state = { ...before, cancelling: false, heard };
  if (aim.kind === 'abandon') return { ...state, arranging: false, wish: undefined, chosen: undefined };
  if (aim.kind === 'bookings') return { ...state, cancelling: aim.action === 'cancel' && aim.reference === undefined };
  if (aim.kind !== 'open' && aim.kind !== 'yes' && aim.kind !== 'no') return state;
  if (planning) return state;
  if (awaiting === 'which-booking' && aim.kind === 'open') return { ...state, cancelling: true };
  return hearOfTrip(state, message, text, today, awaiting);
}

/** Both ends of a journey, or of one that is being arranged the one that was missing. */
function saysWay(text: string, arranging: boolean): boolean {
  const { from, to } = findRoute(text, 'capital');
  return findPlaces(text).length > 1 || (arranging && (from ?? to) !== undefined);
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
  const contact = /\S+$/.exec(ADDRESS.exec(text)?.[0] ?? '')?.[0] ?? state.contact;
  const names = namesIn(message.normalize('NFC'), awaiting);
  const points = awaiting === 'choice' && findChoice(withoutNames(text, names), []) !== undefined;
  const onlyNames = names.length > 0 && !state.heard.flights && !points && isAllNames(text, names);
  const named = { ...state, contact, passengers: mergeNames(state, names) };
  if (onlyNames) return { ...forThose(named), heard: { ...state.heard, named: true } };

  // ZHANG SAN is no way to San Diego, and there is nothing to count from a 30 February.
  const impossible = findImpossibleDay(text);
  const rest = withoutNames(impossible === undefined ? text : blank(text, [impossible]), names);
  const said = listen(state, rest, today, awaiting);
  const { route, party, wishes, choice, picked } = said;
  const past = today !== undefined && (said.dates.date ?? today) < today ? said.dates.dateSaid : undefined;
  const dates = past === undefined ? said.dates : withoutDays(said.dates);
  const period = said.saysDay ? undefined : findPeriod(rest, today ?? SOME_DAY);
  const vague = period !== undefined;
  const concerns =
    state.heard.flights ||
    (impossible !== undefined && state.arranging) ||
    hasRoute(route) ||
    ((said.hasDetails || vague) && (state.arranging || isBegun(state.trip)));
  if (!concerns && picked === undefined && !state.arranging && state.heard.aim.kind === 'open') {
    return { ...named, heard: { ...state.heard, named: names.length > 0 } };
  }
  const isNext = !state.arranging && booked(state) && (state.heard.flights || hasRoute(route));
  const routed = applyRoute(
    isNext ? keepOf(state.trip) : withoutOldJourney(state.trip, route, dates),
    route,
    awaiting,
    text,
  );
  const dated = applyDates(routed, dates, today !== undefined || !dates.relative);
  const placed = applyParty(period !== undefined && today !== undefined ? inPeriod(dated, period) : dated, party);
  const wished = dropStaleReturn(applyWishes(placed, wishes), dates.returnDate !== undefined);
  const known = isNext ? names : named.passengers;
  const trip = withHomeCurrency(accepted(state) ?? (names.length === 0 ? wished : applyNamed(wished, known)), state);
  const cheaper = picked === undefined && CHEAPER.test(text) && currentOffers({ ...state, trip }) !== undefined;
  const changed = !cheaper && JSON.stringify(trip) !== JSON.stringify(state.trip);
  const books = BOOKS.test(text) || names.length > 0;
  const heardWish = picked === undefined && changed && books ? wishFor(choice) : undefined;
  const sameFlight = changed && isSameFlight(trip, state.trip) ? (picked ?? chosenOffer(state)) : undefined;
  const wish =
    heardWish ?? (sameFlight === undefined ? undefined : { by: 'flights' as const, flights: sameFlight.flights });
  return {
    ...named,
    trip,
    arranging: state.arranging || picked !== undefined || (concerns && state.heard.aim.kind === 'open'),
    passengers: isNext && names.length === 0 ? [] : named.passengers,
    chosen: (sameFlight === undefined ? picked?.id : undefined) ?? (changed || cheaper ? undefined : state.chosen),
    proposed: cheaper ? dayLater(trip) : undefined,
    wish: wish ?? (changed || cheaper || picked !== undefined ? undefined : state.wish),
    heard: {
      ...state.heard,
      changed,
      cheaper,
      chose: choice !== undefined && (picked !== undefined || changed || state.arranging),
      named: names.length > 0,
      needsToday: (said.saysDay && dates.relative) || vague,
      flights: concerns,
      foreignMoney: FOREIGN_MONEY.test(text),
      noSuchDay: impossible?.said,
      pastDay: past,
      leftOver: leftOver(rest, withContext(said.reading, rest, period)),
    },
  };
}

/** Where the way out is in the past, neither day is the one that is meant. */
function withoutDays({ date: _out, dateSaid: _said, returnDate: _back, ...rest }: JourneyDates): JourneyDates {
  return rest;
}

/** What else of the text was taken: a time that is no day, an address, words of the conversation itself. */
function withContext(reading: Reading, text: string, period: Range | undefined): Reading {
  const spoken = [AGAIN, CHEAPER, ADDRESS].map((pattern) => pattern.exec(text));
  const ranges = spoken.flatMap((match) => (match === null ? [] : [{ index: match.index, length: match[0].length }]));
  return { ...reading, used: [...reading.used, ...ranges, ...(period === undefined ? [] : [period])] };
}

/** The names that were asked for: where they are others than were searched for, the same flight is looked up for them. */
function forThose(state: DialogueState): DialogueState {
  const trip = applyNamed(state.trip, state.passengers);
  const flight = chosenOffer(state);
  if (trip === state.trip) return state;
  const wish = flight === undefined ? state.wish : { by: 'flights' as const, flights: flight.flights };
  return { ...state, trip, chosen: undefined, wish };
}

/** What a "yes" to this model's own proposal makes of the trip. */
function accepted(state: DialogueState): Trip | undefined {
  if (state.heard.aim.kind !== 'yes') return undefined;
  const failure = currentFailure(state);
  if (failure === undefined) return state.proposed;
  return proposalOf(state.trip, failure)?.trip;
}

/** Positions and the like point at flights on the screen; the others can be kept for the result to come. */
function wishFor(choice: Choice | undefined): Choice | undefined {
  return choice?.by === 'best' || choice?.by === 'flights' ? choice : undefined;
}

function isBegun(trip: Trip): boolean {
  return trip.from !== undefined || trip.to !== undefined;
}

function booked(state: DialogueState): boolean {
  return state.attempts.at(-1)?.outcome.kind === 'booked';
}
