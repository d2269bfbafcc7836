/** Recovers from a crash: ends every interrupted run, with an explanation and everything received so far. */
import type { EventBody, RunState, ToolCall } from '../../shared/events.ts';
import { failedFor } from '../../shared/messages/failure.ts';
import type { CallView, SessionState } from '../../shared/session-state.ts';
import type { LiveSession, SessionDeps } from './live-session.ts';
import type { SessionRegistry } from './registry.ts';

/** Reason why a run ended in mid-work: for the person, and as the results of its open calls. */
export interface CutWords {
  readonly open: string;
  readonly next: string;
  readonly code: 'interrupted' | 'branched';
}

const APP_CLOSED: CutWords = {
  open: 'Interrupted: the app was closed during this call.',
  next: 'Not run: the app was closed before this call.',
  code: 'interrupted',
};

/** @returns the interrupted sessions, latest first. */
export async function recoverInterruptedRuns(
  deps: SessionDeps,
  registry: SessionRegistry,
): Promise<readonly LiveSession[]> {
  const interrupted: LiveSession[] = [];
  for (const id of deps.store.unfinished()) {
    const session = registry.get(id);
    if (isUnderWay(session.state.runState)) {
      interrupted.push(session);
      await endInterruptedRun(deps, session);
    } else closeOpenSummary(session);
  }
  return interrupted.reverse();
}

/** Closes a requested summary whose answer was lost when the app ended: it has changed nothing. */
export function closeOpenSummary(session: LiveSession): void {
  const { summarising } = session.state;
  if (summarising === undefined) return;
  const { iteration } = summarising;
  session.append({
    type: 'model-responded',
    iteration,
    text: '',
    toolCalls: [],
    finishReason: 'interrupted',
    ms: 0,
    purpose: 'summary',
  });
}

export const isUnderWay = (state: RunState): boolean =>
  state === 'thinking' || state === 'tool-calling' || state === 'waiting-approval';

/** For a run that exists only in the log: no code works on it any more. */
export async function endInterruptedRun(
  deps: SessionDeps,
  session: LiveSession,
  words: CutWords = APP_CLOSED,
): Promise<void> {
  closeOpenSummary(session);
  const draft = deps.store.draft(session.id);
  if (draft !== undefined) {
    const { iteration, text, reasoning } = draft;
    session.append({
      type: 'model-responded',
      iteration,
      text,
      toolCalls: [],
      ...(reasoning === '' ? {} : { reasoning }),
      finishReason: 'interrupted',
      ms: 0,
    });
  }
  for (const call of openCalls(session.state.calls)) {
    session.append(...endOfCall(call, await deps.terminal(session.id, call.callId), words));
  }
  for (const call of programsLeft(session.state.calls)) session.append(endOfScript(call));
  for (const call of callsWithoutStart(session.state)) {
    session.append(
      { type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments },
      {
        type: 'tool-finished',
        callId: call.id,
        name: call.name,
        ok: false,
        content: words.next,
        ms: 0,
        refusal: { code: 'ended' },
      },
    );
  }
  const { runState, iteration } = session.state;
  session.append(
    { type: 'state-changed', from: runState, to: 'stopped' },
    {
      type: 'run-finished',
      state: 'stopped',
      iterations: iteration,
      text: draft?.text ?? '',
      code: words.code,
      ...failedFor({ reason: words.code }),
    },
  );
}

const openCalls = (calls: Readonly<Record<string, CallView>>): CallView[] =>
  Object.values(calls).filter((call) => call.status === 'running' || call.status === 'waiting-approval');

/** Programs that had outlived the calls that started them. */
const programsLeft = (calls: Readonly<Record<string, CallView>>): CallView[] =>
  Object.values(calls).filter(({ script }) => script !== undefined && script.finished === undefined);

function endOfScript({ callId }: CallView): EventBody {
  const nothing = { exitCode: null, timedOut: false, truncated: false, ms: 0, outputs: [] };
  return { type: 'script-finished', callId, ...nothing, stopped: true };
}

function endOfCall(call: CallView, printed: string, words: CutWords): EventBody[] {
  const events: EventBody[] = [];
  if (call.status === 'waiting-approval') {
    // No person said so.
    events.push({ type: 'approval-resolved', callId: call.callId, decision: 'denied', unasked: true });
  }
  if (call.script !== undefined && call.script.finished === undefined) events.push(endOfScript(call));
  const seen = printed === '' ? '' : `\nPrinted until then:\n${printed}`;
  events.push({
    type: 'tool-finished',
    callId: call.callId,
    name: call.name,
    ok: false,
    content: `${words.open}${seen}`,
    ms: 0,
  });
  return events;
}

function callsWithoutStart({ messages, calls }: SessionState): ToolCall[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.filter(({ id }) => !Object.hasOwn(calls, id)) : [],
  );
}

/** True if there was a run to stop, even if only in the log; resolves when it has stopped. */
export async function stop(deps: SessionDeps, session: LiveSession): Promise<boolean> {
  if (await session.stop()) return true;
  if (!isUnderWay(session.state.runState)) return false;
  await endInterruptedRun(deps, session);
  return true;
}
