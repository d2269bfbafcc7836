/** The way to a flight: today, what is missing, the search, the choice, the passengers, the booking. */
import { readReceipt, SCRIPTS } from '../dialogue/observe.ts';
import { bestOf, type FlightOffer } from '../dialogue/offers.ts';
import {
  adults,
  children,
  chosenOffer,
  currentOffers,
  currentResult,
  infants,
  inLanguage,
  isDomestic,
  missingOf,
  namesMissing,
  searchArguments,
  wishesDropped,
  withoutWishes,
} from '../dialogue/trip.ts';
import { isSkip, type Passenger } from '../form-answer.ts';
import { isService } from '../say.ts';
import type { LoadedSkill } from '../skills.ts';
import { isOffTopic, isQuestion } from '../understand/intent.ts';
import { namesBirthday } from '../understand/names.ts';
import { placeNamed } from '../understand/places.ts';
import type { Answer } from '../wire.ts';
import {
  attemptOfTurn,
  clockFailed,
  type Desk,
  lastRunOf,
  manage,
  needReference,
  needSkill,
  notRun,
  planBooking,
  planFailedBooking,
  runScript,
  say,
} from './desk.ts';

// The skill's forms in place of a list of questions, where the app can show them.

const FORMS = 'forms.md';

type FormName = 'search' | 'passengers' | 'passengers-mainland';

/** The question as words with the form below it; the words alone where there is no form, or the person skipped it. */
export function askByForm(desk: Desk, skill: LoadedSkill, name: FormName, text: string): Answer {
  const form = `${skill.id}/${name}`;
  if (!skill.references.includes(FORMS) || !desk.toolbox.can('ask-person') || wasSkipped(desk, form)) return { text };
  const { language } = desk.state;
  const values = name === 'search' ? tripValues(desk) : passengerValues(desk);
  const heard = name === 'search' ? heardWith(desk) : {};
  return { text, call: { name: 'ask_user', arguments: { form, values, ...heard, language } } };
}

/** Words that are in none of the values, places that no flight goes to among them, and the values left open because of them. */
function heardWith({ state: { heard, trip, language } }: Desk): {
  unused?: readonly string[];
  unclear?: readonly string[];
} {
  const open = (trip.open ?? []).flatMap((one) => (one === 'infants' ? ['infantsLap', 'infantsSeat'] : [one]));
  const unclear = [...new Set([...open, ...heard.unclear])];
  const notOffered = [trip.from, trip.to].flatMap((place) =>
    place === undefined || placeNamed(place.query) !== undefined ? [] : [place[language]],
  );
  const unused = [...new Set([...notOffered, ...heard.leftOver])];
  return {
    ...(unused.length === 0 ? {} : { unused }),
    ...(unclear.length === 0 ? {} : { unclear }),
  };
}

function wasSkipped({ turns }: Desk, form: string): boolean {
  return turns.some(
    ({ user }, index) => isSkip(user) && turns[index - 1]?.uses.some((use) => use.arguments.form === form) === true,
  );
}

const NO_FIELD = /^(?:wantsReturn|open|limit|month|sort|rather|outbound|babies)$/;
/** The trip in the fields of the form: places by what the search calls them, none that no flight goes to. */
function tripValues({ state: { trip } }: Desk): Record<string, unknown> {
  const known = (place: typeof trip.from) =>
    place === undefined || placeNamed(place.query) === undefined ? undefined : place.query;
  const { from, to, date, returnDate, currency, legs, ...same } = trip;
  const values = {
    ...(legs === undefined
      ? { from: known(from), to: known(to), date, return: returnDate }
      : { legs: legs.map((leg) => ({ from: known(leg.from), to: known(leg.to), date: leg.date })) }),
    ...same,
    // Without a budget it is for the search to say.
    currency: trip.maxPrice === undefined ? undefined : currency,
  };
  return Object.fromEntries(Object.entries(values).filter(([key, one]) => one !== undefined && !NO_FIELD.test(key)));
}

