/** The model's summary in the place of the one in the conversation's own words, where there is one to be had. */
import type { SummaryTask, TurnsStep } from '../../../shared/context-plans.ts';
import type { SummaryFallback } from '../../../shared/events.ts';
import type { AgentPorts, ModelOutcome, ModelPort, PreparedRequest } from '../../agent/ports.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';

/** Writes the summaries of one run, or of one manual compaction. */
export interface SummaryWriter {
  readonly model: ModelPort;
  readonly signal: AbortSignal;
  /** Iteration of the run, under which its requests are logged; they do not count as iterations. */
  iteration: number;
  /** It failed once: the rest of the run does without, rather than wait for it again and again. */
  givenUp: boolean;
}

/**
 * `step` with the model's summary; with its own and the reason (`fallback`) where the model's cannot be had or taken.
 * @returns `stopped` where the person stopped it: nothing is to be done then.
 */
export async function writeSummary(
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
  // Review rebuilds it from what was there before it was sent: nothing may have come in between.
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
  if (session.state.pinnedMessages !== state.pinnedMessages) {
    return { ...step, fallback: { code: 'pinned' } };
  }
  const written: TurnsStep = { ...step, summary: accepted.summary, writtenBy: 'model' };
  if (instruction !== undefined) return written;
  const shorter =
    (await deps.context.total(deps.context.afterStep(session.state, written))) <
    (await deps.context.total(session.state));
  return shorter ? written : refuse({ code: 'not-shorter' });
}

/**
 * One attempt only: if it fails, the extract of the conversation is used, so that no one waits for a failing model.
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
    // It was offered none: what it calls anyway is no part of a summary.
    toolCalls: [],
    finishReason: outcome.kind === 'answer' ? outcome.finishReason : 'stopped',
    ms,
    ...(usage === undefined ? {} : { usage }),
    purpose: 'summary',
  });
  return outcome;
}
