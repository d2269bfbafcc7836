/**
 * What to compact when a request would be over 80 % of the context (CONTRACT §5): old tool results first, then old
 * turns, then unused skills. Pure: a state in, the next step out. Running it again on its own result changes nothing.
 */
import type { CompactionStep } from '../../shared/context-plans.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import { RECENT_MESSAGES, unmentionedSkills } from './budget.ts';
import { covers, isLoadedText } from './compacted-messages.ts';
import { extractiveSummary } from './extractive-summary.ts';
import { SHORT_RESULT } from './shorten-result.ts';

/** Share of `maxContext` over which a request is compacted before it is sent. Source: seeds/001, "80 %". */
export const COMPACT_THRESHOLD = 0.8;

/** The steps that are open, in the order in which they are to be tried. */
export function compactionSteps(state: SessionState): CompactionStep[] {
  const old = oldMessages(state);
  return [...toolResults(state, old), ...turns(state, old), ...unusedSkills(state)];
}

/** Messages before the last ten. The border moves back rather than part a call from its result. */
export function oldMessages({ messages }: SessionState): readonly Message[] {
  let border = Math.max(0, messages.length - RECENT_MESSAGES);
  while (border > 0 && messages[border]?.role === 'tool') border -= 1;
  return messages.slice(0, border);
}

function toolResults(state: SessionState, old: readonly Message[]): CompactionStep[] {
  const done = state.compactions.filter((compaction) => compaction.strategy !== 'skills');
  const open = old.filter(
    (message) =>
      message.role === 'tool' &&
      message.content.length > SHORT_RESULT &&
      !isLoadedText(state, message.callId) &&
      !done.some((compaction) => covers(compaction, message.seq)),
  );
  const [first, last] = [open[0], open.at(-1)];
  return first === undefined || last === undefined
    ? []
    : [{ strategy: 'tool-results', coversSeq: [first.seq, last.seq] }];
}

function turns(state: SessionState, old: readonly Message[]): CompactionStep[] {
  const [first, last] = [old[0], old.at(-1)];
  if (first === undefined || last === undefined) return [];
  const latest = state.compactions.findLast((compaction) => compaction.strategy === 'turns');
  if (latest !== undefined && latest.coversSeq[1] >= last.seq) return [];
  return [{ strategy: 'turns', coversSeq: [first.seq, last.seq], summary: extractiveSummary(state, old) }];
}

function unusedSkills(state: SessionState): CompactionStep[] {
  return unmentionedSkills(state).map((unload) => ({ strategy: 'skills', unload }));
}