function passengerValues({ state }: Desk): Record<string, unknown> {
  const missing = (type: Passenger['type'], wanted: number) => {
    const known = state.passengers.filter((one) => one.type === type).slice(0, wanted);
    return [...known, ...Array.from({ length: wanted - known.length }, () => ({ type }))];
  };
  const { trip } = state;
  const passengers = [
    ...missing('adult', adults(trip)),
    ...missing('child', children(trip)),
    ...missing('infant', trip.infantsLap ?? 0),
    ...missing('infant-seat', trip.infantsSeat ?? 0),
  ];
  return { passengers, ...(state.contact === undefined ? {} : { contact: state.contact }) };
}

const ERRORS = 'reference.md';
const FORM = 'forms.md';
const CHANGING = 'references/changing.md';
const WITH_STOP =
  /(?:cheap|save).*\b(?:stop|connect|layover|chang)|\b(?:stop|connect|layover).*(?:cheap|save)|(?:转机|中转|经停).*(?:便宜|省)/i;

export function planFlights(desk: Desk, skillId: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const { state, words } = desk;
  const { heard } = state;
  if (isSkip(desk.turn.user)) return say(questionInWords(desk));
  const done = changed(desk);
  if (done !== undefined) return done;
  const clock = needToday(desk, skill.ready);
  if (clock !== undefined) return clock;
  const outcome = attemptOfTurn(desk)?.outcome;
  if (outcome?.kind === 'booked') return say(words.booked(outcome.receipt));
  const stopped = outcome && notRun(desk, outcome, words.declined);
  if (stopped !== undefined) return stopped;
  if (outcome?.kind === 'failed') {
    const reference = needReference(desk, skill.ready, ERRORS);
    if ('answer' in reference) return reference.answer;
    return isStale(desk) ? search(desk, skill.ready) : planFailedBooking(desk, outcome.failure);
  }
  const failure = state.search?.turn === state.turn ? state.search.result : undefined;
  if (failure !== undefined && 'kind' in failure) {
    const hasWishes = (state.trip.rather ?? []).length > 0 && !wishesDropped(state);
    if (failure.kind === 'no-flights' && hasWishes) return search(desk, skill.ready, withoutWishes(state.trip));
    const reference = needReference(desk, skill.ready, ERRORS);
    if ('answer' in reference) return reference.answer;
    return askByForm(desk, skill.ready, 'search', words.searchFailed(failure, state.trip));
  }
  const left = heard.leftOver.length === 0 ? '' : words.leftOver(heard.leftOver);
  const isMissing = missingOf(state.trip).length > 0;
  if (heard.aim.kind === 'no' && !isMissing) return say(words.wontBook);
  if (isMissing || heard.unclear.length > 0)
    return askByForm(desk, skill.ready, 'search', left + questionInWords(desk));
  const result = currentResult(state);
  const isOld = heard.again && state.search?.turn !== state.turn;
  // A wish that is new has not been searched for yet.
  const isNewWish = heard.changed && state.search?.turn !== state.turn && wishesDropped(state);
  if (result === undefined || 'kind' in result || isOld || isNewWish || isStale(desk)) return search(desk, skill.ready);
  return planChoice(desk, skill.ready);
}

/** The clock first, once in each turn in which dates matter, and before the first search. */
function needToday(desk: Desk, skill: LoadedSkill): Answer | undefined {
  const { state } = desk;
  const { needsToday } = state.heard;
  const needed = needsToday ? state.todayTurn !== state.turn : searchArguments(state.trip) && state.todayTurn < 0;
  if (!needed) return undefined;
  const tried = lastRunOf(desk, SCRIPTS.time);
  if (tried === undefined) return runScript(desk, skill, SCRIPTS.time, []);
  // Days that need no today can be searched for without the clock.
  if (!needsToday) return undefined;
  return clockFailed(desk, tried.outcome);
}

function search(desk: Desk, skill: LoadedSkill, trip = desk.state.trip): Answer {
  const argv = searchArguments(trip) ?? [];
  return runScript(desk, skill, SCRIPTS.search, inLanguage(argv, desk.state.language));
}

