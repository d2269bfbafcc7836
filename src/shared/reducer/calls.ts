/** Steps of the fold: tool calls, the questions that they ask, and the scripts that they run. */

import { defined } from '../defined.ts';
import type { EventOf } from '../events.ts';
import type { CallView, Message, ScriptView, SessionState } from '../session-state.ts';
import type { TerminalQuestion } from '../terminal.ts';
import { isWholeAnswer } from '../text/text.ts';
import { answeredRequest, sentRequest } from '../usage.ts';

/**
 * Containers created by one fold and not shared yet: it may write into them in place. Otherwise a fold would copy all
 * messages at each message, which is quadratic (10,000 messages: seconds instead of milliseconds).
 */
export type Own = WeakSet<object>;

function withMessage(state: SessionState, own: Own, message: Message): SessionState {
  const messages = own.has(state.messages) ? (state.messages as Message[]) : [...state.messages];
  own.add(messages);
  messages.push(message);
  return { ...state, messages };
}

/** Most states have no such key, and taking one out of a copy is slow. */
function without(state: SessionState, key: 'failure' | 'lastRun'): SessionState {
  if (!(key in state)) return state;
  const { [key]: _gone, ...rest } = state;
  return rest;
}

export function said(state: SessionState, own: Own, event: EventOf<'user-message-added'>): SessionState {
  return withMessage({ ...without(without(state, 'lastRun'), 'failure'), iteration: 0 }, own, {
    role: 'user',
    seq: event.seq,
    at: event.at,
    text: event.text,
    ...defined({ form: event.form, fact: event.fact, attachments: event.attachments }),
  });
}

export function requested(state: SessionState, event: EventOf<'request-sent'>): SessionState {
  const { tokens, sha256, seq, at, iteration, prefix, purpose } = event;
  const sent = { ...state, ...sentRequest(state, event) };
  if (purpose === 'summary') return { ...sent, summarising: { seq, iteration, at } };
  return { ...sent, lastRequest: { tokens, sha256, seq, prefix } };
}

/** Adds an answer with words or calls; skips an empty one that was cut short. */
export function respond(before: SessionState, own: Own, event: EventOf<'model-responded'>): SessionState {
  const answered = { ...without(before, 'failure'), ...answeredRequest(before, event) };
  if (event.purpose === 'summary') return { ...answered, summarising: undefined };
  const { iteration, usage } = event;
  const counted = { ...answered, iteration, ...(usage === undefined ? {} : { lastUsage: usage }) };
  if (event.text === '' && event.toolCalls.length === 0 && event.reasoning === undefined) return counted;
  return withMessage(counted, own, {
    role: 'assistant',
    seq: event.seq,
    at: event.at,
    iteration: event.iteration,
    text: event.text,
    toolCalls: event.toolCalls,
    finishReason: event.finishReason,
    ...attached(before, event),
  });
}

/** Kept with the answer. */
export function checked(state: SessionState, own: Own, event: EventOf<'answer-checked'>): SessionState {
  const at = state.messages.findLastIndex((one) => one.role === 'assistant' && one.iteration === event.iteration);
  const answer = state.messages[at];
  if (answer?.role !== 'assistant') return state;
  const messages = own.has(state.messages) ? (state.messages as Message[]) : [...state.messages];
  own.add(messages);
  messages[at] = { ...answer, check: { unsupported: event.unsupported, ...defined({ unmade: event.unmade }) } };
  return { ...state, messages };
}

/** Data attached to the answer, sent back only to its provider. */
function attached(
  { openRequest, route, model }: SessionState,
  { reasoning, reasoningMs, opaque, toolCalls, usage }: EventOf<'model-responded'>,
): Pick<Extract<Message, { role: 'assistant' }>, 'thought' | 'from'> {
  const hasThought = reasoning !== undefined || opaque !== undefined;
  if (!hasThought && toolCalls.every(({ extra }) => extra === undefined)) return {};
  const from = { wire: route?.wire ?? 'chat', endpoint: route?.endpoint ?? '', model: openRequest?.model ?? model };
  if (!hasThought) return { from };
  const thought = {
    ...defined({ text: reasoning, opaque, tokens: usage?.reasoningTokens, ms: reasoningMs }),
  };
  return { thought, from };
}

export function failed(state: SessionState, event: EventOf<'model-failed'>): SessionState {
  // A failed summary is no failure of the run, which continues without it.
  if (event.purpose === 'summary') return { ...state, summarising: undefined };
  const { code, message, reason, figures, willRetry, retryInMs, seq, at, refused } = event;
  const next = refused === undefined ? state : leaveOut(state, refused);
  return { ...next, failure: { code, message, reason, figures, willRetry, retryInMs, seq, at } };
}

function leaveOut(
  state: SessionState,
  { fields, tools }: NonNullable<EventOf<'model-failed'>['refused']>,
): SessionState {
  const { route, refusedTools = [] } = state;
  const refuses = [...(route?.rules?.refuses ?? []), ...fields];
  return {
    ...state,
    ...(tools.length === 0 ? {} : { refusedTools: [...refusedTools, ...tools] }),
    ...(route === undefined || fields.length === 0 ? {} : { route: { ...route, rules: { ...route.rules, refuses } } }),
  };
}

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
    ...(event.cut === undefined ? {} : { cut: { ...event.cut, seq: event.seq } }),
    ...defined({ attachments: event.attachments }),
    // Transcripts of earlier versions have 0 where nothing was measured.
    ...(event.ms ? { ms: event.ms } : {}),
  }));
  const { seq, at, callId, name, ok, content, cut } = event;
  return withMessage(done, own, { role: 'tool', seq, at, callId, name, ok, content, ...defined({ cut }) });
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
  const { decision, unasked, words, fact, answers } = event;
  const answer = { decision, ...defined({ unasked, words, fact, answers }) };
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

const asking = ({ question: _before, ...script }: ScriptView, question?: TerminalQuestion): ScriptView =>
  question === undefined ? script : { ...script, question };

export function scriptStarted(state: SessionState, own: Own, event: EventOf<'script-started'>): SessionState {
  const { command, cwd, interpreter, sandbox, activity } = event;
  const script = { command, cwd, interpreter, ...(sandbox === undefined ? {} : { sandbox }) };
  return withCall(state, own, event.callId, (call) => ({
    ...call,
    script,
    ...(activity === undefined ? {} : { activity }),
  }));
}

export const waiting = (state: SessionState, own: Own, event: EventOf<'terminal-waiting'>): SessionState =>
  withScript(state, own, event.callId, (script) => asking(script, event.question ?? undefined));

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
      ...defined({ stopped, limit }),
    },
  }));
}
