/** The way to a flight: today, what is missing, the search, the choice, the passengers, the booking. */
import { namesMissing, typedPassengers } from '../dialogue/awaiting.ts';
import { SCRIPTS } from '../dialogue/observe.ts';
import { currentFailure, proposalOf } from '../dialogue/proposal.ts';
import { adults, children, inLanguage, missingOf, searchArguments } from '../dialogue/search-arguments.ts';
import { chosenOffer, currentOffers } from '../dialogue/select.ts';
import type { LoadedSkill } from '../request/skills.ts';
import type { Answer } from '../wire.ts';
import { askByForm } from './ask-by-form.ts';
import { attemptOfTurn, planBooking, planFailedBooking } from './booking.ts';
import { type Desk, lastRunOf, needReference, needSkill, runScript, say } from './desk.ts';

const ERRORS = 'reference.md';
const FORM = 'forms.md';

/** Conditions that were not understood are said back with whatever words end the turn, or stand before the booking. */
export function planFlights(desk: Desk, skillId: string): Answer {
  const answer = plan(desk, skillId);
  const { leftOver } = desk.state.heard;
  const { call, text } = answer;
  const speaks = call === undefined || text !== '' || String(call.arguments.command).includes(SCRIPTS.book);
  if (leftOver.length === 0 || !speaks || attemptOfTurn(desk) !== undefined) return answer;
  return { ...answer, text: [text, desk.words.leftOver(leftOver)].filter((part) => part !== '').join('\n\n') };
}

function plan(desk: Desk, skillId: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  if (desk.state.heard.noSuchDay !== undefined) return say(desk.words.noSuchDay(desk.state.heard.noSuchDay));
  if (desk.state.heard.pastDay !== undefined)
    return say(desk.words.pastDay(desk.state.heard.pastDay, desk.state.today));
  const clock = needToday(desk, skill.ready);
  if (clock !== undefined) return clock;
  const attempt = attemptOfTurn(desk);
  if (attempt?.outcome.kind === 'booked') return say(desk.words.booked(attempt.outcome.receipt));
  if (attempt?.outcome.kind === 'declined') return say(desk.words.declined);
  if (attempt?.outcome.kind === 'unasked') return say(desk.words.unasked);
  if (attempt?.outcome.kind === 'not-run') return say(desk.words.notRun(attempt.outcome.message));
  const { state } = desk;
  const missing = missingOf(state.trip);
  if (missing.length > 0) return askByForm(desk, skill.ready, 'search', desk.words.ask(missing, state.trip));
  if (attempt?.outcome.kind === 'failed') {
    const reference = needReference(desk, skill.ready, ERRORS);
    if ('answer' in reference) return reference.answer;
    const again = isStale(desk) && desk.state.search?.turn !== undefined ? search(desk, skill.ready) : undefined;
    return again ?? planFailedBooking(desk, attempt.outcome.failure);
  }
  const failure = currentFailure(state);
  const searched = state.search?.turn === state.turn;
  // What failed for a reason of its own (a stop, a full disk) may work now; what was not found will not be.
  const retry = state.heard.again || state.heard.changed || state.heard.flights || failure?.kind === 'other';
  if (failure !== undefined && (searched || !retry)) {
    const reference = needReference(desk, skill.ready, ERRORS);
    if ('answer' in reference) return reference.answer;
    return say(desk.words.searchFailed(failure, state.trip, proposalOf(state.trip, failure)));
  }
  if (currentOffers(state) === undefined || isStale(desk) || (state.heard.again && !searched)) {
    return search(desk, skill.ready);
  }
  return planChoice(desk, skill.ready);
}

