/** Asks the model for a summary of old turns: one try, in the log, and nothing of it is shown as chat text. */
import type { SummaryTask } from '../../shared/context-plans.ts';
import type { AgentPorts, ModelOutcome, PreparedRequest } from './ports.ts';

/**
 * One try alone: without it the conversation's own words stand, so that nobody waits for a model that keeps failing.
 * @param iteration of the run that waits for it; summaries do not count as iterations (CONTRACT §8).
 */
export async function askForSummary(
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
    // It was offered none: what it calls all the same is no part of a summary.
    toolCalls: [],
    finishReason: outcome.kind === 'answer' ? outcome.finishReason : 'stopped',
    ms,
    ...(usage === undefined ? {} : { usage }),
    purpose: 'summary',
  });
  return outcome;
}