/** An attempt to book has shown since the search that its prices or seats are no longer right. */
function isStale({ state }: Desk): boolean {
  const outcome = state.attempts.at(-1)?.outcome;
  if (state.search === undefined || state.attempts.length <= state.search.attemptsBefore) return false;
  return outcome?.kind === 'failed' && ['price-changed', 'unavailable'].includes(outcome.failure.kind);
}

function planChoice(desk: Desk, skill: LoadedSkill): Answer {
  const { state, words } = desk;
  const { heard } = state;
  const list = currentOffers(state);
  const offer = chosenOffer(state);
  if (list === undefined) return say(words.gaveUp);
  const about = list.offers.filter(({ id }) => heard.about?.split(' ').includes(id));
  if (about.length > 0) {
    const isNone = WITH_STOP.test(spokenOf(desk)) && (about[0]?.direct || about[0] !== bestOf(list.offers).cheapest);
    const facts = about.map((one) => words.about(one, list.currency)).join(' ');
    return resume(desk, skill, `${isNone ? words.noneWithStop : ''}${facts} ${questionInWords(desk)}`);
  }
  if (offer === undefined) {
    const isNew = state.search?.turn === state.turn;
    if (heard.chose && !isNew) return say(words.noSuchOffer(list.offers.length));
    if (!heard.changed && !isNew && heard.awaiting === 'choice')
      return say(
        heard.watches ? words.watchPrice : `${heard.named ? words.notedNames(state.passengers) : ''}${words.askChoice}`,
      );
    const noted = [
      heard.watches ? words.watchPrice : '',
      heard.leftOver.length === 0 ? '' : words.leftOver(heard.leftOver),
      wishesDropped(state) ? words.wishesDropped : '',
    ].join('');
    return say(`${noted}${words.offers(list, state.trip, state.changing !== undefined)}`);
  }
  const trip = wishesDropped(state) ? withoutWishes(state.trip) : state.trip;
  if (list.isOut) return search(desk, skill, { ...trip, outbound: offer.flights });
  const consents = heard.aim.kind === 'yes' && heard.awaiting === 'consent';
  if (state.changing !== undefined) {
    if (heard.chose || consents) return changeTo(desk, skill, state.changing, offer);
    return say(words.askChange(offer, list.currency));
  }
  if (namesMissing(state)) return askNames(desk, skill, heard.chose ? words.chosen(offer, list.currency) : '');
  if (consents && attemptOfTurn(desk)?.outcome.kind === 'undecided') return resume(desk, skill, words.pressButton);
  if (heard.chose || heard.named || consents) return planBooking(desk, skill, offer, list.currency);
  return say(words.askConsent(offer, list.currency));
}

/** One name is asked for in words, several by the form; so is one that was answered with something else. */
function askNames(desk: Desk, skill: LoadedSkill, picked: string): Answer {
  const { state, words } = desk;
  const foreign = !isDomestic(state.trip) && state.passengers.some(({ name }) => /\p{Script=Han}/u.test(name));
  const question = picked + (foreign ? words.latinNames : '') + words.askNames(state.trip, state.passengers.length);
  const alone = adults(state.trip) + children(state.trip) + infants(state.trip) === 1;
  if (alone && state.heard.chose) return say(question);
  const asked = askByForm(desk, skill, isDomestic(state.trip) ? 'passengers-mainland' : 'passengers', question);
  if (asked.call !== undefined || alone) return asked;
  const form = needReference(desk, skill, FORM);
  return 'answer' in form ? form.answer : asked;
}

/** A message that was not understood in the middle of a booking: the question again, with its form. */
export function planAgain(desk: Desk, skillId: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const { state, words } = desk;
  const spoken = spokenOf(desk);
  const sorry = namesBirthday(spoken)
    ? words.noBirthdays
    : isService(spoken)
      ? words.leftOver([spoken.trim()])
      : isOffTopic(spoken)
        ? words.offTopic
        : isQuestion(spoken) && state.heard.awaiting !== 'trip'
          ? `${words.topicUnknown} `
          : words.notUnderstood;
  const text = sorry + questionInWords(desk);
  switch (state.heard.awaiting) {
    case 'names':
      return askNames(desk, skill.ready, sorry);
    case 'trip':
    case 'return':
      return askByForm(desk, skill.ready, 'search', text);
    default:
      return resume(desk, skill.ready, text);
  }
}

