/** Compacts at the user's request, at any fill: old results, then old turns; skills stay. */
import { isSkilldeckError, SkilldeckError } from '../../../shared/errors.ts';
import type { EventBody } from '../../../shared/events.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { fallbackText } from '../../../shared/summary-fallback.ts';
import type { ModelPort } from '../../agent/ports.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { closeOpenSummary, endInterruptedRun, isUnderWay } from '../recover.ts';
import { followApp } from '../settings.ts';
import { stepEvents } from './compact.ts';
import { writeSummary } from './write-summary.ts';

export interface Compacted {
  /** Tokens of the next request. */
  readonly before: number;
  readonly after: number;
  /** Messages replaced by a summary or a short note; 0 if stopped, with nothing changed. */
  readonly messages: number;
  /** `seq` of each compaction, in their order: what an undo reverts. */
  readonly compactions?: number[];
}

/**
 * Holds the session as a run does: sending a message in the meantime is refused, and the stop button ends it with nothing done.
 * @throws SkilldeckError `nothing-to-compact`, `session-busy`.
 */
export async function compactByHand(
  deps: SessionDeps,
  session: LiveSession,
  instruction: string | undefined,
): Promise<Compacted> {
  session.assertIdle();
  const wish = instruction === undefined || instruction.trim() === '' ? undefined : instruction.trim();
  const model = await modelFor(deps, session);
  const again = model?.writesSummaries === true ? wish : undefined;
  if ((await deps.context.handCompaction(session.state, again)).length === 0) throw nothingToCompact(session);
  session.assertIdle();
  if (isUnderWay(session.state.runState)) await endInterruptedRun(deps, session);
  else closeOpenSummary(session);
  session.assertIdle();
  // The endpoint is the app's own of now: the model's name has to be one that it knows.
  if (model?.writesSummaries === true) followApp(deps, session);

  const outcome: { compacted?: Compacted; failure?: unknown } = {};
  await session.startRun(async (signal) => {
    try {
      outcome.compacted = await compact(deps, session, { model, wish, again, signal });
    } catch (error) {
      outcome.failure = error;
    }
  });
  if (outcome.compacted === undefined) throw outcome.failure;
  return outcome.compacted;
}

interface Wish {
  readonly model: ModelPort | undefined;
  /** The user's own words. */
  readonly wish: string | undefined;
  /** The same if a model can follow it: existing summaries are then redone. */
  readonly again: string | undefined;
  readonly signal: AbortSignal;
}

/** Gets the summary first, then logs all events at once: a stop leaves nothing half done. */
async function compact(deps: SessionDeps, session: LiveSession, { model, wish, again, signal }: Wish) {
  const writer =
    model === undefined
      ? undefined
      : { model, signal, iteration: Math.max(1, session.state.iteration), givenUp: false };
  const before = await deps.context.total(session.state);
  const steps = [];
  for (const step of await deps.context.handCompaction(session.state, again)) {
    const wished = step.strategy === 'turns' && wish !== undefined ? { ...step, instruction: wish } : step;
    const taken = wished.strategy === 'turns' ? await writeSummary(deps, session, wished, writer, true) : wished;
    if (taken === 'stopped') return nothingDone(before);
    if (again !== undefined && taken.strategy === 'turns' && taken.writtenBy === 'extract') {
      // Keeps existing summaries, rather than replacing them with poorer ones.
      const plain = await deps.context.handCompaction(session.state);
      if (!plain.some((one) => one.strategy === 'turns')) {
        const why =
          taken.fallback === undefined
            ? 'there is no summary.'
            : fallbackText(taken.fallback, translatorFor('en'), String);
        throw new SkilldeckError('model-refused', `Nothing was changed: ${why}`);
      }
    }
    if (wish !== undefined && taken.strategy === 'turns' && model?.writesSummaries !== true) {
      steps.push({ ...taken, fallback: { code: 'no-writer' as const } });
      continue;
    }
    steps.push(taken);
  }
  const events: EventBody[] = [];
  let state = session.state;
  let messages = 0;
  for (const step of steps) {
    const made = await stepEvents(deps, state, step, 'user');
    events.push(...made.events);
    state = made.after;
    // A summary's messages have the shortened results among them.
    if (step.strategy !== 'skills') messages = Math.max(messages, step.messages);
  }
  if (signal.aborted) return nothingDone(before);
  const compactions = session.append(...events).flatMap(({ type, seq }) => (type === 'context-compacted' ? [seq] : []));
  return { before, after: await deps.context.total(session.state), messages, compactions };
}

const nothingDone = (before: number): Compacted => ({ before, after: before, messages: 0 });

/** Undefined if no model is set up: extracts of the conversation are used. */
async function modelFor(deps: SessionDeps, session: LiveSession): Promise<ModelPort | undefined> {
  try {
    return await deps.model(session.state);
  } catch (error) {
    if (isSkilldeckError(error)) return undefined;
    throw error;
  }
}

function nothingToCompact({ state }: LiveSession): SkilldeckError {
  const words =
    state.compactions.length > 0
      ? 'What is older than the last 10 messages is compacted already.'
      : 'The last 10 messages, what is pinned and what you wrote last always stay whole, and little or nothing is older.';
  return new SkilldeckError('nothing-to-compact', `There is nothing to compact. ${words}`);
}
