/** Questions about rules: answered from the skill's reference, not from memory. */
import { findPassage, type Topic } from '../understand/topics.ts';
import type { Answer } from '../wire.ts';
import { type Desk, needReference, needSkill, say } from './desk.ts';

export function planTopic(desk: Desk, skillId: string, topic: Topic): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  const reference = needReference(desk, skill.ready, 'reference.md');
  if ('answer' in reference) return reference.answer;
  const facts = findPassage(reference.ready?.text ?? '', topic, desk.state.language);
  return say(facts === undefined ? desk.words.topicUnknown : desk.words.topic(facts));
}
