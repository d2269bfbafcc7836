/**
 * The agent loop (seeds/001): build the request, ask the model, run its tool calls one after another, and again,
 * until it answers in words, the iterations are used up, something fails or the person stops it.
 *
 * Nothing in here throws for a model's or a tool's failure: a failure is an event, and the loop ends in a named state.
 */
import type { RunState } from '../../shared/events.ts';
import { failedFor } from '../../shared/messages/failure.ts';
import { askModel } from './ask-model.ts';
import type { AgentPorts, FailureNote } from './ports.ts';
import { createRepeatedCalls, enterState, loopFailure, MAX_CALLS, runToolCall, skipToolCall } from './tool-step.ts';

export interface RunOutcome {
  readonly state: RunState;
  readonly iterations: number;
  /** The final answer, or '' where there is none. */
  readonly text: string;
  /** Set for state `error`; `refused` if the last call was refused and no text followed. */
  readonly code?: string;
  readonly failure?: FailureNote;
}

/**
 * Runs from the current log (last message: the user's, or a tool result) to an end state, and logs it. Aborting `signal`
 * reaches the model's socket and the script's process group; the run then ends as `stopped`.
 */
export async function runAgent(ports: AgentPorts, signal: AbortSignal): Promise<RunOutcome> {
  const outcome = await iterate(ports, signal).finally(() => ports.tools.close?.());
  const { state, iterations, text, code, failure } = outcome;
  // One transaction: a crash in between would leave a run that stopped but never finished.
  const from = ports.log.state().runState;
  ports.log.append(...(from === state ? [] : [{ type: 'state-changed' as const, from, to: state }]), {
    type: 'run-finished',
    state,
    iterations,
    text,
    ...(code === undefined ? {} : { code }),
    ...failure,
  });
  return outcome;
}

/** Replaces the answer (seeds/001). Screens translate it. */
const reachedMaximum = (iterations: number): string =>
  `Reached maximum iterations (${iterations}) before the task was finished. Continue to let it go further, or raise the limit.`;

async function iterate(ports: AgentPorts, signal: AbortSignal): Promise<RunOutcome> {
  let lastCallRefused = false;
  const repeats = createRepeatedCalls();
  for (let iterations = 0; ; iterations += 1) {
    if (signal.aborted) return { state: 'stopped', iterations, text: '' };
    const { maxIterations } = ports.log.state().limits;
    if (iterations >= maxIterations)
      return { state: 'max-iterations', iterations, text: reachedMaximum(maxIterations) };

    enterState(ports, 'thinking');
    const asked = await askModel(ports, iterations + 1, signal);
    if (asked.kind === 'failure')
      return { state: 'error', iterations, text: '', code: asked.code, failure: asked.failure };
    if (asked.kind === 'stopped') return { state: 'stopped', iterations, text: asked.text };

    const isEmpty = asked.toolCalls.length === 0 && asked.text.trim() === '';
    if (isEmpty && (asked.finishReason === 'length' || !lastCallRefused)) {
      const reason = asked.finishReason === 'length' ? 'answer-too-long' : 'answer-empty';
      return { state: 'error', iterations: iterations + 1, text: '', code: reason, failure: failedFor({ reason }) };
    }
    if (asked.toolCalls.length === 0) {
      const { text } = asked;
      return { state: 'completed', iterations: iterations + 1, text, ...(isEmpty ? { code: 'refused' } : {}) };
    }
    enterState(ports, 'tool-calling');
    let endsRun = false;
    let loopOf: string | undefined;
    for (const [index, call] of asked.toolCalls.entries()) {
      if (signal.aborted || loopOf !== undefined || index >= MAX_CALLS) {
        skipToolCall(ports, call, signal.aborted ? 'stopped' : loopOf !== undefined ? 'ended' : 'too-many');
        continue;
      }
      const { result, isLoop } = await runToolCall(ports, call, repeats, signal);
      lastCallRefused = result.refused === true;
      endsRun ||= result.endsRun === true;
      if (isLoop) loopOf = call.name;
    }
    if (loopOf !== undefined && !signal.aborted)
      return { state: 'error', iterations: iterations + 1, text: '', code: 'loop', failure: loopFailure(loopOf) };
    // A stop came first: the question stays, and the run counts as stopped.
    if (endsRun && !signal.aborted) return { state: 'completed', iterations: iterations + 1, text: asked.text };
  }
}
