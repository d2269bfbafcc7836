/**
 * Turns in an order that every chat template accepts. Templates of Mistral, Gemma and Llama refuse two messages of one
 * role in a row, and Mistral's a person's message right after a tool's result.
 */
import { perObject } from '../../../../shared/per-object.ts';
import type { Turn } from '../wire.ts';

/** Replaces the missing answer of a run that was stopped or failed after the tool's result. */
const NO_ANSWER: Turn = { role: 'assistant', content: '(No answer: the run ended here.)', calls: [] };

export function alternate(turns: readonly Turn[]): Turn[] {
  const ordered: Turn[] = [];
  for (const turn of turns) {
    const before = ordered.at(-1);
    if (before?.role === 'tool' && turn.role === 'user') {
      ordered.push(NO_ANSWER, turn);
      continue;
    }
    const merged = before?.role === turn.role ? joinedAfter(before)(turn) : undefined;
    if (merged === undefined) ordered.push(turn);
    else ordered[ordered.length - 1] = merged;
  }
  return ordered;
}

/** Stays the same turn from request to request. */
const joinedAfter = perObject((before: Turn) => perObject((turn: Turn) => joined(before, turn)));

/** Joins two turns of one role; undefined if they can stay separate. */
function joined(before: Turn, turn: Turn): Turn | undefined {
  if (before.role === 'user' && turn.role === 'user') {
    const media = [...(before.media ?? []), ...(turn.media ?? [])];
    const content = lines(before.content, turn.content);
    return { role: 'user', content, ...(media.length === 0 ? {} : { media }) };
  }
  if (before.role === 'assistant' && before.calls.length === 0 && turn.role === 'assistant') {
    const { calls, thinking } = turn;
    return {
      role: 'assistant',
      content: lines(before.content, turn.content),
      calls,
      ...(thinking === undefined ? {} : { thinking }),
    };
  }
  return undefined;
}

const lines = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');
