/** What of a session cost most, was slow, failed, and was allowed. Pure. */
import type { PartKind, SessionEvent } from '../../../shared/events.ts';
import type { SessionCosts, TurnCost } from '../../../shared/review.ts';
import { oneLine } from '../../lib/visible.ts';
import { type CarriedPart, CarriedSum, carriedParts, placedInResults } from './carried.ts';
import type { UnitPrices } from './library-row.ts';
import { approvalsIn, errorList, slowSteps } from './steps.ts';
import { type AnsweredRequest, errorsIn, msOf, outcomeIn, spentOn, type Turn, turnsOf } from './turns.ts';

/** Characters of a message that name its turn. */
const NAMED_BY = 120;

export function sessionCosts(events: readonly SessionEvent[], prices: UnitPrices): SessionCosts {
  const copiedTo = copiedUpTo(events);
  const turns = turnsOf(events);
  const own = turns.flatMap(({ requests }) => requests).filter(({ sent }) => sent.seq > copiedTo);
  const total = spentOn(own, prices);
  const sums = sumsBy(events, own, prices);
  const calls = callsOf(events);
  const loads = loadsOf(events);
  return {
    total: {
      ...total,
      requests: own.length,
      unpriced: [...new Set(own.flatMap(({ sent }) => (prices(sent.model) === undefined ? [sent.model] : [])))],
      ms: turns.filter((turn) => turn.message.seq > copiedTo).reduce((sum, turn) => sum + msOf(turn.events), 0),
    },
    turns: turns.map((turn) => turnCost(turn, total.cost, copiedTo, prices)),
    skills: [...loads.skills].map(([skill, { count, seq }]) => ({
      ...{ skill, loads: count, seq },
      ...sums.of(`skill:${skill}`).sum(total.cost),
    })),
    references: [...loads.references].map(([name, { skill, path, count, seq }]) => ({
      ...{ skill, path, loads: count, seq },
      ...sums.of(`reference:${name}`).sum(total.cost),
    })),
    tools: [...calls].map(([tool, call]) => ({ tool, ...call, ...sums.of(`tool:${tool}`).sum(total.cost) })),
    kinds: sums.kinds().map((kind) => ({ kind, ...sums.of(`kind:${kind}`).sum(total.cost) })),
    slowSteps: slowSteps(events),
    errors: errorList(events),
    approvals: approvalsIn(events),
  };
}

export function copiedUpTo(events: readonly SessionEvent[]): number {
  const first = events[0];
  return first?.type === 'session-created' ? (first.forkedFrom?.seq ?? 0) : 0;
}

function turnCost(turn: Turn, whole: number | undefined, copiedTo: number, prices: UnitPrices): TurnCost {
  const { message, events, requests, setAside } = turn;
  const spent = spentOn(requests, prices);
  const count = (type: SessionEvent['type']) => events.filter((event) => event.type === type).length;
  const copied = message.seq <= copiedTo;
  return {
    ...spent,
    seq: message.seq,
    toSeq: events.at(-1)?.seq ?? message.seq,
    at: message.at,
    text: oneLine(message.text.slice(0, NAMED_BY * 2)).slice(0, NAMED_BY),
    requests: requests.length,
    toolCalls: count('tool-started'),
    errors: errorsIn(events),
    approvals: count('approval-resolved'),
    ms: msOf(events),
    ...(copied || spent.cost === undefined || whole === undefined || whole === 0 ? {} : { share: spent.cost / whole }),
    outcome: outcomeIn(events),
    ...{ setAside, copied },
  };
}

/** A row of results is named "grep × 3". */
const toolIn = (label: string): string => label.replace(/ × \d+$/, '');

function keysOf({ part }: CarriedPart, skills: ReadonlySet<string>): string[] {
  const { kind, label } = part;
  const keys = [`kind:${kind}`];
  if (kind === 'skill' || (kind === 'tools' && skills.has(label))) keys.push(`skill:${label}`);
  if (kind === 'reference') keys.push(`reference:${label}`);
  if (kind === 'tool-result') keys.push(`tool:${toolIn(label)}`);
  return keys;
}

function sumsBy(events: readonly SessionEvent[], requests: readonly AnsweredRequest[], prices: UnitPrices) {
  const inResults = placedInResults(events);
  const skills = new Set(events.flatMap((event) => (event.type === 'skill-loaded' ? [event.skill] : [])));
  const sums = new Map<string, CarriedSum>();
  const of = (key: string): CarriedSum => {
    const known = sums.get(key) ?? new CarriedSum();
    sums.set(key, known);
    return known;
  };
  for (const request of requests) {
    const grouped = new Map<string, CarriedPart[]>();
    for (const part of carriedParts(request, inResults(request.sent.seq), prices)) {
      for (const key of keysOf(part, skills)) grouped.set(key, [...(grouped.get(key) ?? []), part]);
    }
    for (const [key, parts] of grouped) of(key).add(parts);
  }
  const kinds = () => [...sums.keys()].flatMap((key) => (key.startsWith('kind:') ? [key.slice(5) as PartKind] : []));
  return { of, kinds };
}

function loadsOf(events: readonly SessionEvent[]) {
  const skills = new Map<string, { count: number; seq: number }>();
  const references = new Map<string, { skill: string; path: string; count: number; seq: number }>();
  for (const event of events) {
    if (event.type === 'skill-loaded') {
      const before = skills.get(event.skill);
      skills.set(event.skill, { count: (before?.count ?? 0) + 1, seq: before?.seq ?? event.seq });
    }
    if (event.type === 'reference-loaded') {
      const { skill, path, seq } = event;
      const before = references.get(`${skill} - ${path}`);
      references.set(`${skill} - ${path}`, { skill, path, count: (before?.count ?? 0) + 1, seq: before?.seq ?? seq });
    }
  }
  return { skills, references };
}

function callsOf(events: readonly SessionEvent[]) {
  const calls = new Map<string, { calls: number; failed: number; ms: number; slowest: number; seq: number }>();
  for (const event of events) {
    if (event.type !== 'tool-finished') continue;
    const { name, ok, seq } = event;
    const ms = Math.round(event.ms);
    const before = calls.get(name) ?? { calls: 0, failed: 0, ms: 0, slowest: 0, seq };
    calls.set(name, {
      calls: before.calls + 1,
      failed: before.failed + (ok ? 0 : 1),
      ms: before.ms + ms,
      slowest: Math.max(before.slowest, ms),
      seq: ms > before.slowest ? seq : before.seq,
    });
  }
  return calls;
}
