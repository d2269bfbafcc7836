/** Takes one message of the person into the state: every fact that it says is kept, whatever else it says. */
import { defined } from '../../shared/defined.ts';
import { isSkip, type Passenger, readFormAnswer } from '../form-answer.ts';
import { type Choice, readChoice, readRow } from '../understand/choice.ts';
import { type FactsRead, readFacts } from '../understand/facts.ts';
import { findAim, isOffTopic, isQuestion, speaksOfFlights } from '../understand/intent.ts';
import { callsOf, isPerson, namesInside, onTicket, readNames, withNames } from '../understand/names.ts';
import type { Facts } from '../understand/places.ts';
import { fromPinyin, normalise, withoutCourtesy } from '../understand/text.ts';
import { readWatch } from '../understand/watch.ts';
import { aimOf } from './aim.ts';
import { bareEnd, ofOneLeg, withTrip } from './arrange.ts';
import { asksForBags, bestOf, comparedIn, flightMeant } from './offers.ts';
import { type DialogueState, EMPTY_HEARD, type Trip } from './state.ts';
import {
  ALL_SHOWN,
  adults,
  awaitingOf,
  children,
  chosenOffer,
  currentOffers,
  infants,
  isDomestic,
  isReturnTime,
  missingOf,
  ofWayBack,
  returnTimes,
  withoutReturnTimes,
} from './trip.ts';

/** Flights to show when more are asked for; when that is asked again, all. */
const MORE_SHOWN = 18;
/** Any day will do to see whether a message names one, and to read the days that a booking prints. */
export const SOME_DAY = '2027-01-05';

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
  if (form?.facts !== undefined) return withTrip(state, form.facts);
  const shown = withoutRows(normalise(message));
  const { rows } = shown;
  const watch = readWatch(shown.text);
  const { names, rest } = namesInside(watch?.rest ?? shown.text);
  const text = fromPinyin(rest);
  const found = findAim(text);
  const isSubject = before.arranging || before.bookings.some(({ status }) => status === 'confirmed');
  const trip = isSubject ? before.trip : {};
  const calls = before.passengers.flatMap(({ name }) => callsOf(name));
  const aside = calls.reduce((said, call) => said.replaceAll(call, '·'), text);
  const read = readFacts(found.kind === 'change' ? found.rest : aside, hearing.today ?? SOME_DAY, {
    trip,
    asks: awaiting,
  });
  const shownFirst = chosenOffer(before) ?? currentOffers(before)?.offers[0];
  if (before.arranging && shownFirst !== undefined && LATER.test(text) && Object.keys(read.facts).length === 0) {
    const later: Facts = { departAfter: minuteAfter(shownFirst.departs), sort: 'departure' };
    return withTrip(state, before.trip.outbound === undefined ? later : ofWayBack(later));
  }
  if (watch !== undefined) {
    const told = hearTrip(withTrip(state, watch.facts), text, names, read, hearing);
    return { ...told, heard: { ...told.heard, concerns: true, watches: true } };
  }
  if (AGAIN.test(text)) return { ...state, choice: undefined, heard: { ...heard, concerns: true, again: true } };
  const { from, to, adults, children, ages, infantsLap, infantsSeat, cabin } = before.trip;
  const isBooked = !before.arranging && before.bookings.some(({ status }) => status === 'confirmed');
  if (isBooked && from !== undefined && to !== undefined && BOOKS_BACK.test(text)) {
    const { returnDate, date = returnDate, wantsReturn: _, ...facts } = withoutReturnTimes(read.facts);
    const party = defined({ adults, children, ages, infantsLap, infantsSeat, cabin });
    const told = withTrip(state, {
      ...party,
      ...facts,
      ...returnTimes(read.facts),
      from: to,
      to: from,
      ...defined({ date }),
    });
    return { ...told, passengers: before.passengers };
  }
  const aim = aimOf(found, text, before, read, names.length > 0);
  const aimed = { ...state, heard: { ...heard, aim, leftOver: read.leftOver } };
  switch (aim.kind) {
    case 'abandon':
      return {
        ...aimed,
        trip: before.changing === undefined ? {} : before.trip,
        arranging: false,
        choice: undefined,
        changing: undefined,
      };
    case 'bookings': {
      const cancelling = aim.action === 'cancel' && aim.reference === undefined;
      return { ...aimed, cancelling, heard: { ...aimed.heard, leftOver: [], ...said(read, hearing) } };
    }
    case 'change':
      return { ...aimed, changing: undefined, heard: { ...aimed.heard, leftOver: [], ...said(read, hearing) } };
    case 'more': {
      const limit = state.trip.limit === undefined ? MORE_SHOWN : ALL_SHOWN;
      const hasList = currentOffers(state) !== undefined;
      return hasList ? withTrip({ ...state, heard: { ...heard, aim } }, { ...state.trip, limit } as Facts) : aimed;
    }
    case 'yes': {
      const agreed = hearYes(aimed, before.heard.about);
      return names.length === 0 ? agreed : (hearChoice(agreed, '', names, rows, read, hearing) ?? agreed);
    }
    case 'no':
      return { ...aimed, heard: { ...aimed.heard, concerns: awaiting !== undefined } };
    case 'open':
      if (THAT_ONE.test(text) && before.heard.about !== undefined) return hearYes(aimed, before.heard.about);
      if (awaiting === 'which-booking') return { ...aimed, cancelling: true };
      return hearChoice(aimed, text, names, rows, read, hearing) ?? hearTrip(aimed, text, names, read, hearing);
    case 'topic': {
      const meant = flightMeant(text, currentOffers(before)?.offers ?? [], read.facts)?.offer.id;
      return meant === undefined ? aimed : { ...aimed, heard: { ...aimed.heard, about: meant } };
    }
    default:
      return aimed;
  }
}

