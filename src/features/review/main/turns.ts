/** A session in turns: what the person wrote, with all that it led to until they wrote again. Pure. */

import { answersOf, type UnitPrices } from '../../../main/session/requests.ts';
import { outcomeOf } from '../../../main/store/projections/session-facts.ts';
import { defined } from '../../../shared/defined.ts';
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { costOf } from '../../../shared/models/cost.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { Outcome, Spending } from '../../../shared/review.ts';

export interface Turn {
  readonly message: EventOf<'user-message-added'>;
  /** All from the message on, in order. */
  readonly events: readonly SessionEvent[];
  readonly requests: readonly ModelCall[];
  /** The conversation continued from before it. */
  readonly setAside: boolean;
}

/** A call of a model that came to an answer, and so was paid for. */
export interface ModelCall {
  /** Event of its request; of its answer, where another program sent it. */
  readonly seq: number;
  readonly model: string;
  readonly sent?: EventOf<'request-sent'>;
  readonly answer: EventOf<'model-responded'>;
}

export function turnsOf(events: readonly SessionEvent[]): Turn[] {
  const active = new Set(activeEvents(events).map(({ seq }) => seq));
  const answers = answersOf(events);
  const turns: { message: EventOf<'user-message-added'>; events: SessionEvent[]; requests: ModelCall[] }[] = [];
  for (const event of events) {
    if (event.type === 'user-message-added') turns.push({ message: event, events: [], requests: [] });
    const turn = turns.at(-1);
    turn?.events.push(event);
    const answer = event.type === 'request-sent' ? answers.get(event.seq) : undefined;
    if (event.type === 'request-sent' && answer !== undefined)
      turn?.requests.push({ seq: event.seq, model: event.model, sent: event, answer });
    if (event.type === 'model-responded' && event.model !== undefined && event.usage !== undefined)
      turn?.requests.push({ seq: event.seq, model: event.model, answer: event });
  }
  return turns.map((turn) => ({ ...turn, setAside: !active.has(turn.message.seq) }));
}

/** Reported usage, else our estimate; the source's cost, else by price. If one model has no price, omits the cost of all. */
export function spentOn(requests: readonly ModelCall[], prices: UnitPrices): Spending {
  const spent: Spending = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };
  let cost: number | undefined = 0;
  let thinking = 0;
  for (const { model, sent, answer } of requests) {
    const usage = answer.usage ?? { promptTokens: sent?.tokens.total ?? 0, completionTokens: 0 };
    spent.promptTokens += usage.promptTokens;
    spent.cachedTokens += Math.min(usage.cachedPromptTokens ?? 0, usage.promptTokens);
    spent.completionTokens += usage.completionTokens;
    const reasoning = Math.min(answer.usage?.reasoningTokens ?? 0, usage.completionTokens);
    spent.reasoningTokens += reasoning;
    const price = prices(model);
    const own = answer.cost ?? (price === undefined ? undefined : costOf(usage, price));
    cost = own === undefined || cost === undefined ? undefined : cost + own;
    if (price !== undefined) thinking += costOf({ promptTokens: 0, completionTokens: reasoning }, price);
  }
  return cost === undefined ? spent : { ...spent, reasoningCost: thinking, cost };
}

/** Sum of whole turns. What a transcript says of none of its answers is unknown, and not nothing. */
export function spentIn(turns: readonly Turn[], prices: UnitPrices): Spending {
  const requests = turns.flatMap((turn) => turn.requests);
  const { cost, reasoningCost, ...tokens } = spentOn(requests, prices);
  return isUnrecorded(turns) ? { ...tokens, unrecorded: true } : { ...tokens, ...defined({ cost, reasoningCost }) };
}

/** True if a model answered, and no answer says what it took. */
export const isUnrecorded = (turns: readonly Turn[]): boolean =>
  turns.every(({ requests }) => requests.length === 0) &&
  turns.some(({ events }) => events.some(({ type }) => type === 'model-responded'));

export function outcomeIn(events: readonly SessionEvent[]): Outcome {
  const end = events.findLast((event) => event.type === 'run-finished');
  if (end !== undefined) return outcomeOf(end);
  return events.some(({ type }) => type === 'request-sent') ? 'running' : 'none';
}

/** Failed tool calls, failed requests, and runs that ended in another error. */
export function errorsIn(events: readonly SessionEvent[]): number {
  let failure = '';
  let errors = 0;
  for (const event of events) {
    if (event.type === 'model-responded') failure = '';
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
