/** Takes the result of one script into the state. */

import { type Passenger, readCabin, readPassengers } from '../form-answer.ts';
import { type Language, languageOf } from '../language.ts';
import { type Failure, failed, type RunOutcome, readScriptRun, type ScriptRun } from '../script-run.ts';
import type { Day } from '../understand/calendar.ts';
import { findDays } from '../understand/days.ts';
import { readFacts } from '../understand/facts.ts';
import { currencyNamed } from '../understand/money.ts';
import { type Place, placeNamed } from '../understand/places.ts';
import { fromPinyin, normalise } from '../understand/text.ts';
import type { Conversation, ToolUse, Turn } from '../wire.ts';
import { hear, SOME_DAY } from './hear.ts';
import { readOffers } from './offers.ts';
import {
  type BookingAttempt,
  type BookingSeen,
  type DialogueState,
  EMPTY_STATE,
  type Receipt,
  type Trip,
} from './state.ts';
import { searchKey, tripOf } from './trip.ts';

/** A booking as `manage_bookings.py show` prints it, as a trip to search for again. */
interface BookedTrip {
  readonly trip: Trip;
  /** Flight numbers of the way out. */
  readonly outbound: readonly string[];
  readonly passengers: readonly Passenger[];
}

/** Undefined for what cannot be searched again in one go: several cities, or a place that is not on the list. */
/** @param today what days without a year are counted from. */
function readBookedTrip(output: string, today: Day): BookedTrip | undefined {
  const ways = output.split(/^(?:Outbound|Return|去程|回程)$/m).filter((part) => / → /.test(part));
  if (ways.length > 2 || /^(?:Flight \d|第 \d 程)$/m.test(output)) return undefined;
  const flights = [...(ways[0] ?? '').matchAll(/^ .* · ([^·]+?) ?[(（][A-Z]{3}.*? → (.+?) ?[(（][A-Z]{3}/gm)];
  const [from, to] = [flights[0]?.[1], flights.at(-1)?.[2]].map(cityOf);
  const passengers = readPassengers(line(output, 'Passengers', '乘客'));
  if (from === undefined || to === undefined || passengers.length === 0) return undefined;
  const count = (type: Passenger['type']) => passengers.filter((one) => one.type === type).length;
  const sign = /^(\D+?) ?\d/.exec(line(output, 'Total', '总价'))?.[1] ?? '';
  const cabin = readCabin(line(output, 'Fare', '票种'));
  const [lap, seat] = [count('infant'), count('infant-seat')];
  const [date, returnDate] = ways.map((way) => findDays(way, today)[0]?.days[0]);
  const trip: Trip = {
    ...(date === undefined ? {} : { date }),
    ...(returnDate === undefined ? {} : { returnDate }),
    from,
    to,
    adults: count('adult'),
    children: count('child'),
    wantsReturn: ways.length === 2,
    currency: currencyNamed(sign) ?? sign,
    ...(lap === 0 ? {} : { infantsLap: lap }),
    ...(seat === 0 ? {} : { infantsSeat: seat }),
    ...(cabin === undefined ? {} : { cabin }),
  };
  const outbound = [...(ways[0] ?? '').matchAll(/^ +([A-Z\d]{2}\d{1,4}) /gm)].map(([, flight = '']) => flight);
  return { trip, outbound, passengers };
}

const cityOf = (name: string | undefined): Place | undefined => (name === undefined ? undefined : placeNamed(name));

const line = (output: string, en: string, zh: string): string =>
  new RegExp(`^(?:${en}: |${zh}：)(.+)$`, 'm').exec(output)?.[1]?.trim() ?? '';

export const SCRIPTS = {
  time: 'get_current_time.py',
  search: 'search_flights.py',
  book: 'book_flight.py',
  manage: 'manage_bookings.py',
} as const;

function observe(state: DialogueState, use: ToolUse): DialogueState {
  const run = readScriptRun(use);
  switch (run?.script) {
    case SCRIPTS.time: {
      const today = toldToday(run.outcome);
      return today === undefined ? state : { ...state, today, todayTurn: state.turn };
    }
    case SCRIPTS.search:
      return observeSearch(state, run);
    case SCRIPTS.book:
      return observeBooking(state, run);
    case SCRIPTS.manage:
      return observeManagement(state, run);
    default:
      return state;
  }
}

const toldToday = (outcome: RunOutcome): string | undefined =>
  outcome.kind === 'done' ? /\b\d{4}-\d{2}-\d{2}\b/.exec(outcome.output)?.[0] : undefined;

function observeSearch(state: DialogueState, run: ScriptRun): DialogueState {
  // The search shows what the person wanted, also when compaction has removed the words.
  const trip: { -readonly [K in keyof Trip]: Trip[K] } = { ...tripOf(run.argv), ...state.trip };
  if (run.outcome.kind === 'done' && /^\[Earlier result of /.test(run.outcome.output)) return { ...state, trip };
  const result =
    run.outcome.kind === 'done'
      ? (readOffers(run.outcome.output) ?? failed('the search printed no flights').failure)
      : failureOf(run.outcome);
  const attemptsBefore = state.attempts.length;
  if ('kind' in result && result.kind === 'unknown-city') delete trip[/origin/.test(result.message) ? 'from' : 'to'];
  return { ...state, trip, search: { key: searchKey(run.argv), result, turn: state.turn, attemptsBefore } };
}

function observeBooking(state: DialogueState, run: ScriptRun): DialogueState {
  const outcome = bookingOutcome(run.outcome);
  const attempts = [...state.attempts, { turn: state.turn, outcome }];
  if (outcome.kind !== 'booked') return { ...state, attempts };
  const bookings = seen(state.bookings, [booking(outcome.receipt.reference, 'confirmed', '')]);
  return { ...state, attempts, bookings, arranging: false, choice: undefined };
}

/** Nothing is called booked without its reference. */
function bookingOutcome(outcome: RunOutcome): BookingAttempt['outcome'] {
  if (outcome.kind !== 'done') return outcome;
  const receipt = readReceipt(outcome.output);
  return receipt.reference === '' ? failed('the script printed no reference') : { kind: 'booked', receipt };
}

export function readReceipt(output: string): Receipt {
  const reference =
    /(?:Reference|订单号|编号|"reference":)\W*([A-Z]{6})\b/.exec(output)?.[1] ??
    /\b(?:Booking|预订|订单) ([A-Z]{6})\b/.exec(output)?.[1] ??
    '';
  const files = [
    ...output.replace(/^\[.*\]$/gm, '').matchAll(/\bout\/([^\s,]+)|"name": "([^"]+\.(?:ics|html|pdf|txt|md))"/g),
  ];
  return {
    reference,
    flights: [...output.matchAll(/^ +([A-Z\d]{2}\d{1,4} .* → .*)$/gm)].map((line) => line[1] ?? ''),
    total: /^(?:Total: |总价：)(.+)$/m.exec(output)?.[1]?.trim(),
    files: files.map((file) => file[1] ?? file[2] ?? ''),
  };
}

function observeManagement(state: DialogueState, run: ScriptRun): DialogueState {
  if (run.outcome.kind !== 'done') return state;
  const rows = run.outcome.output.matchAll(/^([A-Z]{6}) {2,}(confirmed|cancelled|已确认|已取消).*$/gm);
  const listed = [...rows].map((row) => booking(row[1] ?? '', row[2] ?? '', row[0]));
  if (run.argv[0] === 'list') return { ...state, bookings: listed };
  if (run.argv.includes('--quote')) return state;
  const { aim } = state.heard;
  if (run.argv[0] === 'show' && aim.kind === 'change') return moving(state, run.outcome.output);
  const one = /(?:Booking|预订|订单) ([A-Z]{6})(?:: |：)(confirmed|cancelled|已确认|已取消)/.exec(run.outcome.output);
  return one === null
    ? state
    : {
        ...state,
        ...(run.argv[0] === 'change' ? { changing: undefined, arranging: false, choice: undefined } : {}),
        cancelling: false,
        bookings: seen(state.bookings, [booking(one[1] ?? '', one[2] ?? '', '')]),
      };
}

/** A confirmed booking as the trip that is arranged now, with the days and conditions that were said in place of those it has. */
function moving(state: DialogueState, output: string): DialogueState {
  const { aim } = state.heard;
  const today = state.today ?? SOME_DAY;
  const booked = /(?:: confirmed|：已确认)$/m.test(output) ? readBookedTrip(output, today) : undefined;
  if (booked === undefined || aim.kind !== 'change') return state;
  const { from: _from, to: _to, open: _open, ...said } = readFacts(aim.rest, today, { trip: booked.trip }).facts;
  const { date: was, ...rest } = booked.trip;
  const moved = Object.keys(said);
  const { outbound } = booked;
  const isOfReturn =
    moved.some((fact) => fact !== 'wantsReturn') && moved.every((fact) => /^(?:return|wants)/.test(fact));
  // What is not said to move stays; a wish that names nothing is asked for its day.
  const trip: Trip = {
    ...(moved.length === 0 || was === undefined ? rest : booked.trip),
    ...said,
    ...(isOfReturn && booked.trip.returnDate !== undefined && said.wantsReturn !== false ? { outbound } : {}),
  };
  const heard = { ...state.heard, concerns: true, changed: true };
  return {
    ...state,
    heard,
    trip,
    passengers: booked.passengers,
    arranging: true,
    choice: undefined,
    search: undefined,
    changing: aim.reference,
  };
}

function booking(reference: string, status: string, line: string): BookingSeen {
  return { reference, status: /cancelled|已取消/.test(status) ? 'cancelled' : 'confirmed', line };
}

function seen(before: readonly BookingSeen[], now: readonly BookingSeen[]): BookingSeen[] {
  const others = before.filter((one) => !now.some((two) => two.reference === one.reference));
  return [...others, ...now];
}

function failureOf(outcome: Exclude<RunOutcome, { kind: 'done' }>): Failure {
  if (outcome.kind === 'failed') return outcome.failure;
  if (outcome.kind === 'not-run') return failed(outcome.message).failure;
  const isUnasked = outcome.kind === 'unasked';
  return failed(`the search ${isUnasked ? 'needed an approval that no one could give' : 'was not allowed'}`).failure;
}

// The whole conversation as one state: every message and every result, in order.

/** @param isForOthers whether a message fits another skill than that for flights. */
export function foldConversation(
  conversation: Conversation,
  isForOthers: (text: string) => boolean = () => false,
): DialogueState {
  let state = EMPTY_STATE;
  let language: Language | undefined;
  for (const [index, turn] of conversation.turns.entries()) {
    language = languageOf(language, fromPinyin(normalise(turn.user)));
    const speaking: DialogueState = { ...state, turn: index, language: language ?? 'en' };
    const hearing = { today: todayOf(turn) ?? state.today, isForOthers };
    state = turn.uses.reduce(
      (before, use) => {
        const after = observe(before, use);
        const run = readScriptRun(use);
        // Written under the card: heard like a separate message.
        return run?.outcome.kind === 'undecided' ? hear(after, run.outcome.words, hearing) : after;
      },
      hear(speaking, turn.user, hearing),
    );
  }
  return state;
}

/** The day that the clock told in this turn: what 明天 of this turn's message is counted from. */
function todayOf(turn: Turn): string | undefined {
  const run = turn.uses.map(readScriptRun).find((one) => one?.script === SCRIPTS.time);
  return run === undefined ? undefined : toldToday(run.outcome);
}