/** The way back of a trip that is booked, as another booking. */
const BOOKS_BACK =
  /\b(?:book|need|want|get|find)\b.*\b(?:flight|ticket|way) (?:back|home)\b|\breturn (?:flight|ticket) (?:too|as well)\b|(?:回程|返程|回来)的?(?:票|航班)?(?:也|一起|都)|(?:订|买|查)(?:一?[张个])?(?:回程|返程|回来)/i;

/** Words of the button beside a price that has changed. */
const AGAIN =
  /^(?:ok(?:ay)?,? )?(?:please )?(?:search|show|list)(?: me)? (?:these|those|the) flights again\W*$|^再(?:查一次|看看?)(?:这些|那些|刚才的)航班$/i;

const said = (read: FactsRead, { today }: Hearing) => ({
  said: today === undefined && read.needsToday ? withoutDays(read.facts) : read.facts,
  needsToday: read.needsToday,
});

/** @param asked the flight that the question before was about. */
function hearYes(state: DialogueState, asked: string | undefined): DialogueState {
  const { awaiting } = state.heard;
  const offers = currentOffers(state)?.offers ?? [];
  const heard = { ...state.heard, concerns: awaiting !== undefined };
  // The one that the answer before named: the only one, the first in time, or the cheapest that is also the fastest.
  const { cheapest, fastest } = offers.length === 0 ? {} : bestOf(offers);
  const isFirst = offers.length === 1 || state.trip.sort === 'departure';
  const id = asked ?? (isFirst ? offers[0] : cheapest === fastest ? cheapest : undefined)?.id;
  if (awaiting !== 'choice' || id === undefined || id.includes(' ')) return { ...state, heard };
  return { ...state, choice: { by: 'id', id }, heard: { ...heard, chose: true } };
}

const ROW = /\n?\((?:On my screen, number|我屏幕上的第) (\d+) (?:is|个是) ([^()]*?)[.。]\)/g;

/** The numbers that a person reads beside flights where the list on the screen is in another order, by what they mean. */
function withoutRows(message: string): { readonly text: string; readonly rows: ReadonlyMap<number, Choice> } {
  const rows = [...message.matchAll(ROW)].flatMap(([, position, row = '']): [number, Choice][] => {
    const choice = readRow(row);
    return choice === undefined ? [] : [[Number(position), choice]];
  });
  return { text: withoutCourtesy(message.replace(ROW, '').trim()), rows: new Map(rows) };
}

