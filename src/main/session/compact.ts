/** Before a request: compacts until it is at or under 80 % of the context, or nothing more can be done (CONTRACT §5). */
import type { CompactionStep } from '../../shared/context-plans.ts';
import type { EventBody } from '../../shared/events.ts';
import { applyEvent } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

/** Steps of one go: a bound for a bug, far above what a session can need. */
const MAX_STEPS = 1_000;

export async function compactIfNeeded(deps: SessionDeps, session: LiveSession): Promise<void> {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const step = await deps.context.nextCompaction(session.state);
    if (step === undefined) return;
    await take(deps, session, step);
  }
}

/** Before a reference that does not fit: old messages are compacted first, skills are left alone (seeds/000, phase 3). */
export async function compactForReference(deps: SessionDeps, session: LiveSession, tokens: number): Promise<void> {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const step = await deps.context.nextCompaction(session.state, tokens);
    if (step === undefined || step.strategy === 'skills') return;
    await take(deps, session, step);
  }
}

async function take(deps: SessionDeps, session: LiveSession, step: CompactionStep): Promise<void> {
  const before = await deps.context.total(session.state);
  if (step.strategy === 'skills') {
    const { id, tokens, seq } = step.unload;
    session.append({ type: 'skill-unloaded', skill: id, tokens, reason: 'pressure' });
    const after = await deps.context.total(session.state);
    session.append({ type: 'context-compacted', strategy: 'skills', before, after, coversSeq: [seq, seq] });
    return;
  }
  const event = { type: 'context-compacted' as const, ...step, before, after: before };
  const after = await deps.context.total(preview(session.state, event));
  session.append({ ...event, after });
}

function preview(state: SessionState, event: EventBody): SessionState {
  return applyEvent(state, { v: 1, seq: state.lastSeq + 1, at: '', session: state.id, ...event });
}
