/** Replaces the extracted summary with the model's, where the model can write one. */
import {
  COMPACT_THRESHOLD,
  type CompactionStep,
  type SummaryTask,
  type TurnsStep,
} from '../../shared/context-views.ts';
import { isSkilldeckError, SkilldeckError } from '../../shared/errors.ts';
import type { CompactionTrigger, EventBody, SummaryFallback } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { translatorFor } from '../../shared/messages/translate.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { fallbackText } from '../../shared/summary.ts';
import type { AgentPorts, ModelOutcome, ModelPort, PreparedRequest, TooLong } from '../agent/ports.ts';
import type { LiveSession, SessionDeps } from './live-session.ts';
import { closeOpenSummary, endInterruptedRun, isUnderWay } from './recover.ts';
import { followApp } from './settings.ts';
import { unloadEvents } from './unload-skill.ts';

/** Writes the summaries of one run, or of one manual compaction. */
export interface SummaryWriter {
  readonly model: ModelPort;
  readonly signal: AbortSignal;
  /** Iteration of the run, under which its requests are logged; they do not count as iterations. */
  iteration: number;
  /** The model's summary failed once: the rest of the run uses extracts. */
  givenUp: boolean;
}

/**
 * Returns `step` with the model's summary, or unchanged with the reason (`fallback`) if that is missing or unusable.
 * @returns `stopped` if the user stopped it: the caller then does nothing.
 */
async function writeSummary(
  deps: SessionDeps,
  session: LiveSession,
  step: TurnsStep,
  writer: SummaryWriter | undefined,
  byHand = false,
): Promise<TurnsStep | 'stopped'> {
  if (writer?.model.writesSummaries !== true || writer.givenUp) return step;
  if (!byHand && !deps.context.isWorthAsking(session.state)) return step;
  const { coversSeq, instruction } = step;
  const task = { coversSeq, instruction };
  let state = session.state;
  let request = await deps.context.summaryRequest(state, task);
  // Review rebuilds it from the events before `request-sent`: none may be logged in between.
  while (session.state !== state) {
    state = session.state;
    request = await deps.context.summaryRequest(state, task);
  }
  if (request === undefined) return { ...step, fallback: { code: 'small' } };

  const log = { state: () => session.state, append: session.append.bind(session), publish: () => {} };
  const outcome = await askForSummary({ log, model: writer.model }, request, task, writer.iteration, writer.signal);
  if (outcome.kind === 'stopped') return 'stopped';
  const refuse = (fallback: SummaryFallback): TurnsStep => {
    writer.givenUp = true;
    return { ...step, fallback };
  };
  if (outcome.kind === 'failure') return refuse({ code: 'failed', message: outcome.message });
  const accepted = await deps.context.acceptSummary(state, task, outcome);
  if ('refused' in accepted) return refuse(accepted.refused);
  if (session.state.pinnedMessages !== state.pinnedMessages) return { ...step, fallback: { code: 'pinned' } };
  const written: TurnsStep = { ...step, summary: accepted.summary, writtenBy: 'model' };
  if (instruction !== undefined) return written;
  const shorter =
    (await deps.context.total(deps.context.afterStep(session.state, written))) <
    (await deps.context.total(session.state));
  return shorter ? written : refuse({ code: 'not-shorter' });
}

/**
 * Tries once: if it fails, the extract is used, so that no one waits for a failing model.
 * @param iteration of the run that waits for it; summaries do not count as iterations (CONTRACT §8).
 */
async function askForSummary(
  { log, model }: Pick<AgentPorts, 'log' | 'model'>,
  request: PreparedRequest,
  { coversSeq: [from, to], instruction }: SummaryTask,
  iteration: number,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  const { sha256, tokens, model: name, wire } = request;
  log.append({
    type: 'request-sent',
    iteration,
    sha256,
    tokens,
    model: name,
    ...(wire === 'chat' ? {} : { wire }),
    purpose: 'summary',
    summarises: { coversSeq: [from, to], ...(instruction === undefined ? {} : { instruction }) },
  });
  const outcome = await model.stream(request, 1, () => {}, signal);
  if (outcome.kind === 'failure') {
    const { code, message } = outcome;
    log.append({ type: 'model-failed', iteration, code, message, willRetry: false, purpose: 'summary' });
    return outcome;
  }
  const { text, ms } = outcome;
  const usage = outcome.kind === 'answer' ? outcome.usage : undefined;
  log.append({
    type: 'model-responded',
    iteration,
    text,
    // The request offers no tools: any calls are not part of the summary.
    toolCalls: [],
    finishReason: outcome.kind === 'answer' ? outcome.finishReason : 'stopped',
    ms,
    ...(usage === undefined ? {} : { usage }),
    purpose: 'summary',
  });
  return outcome;
}

// Compaction in a run: before a request that is over 80% of the context, for a reference, for a provider (CONTRACT §5).

/** Max steps in one run of compaction: guards against a bug, far above what a session can need. */
const MAX_STEPS = 1_000;

type Compacting = Promise<'done' | 'stopped'>;

/** Compacts until the request is at most 80% of the context, or nothing is left to compact. */
export const compactIfNeeded = (deps: SessionDeps, session: LiveSession, writer?: SummaryWriter): Compacting =>
  compactWhile(deps, session, writer, 'pressure', () => deps.context.nextCompaction(session.state));

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

/** Compacts until the request is clearly under the provider's limit or, if it named none, clearly smaller than before. */
export async function compactForProvider(
  deps: SessionDeps,
  session: LiveSession,
  { limit, asked }: TooLong,
  writer: SummaryWriter,
): Compacting {
  const total = await deps.context.total(session.state);
  // If the provider counts more tokens than we do, its limit is reduced in proportion.
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
async function stepEvents(
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

/** Compacts at the user's request, at any fill: old results, then old turns; skills stay. */
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
  // The endpoint is the app's current one: it must know the model's name.
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

interface CompactionRequest {
  readonly model: ModelPort | undefined;
  readonly wish: string | undefined;
  /** The same if a model can follow it: existing summaries are then redone. */
  readonly again: string | undefined;
  readonly signal: AbortSignal;
}

/** Gets the summary first, then logs all events at once: a stop leaves nothing half done. */
async function compact(deps: SessionDeps, session: LiveSession, { model, wish, again, signal }: CompactionRequest) {
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
    // The summarised messages include the shortened results.
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

/**
 * Reverts a compaction: the next request is built without it. If that is over 80% of the context, it is compacted
 * again (CONTRACT §5).
 * @throws SkilldeckError `compaction-not-found`, `session-busy`.
 */
export function undoCompaction(session: LiveSession, seq: number): void {
  session.assertIdle();
  if (!session.state.compactions.some((compaction) => compaction.seq === seq))
    throw detailed('compaction-not-found', 'compaction-over');
  session.append({ type: 'compaction-undone', undoes: seq });
}
