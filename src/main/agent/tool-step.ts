/** One tool call: prepare → approve → execute → finish. It always ends with a result in the log. */
import type { RunState, ToolCall } from '../../shared/events.ts';
import { type ExplainedFailure, failedFor } from '../../shared/messages/failure.ts';
import type { AgentPorts, ApprovalAnswer, ApprovalNeed, AskPerson, PreparedCall, ToolResult } from './ports.ts';

// Notices a model that repeats itself: the same call with the same arguments and the same result, no other between.

/** The result says so from here on (CONTRACT §9). */
const WARN_AT = 3;
const END_AT = 5;

export interface RepeatedCalls {
  /** Takes a call's result in; @returns it with a note where it repeats, and whether the run has to end. */
  next(call: ToolCall, result: ToolResult): { readonly result: ToolResult; readonly isLoop: boolean };
}

export function createRepeatedCalls(): RepeatedCalls {
  let last = '';
  let times = 0;
  return {
    next(call, result) {
      const key = JSON.stringify([call.name, canonical(call.arguments), result.ok, comparable(result.content)]);
      times = key === last ? times + 1 : 1;
      last = key;
      if (times < WARN_AT) return { result, isLoop: false };
      const note = `(This call was made ${times} times in a row with the same arguments and the same result. Do something else: at ${END_AT} the run ends.)`;
      return { result: { ...result, content: `${result.content}\n\n${note}` }, isLoop: times >= END_AT };
    },
  };
}

export const loopFailure = (name: string): ExplainedFailure =>
  failedFor({ reason: 'loop', figures: { name, times: END_AT } });

/** Arguments with their keys in order: the same values written otherwise are the same call. */
function canonical(json: string): unknown {
  try {
    return sorted(JSON.parse(json));
  } catch {
    return json;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Ignores run times when comparing results. */
const comparable = (content: string): string => content.replace(/"duration_ms":\s*\d+(\.\d+)?/g, '"duration_ms":0');

const STOPPED: ToolResult = {
  ok: false,
  content: 'Not run: the person stopped the run before this call.',
  refusal: { code: 'stopped' },
};

/** Calls of one answer that are carried out (CONTRACT §13). */
export const MAX_CALLS = 64;
const TOO_MANY: ToolResult = {
  ok: false,
  content: `too-many-calls: Not run. One answer may make ${MAX_CALLS} calls; make the others in the next.`,
  refusal: { code: 'too-many', figures: { most: MAX_CALLS } },
};
const ENDED: ToolResult = {
  ok: false,
  content: 'Not run: the run ended before this call.',
  refusal: { code: 'ended' },
};

const SKIPPED = { stopped: STOPPED, 'too-many': TOO_MANY, ended: ENDED } as const;

export interface ToolStep {
  readonly result: ToolResult;
  /** The model repeats itself: the run has to end. */
  readonly isLoop: boolean;
}

export async function runToolCall(
  ports: AgentPorts,
  call: ToolCall,
  repeats: RepeatedCalls,
  signal: AbortSignal,
): Promise<ToolStep> {
  const { log, clock } = ports;
  const startedAt = clock.now();
  log.append({ type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments });
  const step = repeats.next(call, await resultOf(ports, call, signal));
  finish(ports, call, step.result, clock.now() - startedAt);
  return step;
}

/** A call that is not carried out still gets its result: no call may be in a request without one. */
export function skipToolCall(ports: AgentPorts, call: ToolCall, why: keyof typeof SKIPPED): void {
  ports.log.append({ type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments });
  finish(ports, call, SKIPPED[why], 0);
}

function finish({ log }: AgentPorts, call: ToolCall, result: ToolResult, ms: number): void {
  const { ok, content, data, dataOf, refusal } = result;
  log.append({
    type: 'tool-finished',
    callId: call.id,
    name: call.name,
    ok,
    content,
    ms: Math.round(ms),
    ...(data === undefined ? {} : { data }),
    ...(data === undefined || dataOf === undefined ? {} : { dataOf }),
    ...(refusal === undefined ? {} : { refusal }),
  });
}

async function resultOf(ports: AgentPorts, call: ToolCall, signal: AbortSignal): Promise<ToolResult> {
  const prepared = await ports.tools.prepare(call);
  if (isResult(prepared)) return prepared;
  const ask: AskPerson = (detail, own) => askPerson(ports, call, { action: 'call-tool', detail }, own);
  for (;;) {
    const need = await prepared.approval(signal);
    if (signal.aborted) return STOPPED;
    if (isResult(need)) return need;
    if (need.kind === 'refused') return { ok: false, content: need.message, refused: true, refusal: need.refusal };
    if (need.kind === 'allowed') return prepared.execute(signal, ask);
    const decision = await askPerson(ports, call, need, signal);
    if (signal.aborted) return STOPPED;
    if (decision === 'unasked')
      return { ok: false, content: need.unasked, refused: true, refusal: { code: 'unasked' } };
    if (typeof decision === 'object' && 'words' in decision)
      return { ok: false, content: undecided(decision.words), refused: true, refusal: { code: 'undecided' } };
    if (decision === 'denied') return { ok: false, content: need.denied, refused: true, refusal: { code: 'denied' } };
    prepared.remember(typeof decision === 'object' ? 'once' : decision);
    if (need.leadsOn !== true) return prepared.execute(signal, ask);
  }
}

/** The card can come back: a question is no refusal. */
const undecided = (words: string): string =>
  [
    'Not run yet: the person has not decided, and wrote this instead:',
    `“${words}”`,
    'Answer it first. If it was only a question, make the very same call again after your answer, so that they can decide. If they want something else, do that instead.',
  ].join('\n');

async function askPerson(
  ports: AgentPorts,
  call: ToolCall,
  need: Pick<Extract<ApprovalNeed, { kind: 'ask' }>, 'action' | 'detail'>,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { log, approvals } = ports;
  // The waiter first, then the question: an answer may come as soon as the question is seen.
  const answer = approvals.ask(call.id, signal);
  log.append({ type: 'approval-requested', callId: call.id, action: need.action, detail: need.detail });
  enterState(ports, 'waiting-approval');
  const decision = await answer;
  const outcome =
    decision === 'unasked'
      ? { decision: 'denied' as const, unasked: true as const }
      : typeof decision === 'object'
        ? { decision: 'answers' in decision ? ('once' as const) : ('denied' as const), ...decision }
        : { decision };
  log.append({ type: 'approval-resolved', callId: call.id, ...outcome });
  enterState(ports, 'tool-calling');
  return decision;
}

const isResult = (value: PreparedCall | ApprovalNeed | ToolResult): value is ToolResult => 'content' in value;

/** Logs a change of the run's state; the same state again is no event. */
export function enterState({ log }: Pick<AgentPorts, 'log'>, to: RunState): void {
  const from = log.state().runState;
  if (from !== to) log.append({ type: 'state-changed', from, to });
}