/** Words that were answered under the card: the card again, below the answer. */
export function resume(desk: Desk, skill: LoadedSkill, text: string): Answer {
  const { state } = desk;
  const list = currentOffers(state);
  const offer = chosenOffer(state);
  const isAsked = attemptOfTurn(desk)?.outcome.kind === 'undecided';
  if (!isAsked || list === undefined || offer === undefined || namesMissing(state)) return say(text);
  return { ...planBooking(desk, skill, offer, list.currency), text };
}

/** The latest words: the message, or what was written under the card. */
export function spokenOf(desk: Desk): string {
  const outcome = attemptOfTurn(desk)?.outcome;
  return outcome?.kind === 'undecided' ? outcome.words : desk.turn.user;
}

export function questionInWords({ state, words }: Desk): string {
  const list = currentOffers(state);
  const offer = chosenOffer(state);
  const missing = missingOf(state.trip);
  if (state.heard.readings.length > 1) return words.askWhich(state.heard.readings);
  if (missing.length > 0) return words.ask(missing, state.trip);
  if (list === undefined) return words.askCheck(state.trip);
  if (offer === undefined) return words.askChoice;
  if (state.changing !== undefined) return words.askChange(offer, list.currency);
  return namesMissing(state)
    ? words.askNames(state.trip, state.passengers.length)
    : words.askConsent(offer, list.currency);
}

/** A booking is looked up, then its new flights are found like those of a new trip. */
export function planChange(desk: Desk, skillId: string, reference: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const { words, state } = desk;
  const how = needReference(desk, skill.ready, CHANGING);
  if ('answer' in how) return how.answer;
  const shown = lastRunOf(desk, SCRIPTS.manage);
  if (shown === undefined) return manage(desk, skill.ready, ['show', reference]);
  if (shown.outcome.kind !== 'done') {
    const errors = needReference(desk, skill.ready, 'reference.md');
    return 'answer' in errors ? errors.answer : say(words.bookingNotFound(reference));
  }
  return state.changing === undefined ? say(words.cannotChange(reference)) : planFlights(desk, skillId);
}

// The new flights of a booking are chosen: what the change costs, then the change, which is asked for on its card.

function changeTo(desk: Desk, skill: LoadedSkill, reference: string, offer: FlightOffer): Answer {
  const { words } = desk;
  const run = lastRunOf(desk, SCRIPTS.manage);
  const command = ['change', reference, '--offer', offer.id];
  if (run?.argv[0] !== 'change') return manage(desk, skill, [...command, '--quote']);
  const { outcome } = run;
  if (outcome.kind === 'done') return manage(desk, skill, [...command, '--expect-total', dueNow(outcome.output)]);
  if (outcome.kind !== 'failed')
    return notRun(desk, outcome, words.cancelDeclined, words.changeUndecided) ?? say(words.gaveUp);
  const errors = needReference(desk, skill, 'reference.md');
  return 'answer' in errors ? errors.answer : say(words.notChanged(outcome.failure));
}

/** A booking was changed in this turn. */
function changed(desk: Desk): Answer | undefined {
  const run = lastRunOf(desk, SCRIPTS.manage);
  if (run?.argv[0] !== 'change' || run.argv.includes('--quote') || run.outcome.kind !== 'done') return undefined;
  return say(desk.words.changed(readReceipt(run.outcome.output)));
}

/** Amount for `--expect-total`; negative for money that comes back. */
function dueNow(output: string): string {
  const [, back, amount = '0'] = /^(?:To pay now: |需补付：|(You get back: |退还：))\D*([\d,.]+)$/m.exec(output) ?? [];
  return `${back === undefined ? '' : '-'}${amount.replaceAll(',', '')}`;
}
