/** Questions about rules: answered from the skill's references, not from memory. */
import { chosenOffer } from '../dialogue/select.ts';
import type { LoadedSkill } from '../request/skills.ts';
import type { Topic } from '../understand/topics.ts';
import type { Answer } from '../wire.ts';
import { type Desk, needReference, needSkill, say } from './desk.ts';
import { findPassage } from './passages.ts';

/** How many references one question may bring into the context. */
const MOST_LOADS = 2;

export function planTopic(desk: Desk, skillId: string, topic: Topic): Answer {
  const skill = needSkill(desk, skillId);
  if ('answer' in skill) return skill.answer;
  for (const path of likelyReferences(skill.ready, topic).slice(0, MOST_LOADS)) {
    const reference = needReference(desk, skill.ready, path);
    if ('answer' in reference) return reference.answer;
    const facts = findPassage(reference.ready?.text ?? '', topic, desk.state.language);
    if (facts !== undefined) return say(desk.words.topic(topic, facts, chosenOffer(desk.state)));
  }
  return say(desk.words.topicUnknown(topic));
}

/** What is loaded first, then the main reference, then the form: what the instructions say they hold. */
function likelyReferences(skill: LoadedSkill, topic: Topic): string[] {
  const form = topic === 'documents' || topic === 'payment' || topic === 'children';
  const rank = (path: string) =>
    (/^reference\.md$/i.test(path) ? 2 : 0) + (form && /form/i.test(path) ? 1 : 0) - (/api/i.test(path) ? 1 : 0);
  return [...skill.references].sort((a, b) => rank(b) - rank(a));
}
