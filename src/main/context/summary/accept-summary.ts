/** Checks if a model's answer can replace the turns, and which of their key facts it lacks. */

import { SUMMARY_NOTE } from '../../../shared/app-notes.ts';
import type { SummaryTask } from '../../../shared/context-plans.ts';
import type { SummaryFallback } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { covers, isLoadedText } from '../compaction/compacted-messages.ts';
import { compactable } from '../compaction/compaction.ts';
import { counting } from '../tokens/counter.ts';
import { keyFacts } from './key-facts.ts';
import { loadedWhy } from './loaded-why.ts';
import { answerTokens } from './summary-request.ts';

/** Characters of what is added. */
const ADDED = 800;

export type Acceptance = { readonly summary: string } | { readonly refused: SummaryFallback };

/** @param finishReason the provider's word: an answer that was cut short is no summary. */
export async function acceptSummary(
  state: SessionState,
  task: SummaryTask,
  answer: { readonly text: string; readonly finishReason: string },
): Promise<Acceptance> {
  const text = withoutThoughts(answer.text);
  if (answer.finishReason === 'length') return { refused: { code: 'cut' } };
  if (text === '') return { refused: { code: 'empty' } };
  if (isRefusal(text)) return { refused: { code: 'refusal' } };
  const most = answerTokens(state);
  const tokens = await counting(state.model, (counter) => counter.count(text));
  if (tokens > most) return { refused: { code: 'long', figures: { tokens, most } } };
  return { summary: [SUMMARY_NOTE, text, ...alsoNoted(state, task, text)].join('\n') };
}

/** Characters: a summary that quotes such words on its way is longer. */
const LONGEST_REFUSAL = 240;
const REFUSAL =
  /^(?:(?:I['’]m|I am) (?:so |very )?sorry|sorry|I apologi[sz]e)\b.{0,60}\b(?:I|can['’]?t|cannot|unable)\b|^(?:unfortunately,? )?(?:I (?:can['’]?t|can ?not|won['’]?t|will not)|(?:I['’]m|I am) (?:unable|not able)|as an AI)\b|^(?:(?:很|非常|十分)?(?:抱歉|对不起|遗憾)|(?:作为|身为)[^，。]{0,10}(?:AI|人工智能)|我(?:无法|不能))/iu;

/** A refusal in the place of the turns would lose them, and be read as a refusal of what the person asks. */
function isRefusal(text: string): boolean {
  return text.length <= LONGEST_REFUSAL && REFUSAL.test(text);
}

/** Some servers send the model's thoughts as text before its answer; thoughts that never end have no answer behind them. */
function withoutThoughts(text: string): string {
  const said = text.replace(/^\s*<(think|thinking)>[\s\S]*?(?:<\/\1>|$)/, '').trim();
  return said.startsWith(SUMMARY_NOTE) ? said.slice(SUMMARY_NOTE.length).trim() : said;
}

/** Taken from the messages themselves: a model may omit what it considers a detail. */
function alsoNoted(state: SessionState, { coversSeq }: SummaryTask, text: string): string[] {
  const known = plain(text);
  const messages = compactable(state).filter(
    (message) =>
      covers({ coversSeq }, message.seq) && (message.role !== 'tool' || !isLoadedText(state, message.callId)),
  );
  const { said, told } = keyFacts(messages);
  const facts: string[] = [];
  let used = 0;
  for (const fact of [...said, ...told]) {
    if (known.includes(plain(fact))) continue;
    used += fact.length + 3;
    if (used > ADDED) break;
    facts.push(fact);
  }
  const skills = loadedWhy(state).filter((skill) => !known.includes(plain(skill.id)));
  return [
    ...(facts.length === 0 ? [] : [`Also noted: ${facts.join(' · ')}`]),
    ...(skills.length === 0 ? [] : [`Skills loaded: ${skills.map((skill) => skill.line).join(', ')}.`]),
  ];
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s,]+/g, '');
}
