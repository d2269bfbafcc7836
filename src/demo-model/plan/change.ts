/** Moving a booking to other flights: it is looked up, then its new flights are found like those of a new trip. */
import { SCRIPTS } from '../dialogue/observe.ts';
import type { Answer } from '../wire.ts';
import { type Desk, lastRunOf, manage, needReference, needSkill, say } from './desk.ts';
import { planFlights } from './flights.ts';

const HOW = 'references/changing.md';

export function planChange(desk: Desk, skillId: string, reference: string): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const { words, state } = desk;
  const how = needReference(desk, skill.ready, HOW);
  if ('answer' in how) return how.answer;
  const shown = lastRunOf(desk, SCRIPTS.manage);
  if (shown === undefined) return manage(desk, skill.ready, ['show', reference]);
  if (shown.outcome.kind !== 'done') {
    const errors = needReference(desk, skill.ready, 'reference.md');
    return 'answer' in errors ? errors.answer : say(words.bookingNotFound(reference));
  }
  return state.changing === undefined ? say(words.cannotChange(reference)) : planFlights(desk, skillId);
}
