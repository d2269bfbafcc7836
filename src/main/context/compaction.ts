/**
 * Chooses what to compact when a request would exceed 80% of the context (CONTRACT §5): old tool results first, then
 * old turns, then unused skills. Pure: a state in, the open steps out. Applied to its own result it changes nothing.
 */
import { wordsForModel } from '../../shared/attachments.ts';
import { type CompactionStep, RECENT_MESSAGES, type TurnsStep } from '../../shared/context-views.ts';
import { keptWhole } from '../../shared/pinned-messages.ts';
import { applyEvent } from '../../shared/reducer.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import { SHORT_RESULT } from '../../shared/summary.ts';
import { unmentionedSkills } from './budget.ts';
import { covers, isLoadedText, latestSummary } from './compacted-messages.ts';
import { extractiveSummary } from './extractive-summary.ts';
import { visible } from './media.ts';

/** Characters of old turns under which a summary would save nothing worth an event. */
const LEAST_TURNS = 600;
/** Share of the context; and characters that a token has in English, roughly. */
const ASKING = 0.05;
const CHARACTERS_PER_TOKEN = 4;
/** Characters by which a summary of the conversation's own words is shorter than what it takes the place of. */
const LEAST_GAIN = 200;

/** The steps that are open, in the order in which they are to be tried. */
export const compactionSteps = (state: SessionState): CompactionStep[] => [
  ...toolResultsStep(state),
  ...turnsStep(state),
  ...unusedSkills(state),
];

/** Messages before the last ten. The border moves back rather than part a call from its result. */
export function oldMessages({ messages }: Pick<SessionState, 'messages'>): readonly Message[] {
  let border = Math.max(0, messages.length - RECENT_MESSAGES);
  while (border > 0 && messages[border]?.role === 'tool') border -= 1;
  return messages.slice(0, border);
}

/** Old messages that may be compacted: all but what is pinned and what the person wrote last. */
export function compactable(state: SessionState): readonly Message[] {
  const kept = keptWhole(state);
  return oldMessages(state).filter((message) => !kept.has(message.seq));
}

/** The state with a step taken, for what its request would be. */
export function afterStep(state: SessionState, step: CompactionStep): SessionState {
  const envelope = { v: 1, seq: state.lastSeq + 1, at: '', session: state.id };
  if (step.strategy === 'skills') {
    const { id, tokens } = step.unload;
    return applyEvent(state, { ...envelope, type: 'skill-unloaded', skill: id, tokens, reason: 'pressure' });
  }
  return applyEvent(state, { ...envelope, type: 'context-compacted', ...step, before: 0, after: 0 });
}

export function toolResultsStep(state: SessionState): CompactionStep[] {
  const done = state.compactions.filter((compaction) => compaction.strategy !== 'skills');
  const open = compactable(state).filter(
    (message) => isLong(state, message) && !done.some((compaction) => covers(compaction, message.seq)),
  );
  const [first, last] = [open[0], open.at(-1)];
  return first === undefined || last === undefined
    ? []
    : [{ strategy: 'tool-results', coversSeq: [first.seq, last.seq], messages: open.length }];
}

/** A result that can be shortened, or a message whose pictures and PDFs can be removed. */
function isLong(state: SessionState, message: Message): boolean {
  if (message.role === 'user') return visible(state, message.attachments).length > 0;
  return message.role === 'tool' && message.content.length > SHORT_RESULT && !isLoadedText(state, message.callId);
}

/**
 * Summary extracted from the conversation; a model's may replace it.
 * @param instruction from the user: what is already summarised is summarised again, once per instruction.
 */
export function turnsStep(state: SessionState, instruction?: string): TurnsStep[] {
  const covered = compactable(state);
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return [];
  const latest = latestSummary(state);
  const open = latest === undefined ? covered : covered.filter((message) => !covers(latest, message.seq));
  const anew = instruction !== undefined && latest !== undefined && latest.instruction !== instruction;
  if (!anew && lengthOf(state, open) < LEAST_TURNS) return [];
  const replaced = anew ? lengthOf(state, covered) : lengthOf(state, open) + (latest?.summary?.length ?? 0);
  return [
    {
      strategy: 'turns',
      coversSeq: [first.seq, last.seq],
      messages: covered.length,
      summary: extractiveSummary(state, covered, replaced - LEAST_GAIN),
      writtenBy: 'extract',
      ...(instruction === undefined ? {} : { instruction }),
    },
  ];
}

/**
 * True if the model should write the next summary: the first, and again once enough new text has arrived to be worth a
 * request. Less is appended as an extract, so that a nearly full context does not ask at every step.
 */
export function isWorthAsking(state: SessionState): boolean {
  const written = state.compactions.findLast((one) => one.strategy === 'turns' && one.writtenBy === 'model');
  if (written === undefined) return true;
  const since = compactable(state).filter((message) => !covers(written, message.seq));
  return lengthOf(state, since) >= state.limits.maxContext * ASKING * CHARACTERS_PER_TOKEN;
}

/** Characters, results as short as the step before would make them. What is loaded stays wherever its result goes. */
function lengthOf(state: SessionState, messages: readonly Message[]): number {
  return messages.reduce((sum, message) => {
    if (message.role === 'user') return sum + wordsForModel(message).length;
    if (message.role === 'tool') {
      return isLoadedText(state, message.callId) ? sum : sum + Math.min(message.content.length, SHORT_RESULT);
    }
    return message.toolCalls.reduce((all, call) => all + call.arguments.length, sum + message.text.length);
  }, 0);
}

function unusedSkills(state: SessionState): CompactionStep[] {
  return unmentionedSkills(state)
    .filter((skill) => !skill.pinned)
    .map((unload) => ({ strategy: 'skills', unload }));
}