/** The clock first, once in each turn in which dates matter. */
function needToday(desk: Desk, skill: LoadedSkill): Answer | undefined {
  const { state, words } = desk;
  const argv = searchArguments(state.trip);
  const needed = state.heard.needsToday ? state.todayTurn !== state.turn : argv !== undefined && state.todayTurn < 0;
  if (!needed) return undefined;
  const tried = lastRunOf(desk, SCRIPTS.time);
  if (tried === undefined) return runScript(desk, skill, SCRIPTS.time, []);
  // Dates that need no today can be searched for without the clock.
  if (!state.heard.needsToday) return undefined;
  const { outcome } = tried;
  return say(words.scriptFailed(SCRIPTS.time, 'message' in outcome ? outcome.message : outcome.kind));
}

function search(desk: Desk, skill: LoadedSkill): Answer {
  const argv = searchArguments(desk.state.trip) ?? [];
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
  const list = currentOffers(state);
  const offer = chosenOffer(state);
  if (list === undefined) return say(words.gaveUp);
  const { heard } = state;
  const searched = state.search?.turn === state.turn;
  if (offer === undefined) {
    if (heard.cheaper && state.proposed !== undefined) return say(words.cheapest(list, state.trip, state.proposed));
    if (searched || heard.changed) {
      const note = heard.foreignMoney ? `${words.onlyTwoCurrencies}\n\n` : '';
      return say(note + words.offers(list, state.trip));
    }
    if (heard.chose) return say(words.noSuchOffer(list.offers.length));
    if (heard.aim.kind === 'no') return say(words.wontBook);
    if (heard.named) return say(`${words.noted(typedPassengers(state))}${gap(state.language)}${words.askChoice}`);
    return say(heard.awaiting === 'choice' && !heard.flights ? words.askChoice : words.offers(list, state.trip));
  }
  const prefix = searched ? `${words.offers(list, state.trip).replace(/\n\n[\s\S]*$/, '')}\n\n` : '';
  const picked = heard.chose ? words.chosen(offer, list.currency) : '';
  if (heard.aim.kind === 'no') return say(words.wontBook);
  if (namesMissing(state)) {
    const party = adults(state.trip) + children(state.trip);
    const question = prefix + picked + words.askNames(state.trip, typedPassengers(state));
    if (party === 1) return say(question);
    const asked = askByForm(desk, skill, 'passengers', question);
    if (asked.call !== undefined) return asked;
    const form = needReference(desk, skill, FORM);
    return 'answer' in form ? form.answer : say(question);
  }
  const consents = heard.aim.kind === 'yes' && heard.awaiting === 'consent';
  if (heard.chose || heard.named || consents) return planBooking(desk, skill, offer, list.currency);
  return say(prefix + picked + words.askConsent(offer, list.currency));
}

/** The question that stands open, for a message that did not answer it. */
export function openQuestion({ state, words }: Desk): string | undefined {
  const list = currentOffers(state);
  const offer = chosenOffer(state);
  switch (state.heard.awaiting) {
    case 'route':
    case 'date':
    case 'return': {
      const missing = missingOf(state.trip);
      return missing.length === 0 ? undefined : words.ask(missing, state.trip);
    }
    case 'choice':
      return words.askChoice;
    case 'names':
      return words.askNames(state.trip, typedPassengers(state));
    case 'consent':
      return list === undefined || offer === undefined ? undefined : words.askConsent(offer, list.currency);
    default:
      return undefined;
  }
}

/** Between two sentences. */
function gap(language: 'zh' | 'en'): string {
  return language === 'zh' ? '' : ' ';
}

/** Whether the latest message is about the flight being arranged. */
export function concernsFlights(desk: Desk): boolean {
  const { heard, arranging, trip } = desk.state;
  if (heard.noSuchDay !== undefined) return true;
  if (heard.flights || heard.changed || heard.cheaper || heard.chose || heard.named || heard.again) return true;
  // Compaction may have taken the flights away that were shown: a yes goes on with the trip all the same.
  if (arranging && heard.aim.kind === 'yes' && missingOf(trip).length === 0) return true;
  return heard.awaiting !== undefined && (heard.aim.kind === 'yes' || heard.aim.kind === 'no');
}
