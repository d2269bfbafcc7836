/** Questions about rules: answered from the skill's reference, not from memory. */
import { findPassage, type Topic } from '../understand/choice.ts';
import type { Answer } from '../wire.ts';
import { askByForm } from './ask-by-form.ts';
import { type Desk, needReference, needSkill, say } from './desk.ts';
import { questionInWords, resume, spokenOf } from './flights.ts';

const FILES: Readonly<Record<Topic, string>> = {
  baggage: 'references/fares.md',
  fares: 'references/fares.md',
  cities: 'references/cities.md',
  other: 'reference.md',
};

export function planTopic(desk: Desk, skillId: string, topic: Topic): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const reference = needReference(desk, skill.ready, FILES[topic]);
  if ('answer' in reference) return reference.answer;
  const facts = findPassage(reference.ready?.text ?? '', topic, desk.state.language, spokenOf(desk));
  const answer = facts ?? desk.words.topicUnknown;
  const { awaiting } = desk.state.heard;
  // In the middle of a booking the open question comes after the answer, with its form or its card.
  if (awaiting === undefined || awaiting === 'which-booking') return say(answer);
  const text = `${answer}\n\n${questionInWords(desk)}`;
  const isTrip = awaiting === 'trip' || awaiting === 'return';
  return isTrip ? askByForm(desk, skill.ready, 'search', text) : resume(desk, skill.ready, text);
}
