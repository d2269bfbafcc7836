/** Compaction in a run: before a request that is over 80% of the context, for a reference, for a provider (CONTRACT §5). */
import { COMPACT_THRESHOLD } from '../../../shared/budgets.ts';
import type { CompactionStep } from '../../../shared/context-plans.ts';
import type { CompactionTrigger, EventBody } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { TooLong } from '../../agent/ports.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { unloadEvents } from '../loading/unload-events.ts';
import { type SummaryWriter, writeSummary } from './write-summary.ts';

/** Steps of one go: a bound for a bug, far above what a session can need. */
const MAX_STEPS = 1_000;

type Compacting = Promise<'done' | 'stopped'>;

/** Until the request is at or under 80% of the context, or nothing more can be done. */
export function compactIfNeeded(deps: SessionDeps, session: LiveSession, writer?: SummaryWriter): Compacting {
  return compactWhile(deps, session, writer, 'pressure', () => deps.context.nextCompaction(session.state));
}

/** Makes space for a reference: compacts old messages first and leaves skills alone (seeds/000, phase 3). */
export function compactForReference(
  deps: SessionDeps,
  session: LiveSession,
  tokens: number,
  writer?: SummaryWriter,
): Compacting {
  return compactWhile(deps, session, writer, 'pressure', async () => {
    const step = await deps.context.nextCompaction(session.state, tokens);
    return step?.strategy === 'skills' ? undefined : step;
  });
}

/** Until the request is clearly under what the provider takes; where it named no limit, clearly smaller than it was. */
export async function compactForProvider(
  deps: SessionDeps,
  session: LiveSession,
  { limit, asked }: TooLong,
  writer: SummaryWriter,
): Compacting {
  const total = await deps.context.total(session.state);
  // If it counts more than we do, our figure for its limit is reduced in proportion.
  const ours = asked === undefined || asked <= total ? 1 : total / asked;
  const target = COMPACT_THRESHOLD * Math.min(total, limit === undefined ? total : limit * ours);
  return compactWhile(deps, session, writer, 'provider', async () =>
    (await deps.context.total(session.state)) > target ? deps.context.openCompaction(session.state) : undefined,
  );
}

async function compactWhile(
  deps: SessionDeps,
  session: LiveSession,
  writer: SummaryWriter | undefined,
  trigger: CompactionTrigger,
  next: () => Promise<CompactionStep | undefined>,
): Compacting {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (writer?.signal.aborted === true) return 'stopped';
    const open = await next();
    if (open === undefined) return 'done';
    const step = open.strategy === 'turns' ? await writeSummary(deps, session, open, writer) : open;
    if (step === 'stopped') return 'stopped';
    const { events } = await stepEvents(deps, session.state, step, trigger);
    session.append(...events);
  }
  return 'done';
}

/** Events of a step with both figures, and the resulting state. Appends nothing. */
export async function stepEvents(
  deps: SessionDeps,
  state: SessionState,
  step: CompactionStep,
  trigger: CompactionTrigger,
): Promise<{ readonly events: readonly EventBody[]; readonly after: SessionState }> {
  const after = deps.context.afterStep(state, step);
  const figures = { before: await deps.context.total(state), after: await deps.context.total(after) };
  if (step.strategy === 'skills') {
    const { seq } = step.unload;
    const compacted: EventBody = {
      type: 'context-compacted',
      strategy: 'skills',
      ...figures,
      coversSeq: [seq, seq],
      trigger,
    };
    return { events: [...unloadEvents(state, [step.unload], 'pressure'), compacted], after };
  }
  return { events: [{ type: 'context-compacted', ...step, ...figures, trigger }], after };
}
