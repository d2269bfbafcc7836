/** Takes one message of the person into the state. */
import { isSkip, readFormAnswer } from '../form-answer.ts';
import { type Choice, readChoice, readRow } from '../understand/choice.ts';
import { readDay } from '../understand/dates.ts';
import { type FactsRead, readFacts } from '../understand/facts.ts';
import { findAim, isOffTopic, speaksOfFlights } from '../understand/intent.ts';
import { readNames } from '../understand/names.ts';
import { type Facts, type Place, placesIn } from '../understand/places.ts';
import { type DialogueState, EMPTY_HEARD, type Trip } from './state.ts';
import { awaitingOf, chosenOffer, currentOffers, missingOf } from './trip.ts';

/** Flights to show when more are asked for, and when that is asked again: the script gives at most 50. */
const MORE_SHOWN = 18;
const ALL_SHOWN = 50;

/** Any day will do to see whether a message names one. */
const SOME_DAY = '2027-01-05';

export interface Hearing {
  /** Given in this turn or before; undefined while it is not known yet. */
  readonly today: string | undefined;
  /** True if a message that does not speak of flights fits another skill. */
  isForOthers(text: string): boolean;
}

export function hear(before: DialogueState, message: string, hearing: Hearing): DialogueState {
  const awaiting = awaitingOf(before);
  const state: DialogueState = { ...before, cancelling: false, heard: { ...EMPTY_HEARD, awaiting } };
  const heard = state.heard;
  if (isSkip(message)) return { ...state, heard: { ...heard, concerns: true } };
  const form = readFormAnswer(message);
  if (form?.passengers !== undefined) {
    const contact = form.contact ?? state.contact;
    return { ...state, passengers: form.passengers, contact, heard: { ...heard, concerns: true, named: true } };
  }
  if (form?.facts !== undefined) return { ...withTrip(state, form.facts), unchecked: false };

  const { text, rows } = withoutRows(normalise(message));
  const found = findAim(text);
  const read = readFacts(found.kind === 'change' ? found.rest : text, hearing.today ?? SOME_DAY);
  const { from, to } = read.facts;
  const isTrip = found.kind === 'topic' && from !== undefined && to !== undefined;
  // "Change my flight to Friday": the one that is being arranged.
  const isArranged = found.kind === 'bookings' && found.action === 'change' && before.arranging;
  const aim = isTrip || isArranged ? ({ kind: 'open' } as const) : found;
  const aimed = { ...state, heard: { ...heard, aim } };
  switch (aim.kind) {
    case 'abandon':
      return { ...aimed, arranging: false, choice: undefined, changing: undefined };
    case 'bookings':
      return { ...aimed, cancelling: aim.action === 'cancel' && aim.reference === undefined };
    case 'change': {
      const said = hearing.today === undefined && read.needsToday ? withoutDays(read.facts) : read.facts;
      return { ...aimed, changing: undefined, heard: { ...aimed.heard, said, needsToday: read.needsToday } };
    }
    case 'more': {
      const limit = state.trip.limit === undefined ? MORE_SHOWN : ALL_SHOWN;
      const hasList = currentOffers(state) !== undefined;
      return hasList ? withTrip(aimed, { ...state.trip, limit } as Facts) : aimed;
    }
    case 'yes':
      return hearYes(aimed);
    case 'no':
      return { ...aimed, heard: { ...aimed.heard, concerns: awaiting !== undefined } };
    case 'open':
      if (awaiting === 'which-booking') return { ...aimed, cancelling: true };
      return hearChoice(aimed, text, rows, hearing) ?? hearTrip(aimed, text, read, hearing);
    default:
      return aimed;
  }
}

function hearYes(state: DialogueState): DialogueState {
  const { awaiting } = state.heard;
  const [only, ...others] = currentOffers(state)?.offers ?? [];
  const heard = { ...state.heard, concerns: awaiting !== undefined };
  if (awaiting === 'check') return { ...state, unchecked: false, heard: { ...heard, changed: true } };
  if (awaiting !== 'choice' || only === undefined || others.length > 0) return { ...state, heard };
  return { ...state, choice: { by: 'id', id: only.id }, heard: { ...heard, chose: true } };
}

const ROW = /\n?\((?:On my screen, number|我屏幕上的第) (\d+) (?:is|个是) ([^()]*?)[.。]\)/g;

/** The numbers that a person reads beside flights where the list on the screen is in another order, by what they mean. */
function withoutRows(message: string): { readonly text: string; readonly rows: ReadonlyMap<number, Choice> } {
  const rows = [...message.matchAll(ROW)].flatMap(([, position, row = '']): [number, Choice][] => {
    const choice = readRow(row);
    return choice === undefined ? [] : [[Number(position), choice]];
  });
  return { text: message.replace(ROW, '').trim(), rows: new Map(rows) };
}

