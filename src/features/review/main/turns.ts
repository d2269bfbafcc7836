/** A session in turns: what the person wrote, with all that it led to until they wrote again. Pure. */

import { answersOf, type UnitPrices } from '../../../main/session/requests.ts';
import { outcomeOf } from '../../../main/store/projections/session-facts.ts';
import { defined } from '../../../shared/defined.ts';
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { costOf } from '../../../shared/models/cost.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { Spent } from '../../../shared/review/costs.ts';
import type { Outcome, SessionCosts } from '../../../shared/review.ts';

/** The steps of a session that took long, failed, or were asked about. Pure. */
const MOST_SLOW = 50;
/** Characters of a failed tool's result. */
const MESSAGE = 300;

export function slowSteps(events: readonly SessionEvent[]): SessionCosts['slowSteps'] {
  const models = new Map<number, string>();
  let model = '';
  for (const event of events) {
    if (event.type === 'request-sent') model = event.model;
    if (event.type === 'model-responded') models.set(event.seq, model);
  }
  const waits = approvalsIn(events).map(({ seq, action, waitedMs }) => ({
    kind: 'approval' as const,
    name: action,
    seq,
    ms: waitedMs,
  }));
  const steps = events.flatMap((event): SessionCosts['slowSteps'] => {
    const { seq } = event;
    if (event.type === 'model-responded') {
      return [{ kind: 'model', name: models.get(seq) ?? '', seq, ms: Math.round(event.ms) }];
    }
    return event.type === 'tool-finished' ? [{ kind: 'tool', name: event.name, seq, ms: Math.round(event.ms) }] : [];
  });
  return [...steps, ...waits]
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_SLOW);
}

export function errorList(events: readonly SessionEvent[]): SessionCosts['errors'] {
  return events.flatMap((event): SessionCosts['errors'] => {
    const { seq, at } = event;
    if (event.type === 'model-failed') {
      return [{ kind: 'model', name: event.code, message: event.message, seq, at }];
    }
    if (event.type === 'tool-finished' && !event.ok) {
      return [{ kind: 'tool', name: event.name, message: event.content.slice(0, MESSAGE), seq, at }];
    }
    return event.type === 'run-finished' && event.state === 'error'
      ? [{ kind: 'run', name: event.code ?? 'error', message: event.message ?? '', seq, at }]
      : [];
  });
}

export function approvalsIn(events: readonly SessionEvent[]): SessionCosts['approvals'] {
  const answers = new Map<string, EventOf<'approval-resolved'>[]>();
  for (const event of events) {
    if (event.type === 'approval-resolved') answers.set(event.callId, [...(answers.get(event.callId) ?? []), event]);
  }
  return events.flatMap((event): SessionCosts['approvals'] => {
    if (event.type !== 'approval-requested') return [];
    const { seq, at, callId, action, detail } = event;
    const answer = answers.get(callId)?.find((one) => one.seq > seq);
    return [
      {
        seq,
        at,
        callId,
        action,
        what: detail.command ?? detail.path ?? detail.reason,
        ...(answer === undefined ? {} : { decision: answer.decision }),
        unasked: answer?.unasked === true,
        waitedMs: answer === undefined ? 0 : Math.max(0, Date.parse(answer.at) - Date.parse(at)) || 0,
      },
    ];
  });
}

export interface Turn {
  readonly message: EventOf<'user-message-added'>;
  /** All from the message on, in order. */
  readonly events: readonly SessionEvent[];
  readonly requests: readonly AnsweredRequest[];
  /** The conversation continued from before it. */
  readonly setAside: boolean;
}

/** A request that came to an answer, and so was paid for. */
export interface AnsweredRequest {
  readonly sent: EventOf<'request-sent'>;
  readonly answer: EventOf<'model-responded'>;
}

export function turnsOf(events: readonly SessionEvent[]): Turn[] {
  const active = new Set(activeEvents(events).map(({ seq }) => seq));
  const answers = answersOf(events);
  const turns: { message: EventOf<'user-message-added'>; events: SessionEvent[]; requests: AnsweredRequest[] }[] = [];
  for (const event of events) {
    if (event.type === 'user-message-added') turns.push({ message: event, events: [], requests: [] });
    const turn = turns.at(-1);
    turn?.events.push(event);
    const answer = event.type === 'request-sent' ? answers.get(event.seq) : undefined;
    if (event.type === 'request-sent' && answer !== undefined) turn?.requests.push({ sent: event, answer });
  }
  return turns.map((turn) => ({ ...turn, setAside: !active.has(turn.message.seq) }));
}

/** Reported usage, else our estimate. If one model has no price, omits the cost of all. */
export function spentOn(requests: readonly AnsweredRequest[], prices: UnitPrices): Spent {
  const spent: Spent = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };
  let cost: number | undefined = 0;
  let thinking = 0;
  for (const { sent, answer } of requests) {
    const usage = answer.usage ?? { promptTokens: sent.tokens.total, completionTokens: 0 };
    spent.promptTokens += usage.promptTokens;
    spent.cachedTokens += Math.min(usage.cachedPromptTokens ?? 0, usage.promptTokens);
    spent.completionTokens += usage.completionTokens;
    const reasoning = Math.min(answer.usage?.reasoningTokens ?? 0, usage.completionTokens);
    spent.reasoningTokens += reasoning;
    const price = prices(sent.model);
    cost = price === undefined || cost === undefined ? undefined : cost + costOf(usage, price);
    if (price !== undefined) thinking += costOf({ promptTokens: 0, completionTokens: reasoning }, price);
  }
  return cost === undefined ? spent : { ...spent, reasoningCost: thinking, cost };
}

/** Sum of whole turns. Costs of another program's answers are unknown: its log has no requests. */
export function spentIn(turns: readonly Turn[], prices: UnitPrices): Spent {
  const requests = turns.flatMap((turn) => turn.requests);
  const { cost, reasoningCost, ...tokens } = spentOn(requests, prices);
  const isAnswered = turns.some(({ events }) => events.some(({ type }) => type === 'model-responded'));
  return requests.length === 0 && isAnswered ? tokens : { ...tokens, ...defined({ cost, reasoningCost }) };
}

/** Outcome of the run in these events. */
export function outcomeIn(events: readonly SessionEvent[]): Outcome {
  const end = events.findLast((event) => event.type === 'run-finished');
  if (end !== undefined) return outcomeOf(end);
  return events.some(({ type }) => type === 'request-sent') ? 'running' : 'none';
}

/** Failed tool calls, failed requests, and runs that ended in another error. */
export function errorsIn(events: readonly SessionEvent[]): number {
  let failure: string | undefined;
  let errors = 0;
  for (const event of events) {
    if (event.type === 'model-responded') failure = undefined;
    if (event.type === 'model-failed') failure = event.code;
    const isError =
      event.type === 'model-failed' ||
      (event.type === 'tool-finished' && !event.ok) ||
      (event.type === 'run-finished' && event.state === 'error' && event.code !== failure);
    if (isError) errors += 1;
  }
  return errors;
}

/** Milliseconds from the first event to the last. */
export function msOf(events: readonly SessionEvent[]): number {
  const last = events.findLast(({ type }) => type === 'run-finished') ?? events.at(-1);
  const [from, to] = [Date.parse(events[0]?.at ?? ''), Date.parse(last?.at ?? '')];
  return Number.isNaN(from) || Number.isNaN(to) ? 0 : Math.max(0, to - from);
}
