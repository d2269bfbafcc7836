/** The next step of the conversation: one tool call, or words. */
import { SCRIPTS } from '../dialogue/observe.ts';
import { readScriptRun } from '../request/script-run.ts';
import type { Answer } from '../wire.ts';
import { attemptOfTurn } from './booking.ts';
import { planBookings } from './bookings.ts';
import { planChange } from './change.ts';
import { clockFailed, type Desk, lastRunOf, needSkill, runScript, say, searchSkills } from './desk.ts';
import { findFittingSkill, findFlightSkill } from './find-skill.ts';
import { planAgain, planFlights } from './flights.ts';
import { planOtherSkill, planSkillList, planSkillOrder } from './skill-orders.ts';
import { planTopic } from './topics.ts';

/** Tool calls in one turn; the longest way (load, clock, book, reference, search) takes six. */
const MOST_CALLS = 8;
/** A search may be repeated after a booking failed on its price; nothing else is worth doing twice in a turn. */
const MOST_EQUAL_CALLS = 2;
/** Words in the description of a skill for flights, in both languages. */
const FLIGHTS = 'search and book flights 机票';

export function nextStep(desk: Desk): Answer {
  const answer = plan(desk);
  if (answer.call === undefined) return answer;
  const asJson = JSON.stringify(answer.call.arguments);
  const { name } = answer.call;
  // A card may come back as often as the person asks something first.
  const uses = desk.turn.uses.filter((use) => readScriptRun(use)?.outcome.kind !== 'undecided');
  const equal = uses.filter((use) => use.name === name && JSON.stringify(use.arguments) === asJson).length;
  return uses.length >= MOST_CALLS || equal >= MOST_EQUAL_CALLS ? say(desk.words.gaveUp) : answer;
}

function plan(desk: Desk): Answer {
  const { words, state } = desk;
  const { aim } = state.heard;
  // The question under the card was answered; the card's outcome comes after it.
  const became = attemptOfTurn(desk)?.outcome.kind;
  if (became !== undefined && became !== 'undecided') return withFlightSkill(desk, (skill) => planFlights(desk, skill));
  switch (aim.kind) {
    case 'identity':
    case 'capabilities':
    case 'greeting':
    case 'thanks':
    case 'farewell':
      return say(words[aim.kind]);
    case 'abandon':
      return say(words.abandoned);
    case 'skills':
      return planSkillList(desk);
    case 'skill-order':
      return planSkillOrder(desk, aim.order);
    case 'bookings':
      return withFlightSkill(desk, (skill) => planBookings(desk, skill));
    case 'change':
      return withFlightSkill(desk, (skill) => planChange(desk, skill, aim.reference));
    case 'topic':
      return withFlightSkill(desk, (skill) => planTopic(desk, skill, aim.topic));
    case 'time':
      return withFlightSkill(desk, (skill) => planTime(desk, skill));
    case 'more':
    case 'yes':
    case 'no':
    case 'open':
      return planOpen(desk);
  }
}

function planOpen(desk: Desk): Answer {
  const { state, words } = desk;
  const { aim, awaiting, concerns } = state.heard;
  if (awaiting === 'which-booking') return withFlightSkill(desk, (skill) => planBookings(desk, skill));
  if (concerns) return withFlightSkill(desk, (skill) => planFlights(desk, skill));
  const fitting = findFittingSkill(desk.catalog, desk.turn.user);
  if (fitting !== undefined && fitting !== findFlightSkill(desk)) return planOtherSkill(desk, fitting);
  if (awaiting !== undefined) return withFlightSkill(desk, (skill) => planAgain(desk, skill));
  const search = aim.kind === 'open' ? searchSkills(desk, desk.turn.user) : undefined;
  if (search !== undefined) return search;
  if (aim.kind === 'no') return say(words.wontBook);
  return say(aim.kind === 'open' ? words.cannot : words.greeting);
}

function planTime(desk: Desk, skillId: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const { today, time, todayTurn, turn } = desk.state;
  if (today !== undefined && todayTurn === turn) return say(desk.words.time(today, time));
  const tried = lastRunOf(desk, SCRIPTS.time)?.outcome;
  if (tried === undefined) return runScript(desk, skill.ready, SCRIPTS.time, []);
  return clockFailed(desk, tried);
}

function withFlightSkill(desk: Desk, next: (skill: string) => Answer): Answer {
  if (!desk.toolbox.can('run-command')) return say(desk.words.noRunTool);
  const skill = findFlightSkill(desk);
  return skill === undefined ? (searchSkills(desk, FLIGHTS) ?? say(desk.words.noSkill)) : next(skill);
}