const minuteAfter = (time: string): string => {
  const minutes = Math.min(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1, 23 * 60 + 59);
  return [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0')).join(':');
};

const LATER =
  /\b(?:any(?:thing)?|is there|something|got|have)\b.*\blater\b(?! (?:day|date|in))|(?:有没有)?[更再]?晚(?:一点|一些|些|点)的/i;
const THAT_ONE =
  /^(?:ok(?:ay)?,? |yes,? |then |great,? )*(?:that|this) one(?: please| then)?\W*$|^(?:那|就|要|选)*[这那][个班趟][吧了]?\W*$/i;
const TAKES_ONE = /^(?:那?就|要|订|选)*[这那][个班趟]吧?[,，]|\b(?:this|that) one\b/i;
const OF_FLIGHT =
  /\b(?:time|land|arrive|leave|depart|long|direct|stops?|price|total|cost|much|when)\b|几点|多久|直飞|多少|什么时候|中转/i;

/** A flight, names, or both; undefined where the message wants something else. */
function hearChoice(
  state: DialogueState,
  text: string,
  inside: readonly Passenger[],
  rows: ReadonlyMap<number, Choice>,
  read: FactsRead,
  { today }: Hearing,
): DialogueState | undefined {
  const { awaiting } = state.heard;
  if (!state.arranging || awaiting === 'return' || (awaiting === 'trip' && missingOf(state.trip).length > 0))
    return undefined;
  const list = currentOffers(state);
  const told = readChoice(text);
  const { outbound, ...bothWays } = state.trip;
  if (outbound !== undefined && /\b(?:flight|way) out\b|\boutbound\b|去程/i.test(text)) {
    const leftOver = told === undefined ? state.heard.leftOver : [];
    const heard = { ...state.heard, concerns: true, changed: true, chose: told !== undefined, leftOver };
    return { ...state, trip: bothWays, choice: told, heard };
  }
  const isCard = told?.by === 'flights' && told.total !== undefined;
  // Where the flights back are on the screen, times of the way back point at one of these.
  const facts: Facts =
    outbound === undefined ? read.facts : { ...withoutReturnTimes(read.facts), ...returnTimes(read.facts) };
  const { notAirlines: _not, ...pointed } = facts;
  const pointing = /\bthe one (?:after|before)\b/i.test(text) ? pointed : facts;
  const changes = (isCard ? [] : changing(pointing, state.trip)).filter(
    (key) => key !== 'wantsReturn' || state.trip.returnDate === undefined,
  );
  const isOfBack =
    list?.isOut === true && (Object.keys(read.facts).some(isReturnTime) || read.facts.wantsReturn === true);
  const meant =
    list === undefined || changes.length > 0 || isCard || isOfBack || read.bare.length > 0
      ? undefined
      : flightMeant(text, list.offers, facts);
  const numbered = told?.by === 'position' ? (rows.get(told.position) ?? told) : told;
  const asksNames = awaiting === 'names' || awaiting === 'consent';
  const beside = readNames(text);
  const given = inside.length === 0 ? beside : { names: [...inside, ...(asksNames ? beside.names : [])], whole: false };
  const isPlain = Object.keys(read.facts).every((key) => key === 'adults');
  const isSaid =
    inside.length > 0 || TAKES_ONE.test(text) || (isPlain && given.names.every(({ name }) => isPerson(name)));
  const isNamed =
    given.names.length > 0 && (asksNames || given.whole || isSaid || numbered !== undefined || meant !== undefined);
  const wanted = adults(state.trip) + children(state.trip) + infants(state.trip);
  const printed = given.names.map((one) => onTicket(one, isDomestic(state.trip)));
  const names = isNamed ? withNames(state.passengers, printed, wanted) : undefined;
  // "What time does that land?", after it was chosen.
  const onlyOffer = list?.offers.length === 1 ? list.offers[0] : undefined;
  const mine = chosenOffer(state) ?? onlyOffer;
  const isOfMine =
    /\b(?:it|that|this|they|the flight|my flight|total)\b|这|那|它|航班|[总一]共|总价/i.test(text) &&
    OF_FLIGHT.test(text);
  if (
    meant === undefined &&
    mine !== undefined &&
    (asksNames || onlyOffer !== undefined) &&
    names === undefined &&
    isQuestion(text) &&
    isOfMine
  )
    return { ...state, heard: { ...state.heard, concerns: true, about: mine.id } };
  const pair = list === undefined ? [] : comparedIn(text, list.offers);
  const asked = pair.length > 1 || asksForBags(text) ? pair : meant?.asks === true ? [meant.offer] : [];
  const about = asked.map(({ id }) => id).join(' ');
  if (about !== '') return { ...state, heard: { ...state.heard, concerns: true, about } };
  const choice: Choice | undefined =
    rows.size > 0 && numbered !== undefined
      ? numbered
      : meant !== undefined
        ? { by: 'id', id: meant.offer.id }
        : changes.length > 0
          ? undefined
          : numbered;
  if (choice === undefined && names === undefined) return undefined;
  // "Shall I take this one, and who's flying?"
  const [only, ...others] = awaiting === 'choice' ? (list?.offers ?? []) : [];
  const isOnly = choice === undefined && only !== undefined && others.length === 0;
  const chosen = choice ?? (isOnly ? { by: 'id' as const, id: only.id } : state.choice);
  const isOtherDay =
    choice?.by === 'flights' &&
    choice.day !== undefined &&
    readFacts(choice.day, today ?? SOME_DAY).facts.date !== state.trip.date;
  const offer = isOtherDay ? undefined : chosenOffer({ ...state, choice: chosen });
  return {
    ...state,
    passengers: names ?? state.passengers,
    choice: offer === undefined ? (list === undefined ? chosen : undefined) : { by: 'id', id: offer.id },
    heard: {
      ...state.heard,
      concerns: true,
      chose: choice !== undefined || isOnly,
      named: names !== undefined,
      // The words of a button are all heard.
      leftOver: isCard
        ? []
        : state.heard.leftOver.filter(
            (phrase) =>
              (choice === undefined || readChoice(phrase) === undefined) &&
              !names?.some(({ name }) => phrase.includes(name)),
          ),
    },
  };
}

/** Facts that ask for other flights than those on the screen; times and airlines may point at one of these. */
const changing = (facts: Facts, trip: Trip): string[] =>
  (Object.keys(facts) as (keyof Facts)[]).filter(
    (key) => facts[key] !== trip[key] && key !== 'open' && !POINTS.test(key),
  );
const POINTS = /^(?:return)?(?:depart|arrive)(?:After|Before)$|^(?:airlines|direct|bags)$/i;
const ASKS_FOR =
  /有没有|有.*吗|\b(?:any(?:thing|one)?|(?:is|are) there|do you have|have you got|what about|how about)\b/i;

function hearTrip(
  state: DialogueState,
  text: string,
  inside: readonly Passenger[],
  read: FactsRead,
  hearing: Hearing,
): DialogueState {
  const counted = inside.length > 0 && read.facts.adults === undefined && read.facts.children === undefined;
  const counts: Facts = counted ? { ...read.facts, adults: inside.length } : read.facts;
  const facts = state.trip.outbound === undefined ? counts : ofWayBack(counts);
  const { bare, leftOver, unclear, needsToday, readings, rather } = read;
  const [place] = bare;
  const keys = Object.keys(facts).filter((key) => key !== 'open');
  const isWay = facts.from !== undefined || facts.to !== undefined;
  const others = isOffTopic(text) || hearing.isForOthers(text);
  const surely =
    speaksOfFlights(text) ||
    (state.arranging && (keys.length > 0 || place !== undefined || facts.open !== undefined || unclear.length > 0));
  const maybe =
    (!others || (facts.from !== undefined && facts.to !== undefined)) &&
    (isWay || unclear.includes('to') || place !== undefined || keys.length > 1 || facts.adults !== undefined);
  // "Drop the return, we take the train back": a train, and yet of this trip.
  const isElsewhere = isOffTopic(text) && !(state.arranging && facts.wantsReturn === false);
  if ((!surely && !maybe) || (isElsewhere && !speaksOfFlights(text) && !isWay))
    return { ...state, heard: { ...state.heard, leftOver } };
  const said = hearing.today === undefined && needsToday ? withoutDays(facts) : facts;
  const known = isWay ? said : ofOneLeg(said, state.trip, text);
  const { date, ...rest } = known;
  const isBack = state.heard.awaiting === 'return' && date !== undefined && known.returnDate === undefined && !isWay;
  const next = withTrip(state, {
    ...(isBack ? { ...rest, returnDate: date } : known),
    ...bareEnd(state.trip, place, facts, REPLACES.test(text)),
  });
  // "Any with BA?", beside a list: where there is none, the list stays.
  const isPointing = ASKS_FOR.test(text) || keys.every((key) => POINTS.test(key));
  const asked = isPointing && currentOffers(state) !== undefined ? keys.filter((key) => POINTS.test(key)) : [];
  const wishes = [...new Set([...(next.trip.rather ?? []), ...rather, ...asked])];
  const trip = wishes.length === 0 ? next.trip : { ...next.trip, rather: wishes };
  const passengers = inside.length > 0 ? inside : next.passengers;
  return { ...next, trip, passengers, heard: { ...next.heard, needsToday, leftOver, unclear, readings } };
}

/** Words by which a place takes the one of before, rather than answers the question. */
const REPLACES = /\b(?:make|change|switch) (?:it|that)\b|\binstead\b|\bno,|改成|改为|换成|不对|不是|错了/i;

const withoutDays = ({ date: _date, returnDate: _back, ...rest }: Facts): Facts => rest;
