/** Steps of the fold: tool calls, the questions that they ask, and the scripts that they run. */
import { defined } from '../defined.ts';
import type { EventOf } from '../events.ts';
import type { CallView, ScriptView, SessionState } from '../session-state.ts';
import type { TerminalQuestion } from '../terminal.ts';
import { isWholeAnswer } from '../text/whole-answer.ts';
import { withMessage } from './messages.ts';
import type { Own } from './own.ts';

function withCall(state: SessionState, own: Own, callId: string, change: (call: CallView) => CallView): SessionState {
  // The model names its calls: `constructor` must not find what every object has.
  const call = Object.hasOwn(state.calls, callId) ? state.calls[callId] : undefined;
  return call === undefined ? state : putCall(state, own, change(call));
}

function putCall(state: SessionState, own: Own, call: CallView): SessionState {
  const calls: Record<string, CallView> = own.has(state.calls) ? state.calls : { ...state.calls };
  own.add(calls);
  // Not by assignment: a call named `__proto__` would change the object instead of standing in it.
  Object.defineProperty(calls, call.callId, { value: call, enumerable: true, configurable: true, writable: true });
  return { ...state, calls };
}

export function started(state: SessionState, own: Own, event: EventOf<'tool-started'>): SessionState {
  const { callId, name, arguments: given, at } = event;
  return putCall(state, own, { callId, name, arguments: given, startedAt: at, status: 'running' });
}

/** The call has its result, and the conversation a message of it. */
export function finished(state: SessionState, own: Own, event: EventOf<'tool-finished'>): SessionState {
  const done = withCall(state, own, event.callId, (call) => ({
    ...call,
    status: event.ok ? 'done' : 'failed',
    content: event.content,
    data: event.data,
    refusal: event.refusal,
    ms: event.ms,
  }));
  const { seq, at, callId, name, ok, content } = event;
  return withMessage(done, own, { role: 'tool', seq, at, callId, name, ok, content });
}

export function asked(state: SessionState, own: Own, event: EventOf<'approval-requested'>): SessionState {
  return withCall(state, own, event.callId, (call) => ({
    ...call,
    status: 'waiting-approval',
    approval: { action: event.action, detail: event.detail, seq: event.seq },
    ...(event.detail.activity === undefined ? {} : { activity: event.detail.activity }),
  }));
}

export function answered(state: SessionState, own: Own, event: EventOf<'approval-resolved'>): SessionState {
  const { decision, unasked, words, fact } = event;
  const answer = { decision, ...defined({ unasked, words, fact }) };
  return withCall(state, own, event.callId, (call) => ({
    ...call,
    status: 'running',
    ...(call.approval === undefined ? {} : { approval: { ...call.approval, ...answer } }),
  }));
}

function withScript(
  state: SessionState,
  own: Own,
  callId: string,
  change: (script: ScriptView) => ScriptView,
): SessionState {
  return withCall(state, own, callId, (call) =>
    call.script === undefined ? call : { ...call, script: change(call.script) },
  );
}

function asking({ question: _before, ...script }: ScriptView, question?: TerminalQuestion): ScriptView {
  return question === undefined ? script : { ...script, question };
}

export function scriptStarted(state: SessionState, own: Own, event: EventOf<'script-started'>): SessionState {
  const { command, cwd, interpreter, sandbox, activity } = event;
  const script = { command, cwd, interpreter, ...(sandbox === undefined ? {} : { sandbox }) };
  return withCall(state, own, event.callId, (call) => ({
    ...call,
    script,
    ...(activity === undefined ? {} : { activity }),
  }));
}

export function waiting(state: SessionState, own: Own, event: EventOf<'terminal-waiting'>): SessionState {
  return withScript(state, own, event.callId, (script) => asking(script, event.question ?? undefined));
}

/** Half a line is no answer yet. */
export function typed(state: SessionState, own: Own, event: EventOf<'terminal-input'>): SessionState {
  if (event.hidden === undefined && !isWholeAnswer(event.text)) return state;
  return withScript(state, own, event.callId, (script) => asking(script));
}

export function scriptFinished(state: SessionState, own: Own, event: EventOf<'script-finished'>): SessionState {
  const { exitCode, timedOut, truncated, ms, outputs, stopped, limit } = event;
  return withScript(state, own, event.callId, (script) => ({
    ...asking(script),
    finished: {
      exitCode,
      timedOut,
      truncated,
      ms,
      outputs,
      ...(stopped === undefined ? {} : { stopped }),
      ...(limit === undefined ? {} : { limit }),
    },
  }));
}
