/** The next step of the conversation: one tool call, or words. */
import { readScriptRun } from '../script-run.ts';
import type { CatalogSkill } from '../skills.ts';
import { findPassage, type Topic } from '../understand/choice.ts';
import { isOfTravel, isQuestion } from '../understand/intent.ts';
import type { Answer } from '../wire.ts';
import {
  attemptOfTurn,
  type Desk,
  isSameCall,
  needReference,
  needSkill,
  planBookings,
  say,
  searchSkills,
} from './desk.ts';
import { askByForm, planAgain, planChange, planFlights, questionInWords, resume, spokenOf } from './flights.ts';

/** Finds the skill of the catalog that fits, judged as any model would have to: by ids and descriptions. */
const ABOUT_FLIGHTS = /\bflights?\b|\bair(?:line|fare| ?tickets?)|机票|航班|航旅/i;
const COMMON =
  /^(?:the|and|for|with|that|this|when|use|used|using|user|users|person|from|into|about|your|their|have|will|can|any|all|not|are|was|were|what|which|please|help|want|need|would|like|some|make|get|give|tell|show|file|files|them|they|you|how|text|data|work|works)$/;

export function findFlightSkill(desk: Pick<Desk, 'catalog' | 'loaded'>): string | undefined {
  const about = (skill: { id: string; text: string }) =>
    ABOUT_FLIGHTS.test(`${skill.id.replace(/[-_]/g, ' ')} ${skill.text}`);
  const known = [
    ...desk.loaded.map((skill) => ({ id: skill.id, text: skill.instructions.slice(0, 1000) })),
    ...desk.catalog.map((skill) => ({ id: skill.id, text: skill.description })),
  ];
  return (known.find((skill) => skill.id === 'book-flight') ?? known.find(about))?.id;
}

/** The skill whose id is named, or whose description shares most with the words, where it shares enough. */
export function findFittingSkill(catalog: readonly CatalogSkill[], text: string): string | undefined {
  const wanted = terms(text);
  const scored = catalog.map((skill) => {
    if (text.toLowerCase().includes(skill.id.toLowerCase())) return { id: skill.id, score: 100 };
    const own = terms(skill.description);
    // The title before the first colon says more than what the rest mentions.
    const title = terms(
      `${skill.id.replace(/[-_]/g, ' ')} ${/^[^:：]{0,80}(?=[:：])/.exec(skill.description)?.[0] ?? ''}`,
    );
    const score = [...wanted].map((term) => (title.has(term) ? 2 : own.has(term) ? 1 : 0));
    return { id: skill.id, score: score.reduce<number>((sum, one) => sum + one, 0) };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score >= 2 ? best.id : undefined;
}

/** English words of four letters and more without their endings, and pairs of Chinese characters. */
function terms(text: string): Set<string> {
  const english = (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !COMMON.test(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word));
  const chinese = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    [...run].slice(1).map((char, index) => `${[...run][index] ?? ''}${char}`),
  );
  return new Set([...english, ...chinese]);
}

/** A skill that fits a request that is none of flights: loaded, and its scripts run where one is named; no more is claimed. */
function planOtherSkill(desk: Desk, id: string): Answer {
  const skill = needSkill(desk, id);
  return 'answer' in skill ? skill.answer : say(desk.words.cannotFollow(id));
}

/** Tool calls in one turn; the longest way (load, clock, book, reference, search) takes six. */
const MOST_CALLS = 8;
/** A search may be repeated after a booking failed on its price; nothing else is worth doing twice in a turn. */
const MOST_EQUAL_CALLS = 2;
/** Words in the description of a skill for flights, in both languages. */
const FLIGHTS = 'search and book flights 机票';

export function nextStep(desk: Desk): Answer {
  const answer = plan(desk);
  if (answer.call === undefined) return answer;
  const { call } = answer;
  // A card may come back as often as the person asks something first.
  const uses = desk.turn.uses.filter((use) => readScriptRun(use)?.outcome.kind !== 'undecided');
  const equal = uses.filter((use) => isSameCall(use, call)).length;
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
    case 'bookings':
      return withFlightSkill(desk, (skill) => planBookings(desk, skill));
    case 'change':
      return withFlightSkill(desk, (skill) => planChange(desk, skill, aim.reference));
    case 'topic':
      return withFlightSkill(desk, (skill) => planTopic(desk, skill, aim.topic));
    default:
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
  if (aim.kind !== 'open') return say(state.bookings.length > 0 ? words.thanks : words.greeting);
  return say(isQuestion(desk.turn.user) && isOfTravel(desk.turn.user) ? words.topicUnknown : words.cannot);
}

function withFlightSkill(desk: Desk, next: (skill: string) => Answer): Answer {
  if (!desk.toolbox.can('run-command')) return say(desk.words.noRunTool);
  const skill = findFlightSkill(desk);
  return skill === undefined ? (searchSkills(desk, FLIGHTS) ?? say(desk.words.noSkill)) : next(skill);
}

// Questions about rules: answered from the skill's reference, not from memory.

const FILES: Readonly<Record<Topic, string>> = {
  baggage: 'references/fares.md',
  fares: 'references/fares.md',
  cities: 'references/cities.md',
  names: 'references/changing.md',
  other: 'reference.md',
};

function planTopic(desk: Desk, skillId: string, topic: Topic): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const reference = needReference(desk, skill.ready, FILES[topic]);
  if ('answer' in reference) return reference.answer;
  const facts = findPassage(reference.ready?.text ?? '', topic, desk.state.language, spokenOf(desk));
  const answer = facts ?? (topic === 'names' ? desk.words.namesFixed : desk.words.topicUnknown);
  const { awaiting } = desk.state.heard;
  // In the middle of a booking the open question comes after the answer, with its form or its card.
  if (awaiting === undefined || awaiting === 'which-booking') return say(answer);
  const text = `${answer}\n\n${questionInWords(desk)}`;
  const isTrip = awaiting === 'trip' || awaiting === 'return';
  return isTrip ? askByForm(desk, skill.ready, 'search', text) : resume(desk, skill.ready, text);
}