/** A flight, names, or a flight and names: a message that says anything else beside them is neither. */
function hearChoice(
  state: DialogueState,
  text: string,
  rows: ReadonlyMap<number, Choice>,
  { today }: Hearing,
): DialogueState | undefined {
  const { awaiting } = state.heard;
  if (!state.arranging || awaiting === 'return' || awaiting === 'check') return undefined;
  // Compaction may have taken the flights away: they are searched again, and the choice looked up then.
  if (awaiting === 'trip' && missingOf(state.trip).length > 0) return undefined;
  const asksNames = awaiting === 'names' || awaiting === 'consent';
  const whole = readChoice(text);
  const [first = '', ...rest] = text.split(/[,，:：;；]/);
  const numbered = whole ?? readChoice(first);
  const choice = (numbered?.by === 'position' ? rows.get(numbered.position) : undefined) ?? numbered;
  const names = whole !== undefined ? undefined : readNames(choice === undefined ? text : rest.join(','));
  if (choice === undefined ? names === undefined || !asksNames : whole === undefined && names === undefined)
    return undefined;
  const passengers = names ?? state.passengers;
  const chosen = choice === undefined ? state.choice : choice;
  const isOtherDay =
    choice?.by === 'flights' && choice.day !== undefined && readDay(choice.day, today).day !== state.trip.date;
  const offer = isOtherDay ? undefined : chosenOffer({ ...state, choice: chosen });
  return {
    ...state,
    passengers,
    choice:
      offer === undefined ? (currentOffers(state) === undefined ? chosen : undefined) : { by: 'id', id: offer.id },
    heard: { ...state.heard, concerns: true, chose: choice !== undefined, named: names !== undefined },
  };
}

function hearTrip(state: DialogueState, text: string, read: FactsRead, hearing: Hearing): DialogueState {
  const { facts, bare, leftOver, unclear, needsToday } = read;
  const isWhole = (Object.keys(facts).length > 0 || bare !== undefined) && leftOver.length === 0;
  const isWay = facts.from !== undefined && facts.to !== undefined;
  const hasDay =
    facts.date !== undefined ||
    facts.cheapestOf !== undefined ||
    facts.wantsReturn !== undefined ||
    unclear.includes('date');
  const surely = speaksOfFlights(text) || (isWay && (isWhole || hasDay)) || (isWhole && state.arranging);
  const maybe = placesIn(text).length > 0 && !isOffTopic(text) && !hearing.isForOthers(text);
  if (!surely && !maybe) return { ...state, heard: { ...state.heard, leftOver } };
  const known = hearing.today === undefined && needsToday ? withoutDays(facts) : facts;
  const { date, ...others } = known;
  const isBack = state.heard.awaiting === 'return' && date !== undefined && known.returnDate === undefined && !isWay;
  const next = withTrip(state, { ...(isBack ? { ...others, returnDate: date } : known), ...bareEnd(state.trip, bare) });
  return { ...next, unchecked: leftOver.length > 0, heard: { ...next.heard, needsToday, leftOver, unclear } };
}

function bareEnd(trip: Trip, bare: Place | undefined): Facts {
  if (bare === undefined) return {};
  return trip.from === undefined && trip.to !== undefined ? { from: bare } : { to: bare };
}

function withoutDays({ date: _date, returnDate: _back, ...rest }: Facts): Facts {
  return rest;
}

/** The facts of a message change the trip; the rest stays. Another way is another journey. */
function withTrip(state: DialogueState, facts: Facts): DialogueState {
  const { from, to } = facts;
  const isNext = !state.arranging && state.attempts.at(-1)?.outcome.kind === 'booked';
  const isOther =
    from !== undefined && to !== undefined && (from.en !== state.trip.from?.en || to.en !== state.trip.to?.en);
  const { adults, children, cabin, currency } = state.trip;
  const kept: Trip = isNext ? {} : isOther ? defined({ adults, children, cabin, currency }) : state.trip;
  const { open: _answered, ...all } = kept;
  const before = withoutReplaced(all, facts);
  // People named once more replace those named before.
  const stillOpen = facts.adults === undefined && kept.open !== undefined ? { open: kept.open } : {};
  const merged: Trip = {
    ...before,
    ...stillOpen,
    ...facts,
    ...(facts.returnDate === undefined && facts.nights === undefined ? {} : { wantsReturn: true }),
  };
  const stale =
    merged.returnDate !== undefined && facts.returnDate === undefined && merged.returnDate < (merged.date ?? '');
  const { returnDate: _, ...oneWay } = merged;
  const trip = withCurrency(stale || merged.wantsReturn === false ? oneWay : merged, state);
  const changed = JSON.stringify(trip) !== JSON.stringify(state.trip);
  return {
    ...state,
    trip,
    arranging: true,
    choice: changed ? undefined : state.choice,
    passengers: isNext ? [] : state.passengers,
    changing: isOther ? undefined : state.changing,
    heard: { ...state.heard, concerns: true, changed },
  };
}

/** A day takes the place of a month, a month that of a day, and a way that of several. */
function withoutReplaced(trip: Trip, { from, to, date, cheapestOf, legs }: Facts): Trip {
  const isWay = from !== undefined || to !== undefined || date !== undefined || cheapestOf !== undefined;
  const { legs: _legs, ...one } = trip;
  const { cheapestOf: _month, nights: _nights, ...dated } = legs === undefined && isWay ? one : trip;
  const { date: _date, returnDate: _back, ...undated } = trip;
  if (cheapestOf !== undefined) return undated;
  return legs !== undefined || date !== undefined ? dated : legs === undefined && isWay ? one : trip;
}

/** Follows the skill's rule: yuan in Chinese, dollars in English unless the trip starts in China. */
function withCurrency(trip: Trip, state: DialogueState): Trip {
  if (trip.from === undefined) return trip;
  // A budget has its own; otherwise it stays until the trip starts elsewhere.
  if (trip.currency !== undefined && (trip.maxPrice !== undefined || trip.from.en === state.trip.from?.en)) return trip;
  return { ...trip, currency: state.language === 'en' && !trip.from.mainland ? 'USD' : 'CNY' };
}

function defined<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}

/** One width for digits and letters, one apostrophe. */
function normalise(message: string): string {
  return message
    .normalize('NFC')
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff08\uff09]/g, (char) =>
      String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xfee0),
    )
    .replaceAll('\u3000', ' ')
    .replaceAll('’', "'");
}
