/** Most expensive and slow parts of a session, its failures and approvals. Pure. */

import { oneLine } from '../../../main/lib/text.ts';
import type { UnitPrices } from '../../../main/session/requests.ts';
import type { PartKind, SessionEvent } from '../../../shared/events.ts';
import type { SessionCosts, TurnCost } from '../../../shared/review.ts';
import { type CarriedPart, CarriedSum, carriedParts, placedInResults } from './carried.ts';
import {
  type AnsweredRequest,
  approvalsIn,
  errorList,
  errorsIn,
  msOf,
  outcomeIn,
  slowSteps,
  spentOn,
  type Turn,
  turnsOf,
} from './turns.ts';

/** Characters of a message that name its turn. */
const NAMED_BY = 120;

/** Counts only a branch's own part: copied events were paid for, and failed, in the original. */
export function sessionCosts(events: readonly SessionEvent[], prices: UnitPrices): SessionCosts {
  const copiedTo = copiedUpTo(events);
  const happened = events.filter(({ seq }) => seq > copiedTo);
  const turns = turnsOf(events);
  const own = turns.flatMap(({ requests }) => requests).filter(({ sent }) => sent.seq > copiedTo);
  const total = spentOn(own, prices);
  const sums = sumsBy(events, own, prices);
  const calls = callsOf(events, copiedTo);
  const loads = loadsOf(events, copiedTo);
  /** Excludes anything loaded or called only before the branch and never carried in it. */
  const isOwn = (key: string, count: number) => count > 0 || sums.has(key);
  return {
    total: {
      ...total,
      requests: own.length,
      unpriced: [...new Set(own.flatMap(({ sent }) => (prices(sent.model) === undefined ? [sent.model] : [])))],
      ms: turns.reduce((sum, turn) => sum + msOf(turn.events.filter(({ seq }) => seq > copiedTo)), 0),
    },
    turns: turns.map((turn) => turnCost(turn, total.cost, copiedTo, prices)),
    skills: [...loads.skills]
      .filter(([skill, { loads: count }]) => isOwn(`skill:${skill}`, count))
      .map(([skill, load]) => ({ skill, ...load, ...sums.of(`skill:${skill}`).sum(total.cost) })),
    references: [...loads.references]
      .filter(([name, { loads: count }]) => isOwn(`reference:${name}`, count))
      .map(([name, load]) => ({ ...load, ...sums.of(`reference:${name}`).sum(total.cost) })),
    tools: [...calls]
      .filter(([tool, { calls: count }]) => isOwn(`tool:${tool}`, count))
      .map(([tool, call]) => ({ tool, ...call, ...sums.of(`tool:${tool}`).sum(total.cost) })),
    kinds: sums.kinds().map((kind) => ({ kind, ...sums.of(`kind:${kind}`).sum(total.cost) })),
    slowSteps: slowSteps(happened),
    errors: errorList(happened),
    approvals: approvalsIn(happened),
  };
}

function copiedUpTo(events: readonly SessionEvent[]): number {
  const first = events[0];
  return first?.type === 'session-created' ? (first.forkedFrom?.seq ?? 0) : 0;
}

function turnCost(turn: Turn, whole: number | undefined, copiedTo: number, prices: UnitPrices): TurnCost {
  const { message, setAside } = turn;
  const own = turn.events.filter(({ seq }) => seq > copiedTo);
  // Counts only the branch's part of a turn that it continued.
  const copied = message.seq <= copiedTo && !turn.requests.some(({ sent }) => sent.seq > copiedTo);
  const events = copied ? turn.events : own;
  const requests = copied ? turn.requests : turn.requests.filter(({ sent }) => sent.seq > copiedTo);
  const spent = spentOn(requests, prices);
  const count = (type: SessionEvent['type']) => events.filter((event) => event.type === type).length;
  return {
    ...spent,
    seq: message.seq,
    toSeq: turn.events.at(-1)?.seq ?? message.seq,
    at: message.at,
    text: oneLine(message.text.slice(0, NAMED_BY * 2)).slice(0, NAMED_BY),
    requests: requests.length,
    toolCalls: count('tool-started'),
    errors: errorsIn(events),
    approvals: count('approval-resolved'),
    ms: msOf(events),
    ...(copied || spent.cost === undefined || whole === undefined || whole === 0 ? {} : { share: spent.cost / whole }),
    outcome: outcomeIn(events),
    setAside,
    copied,
  };
}

function keysOf({ part: { kind, label, skill, path } }: CarriedPart): string[] {
  if (kind === 'tool-result') return [`kind:${kind}`, `tool:${label}`];
  if (skill === undefined) return [`kind:${kind}`];
  return [`kind:${kind}`, path === undefined ? `skill:${skill}` : `reference:${skill}/${path}`];
}

function sumsBy(events: readonly SessionEvent[], requests: readonly AnsweredRequest[], prices: UnitPrices) {
  const inResults = placedInResults(events);
  const sums = new Map<string, CarriedSum>();
  const of = (key: string): CarriedSum => {
    const known = sums.get(key) ?? new CarriedSum();
    sums.set(key, known);
    return known;
  };
  for (const request of requests) {
    const grouped = new Map<string, CarriedPart[]>();
    for (const part of carriedParts(request, inResults(request.sent.seq), prices)) {
      for (const key of keysOf(part)) grouped.set(key, [...(grouped.get(key) ?? []), part]);
    }
    for (const [key, parts] of grouped) of(key).add(parts);
  }
  const kinds = () => [...sums.keys()].flatMap((key) => (key.startsWith('kind:') ? [key.slice(5) as PartKind] : []));
  return { of, kinds, has: (key: string) => sums.has(key) };
}

/** Loads here, and before the branch; `seq` is the first load here, if any. */
interface Loads {
  readonly loads: number;
  readonly copied: number;
  readonly seq: number;
}

function loadsOf(events: readonly SessionEvent[], copiedTo: number) {
  const skills = new Map<string, Loads>();
  const references = new Map<string, Loads & { readonly skill: string; readonly path: string }>();
  const oneMore = (before: Loads | undefined, { seq }: SessionEvent): Loads => {
    const { loads, copied } = before ?? { loads: 0, copied: 0 };
    if (seq <= copiedTo) return { loads, copied: copied + 1, seq: before?.seq ?? seq };
    return { loads: loads + 1, copied, seq: loads === 0 || before === undefined ? seq : before.seq };
  };
  for (const event of events) {
    if (event.type === 'skill-loaded') skills.set(event.skill, oneMore(skills.get(event.skill), event));
    if (event.type === 'reference-loaded') {
      const { skill, path } = event;
      const name = `${skill}/${path}`;
      references.set(name, { skill, path, ...oneMore(references.get(name), event) });
    }
  }
  return { skills, references };
}

function callsOf(events: readonly SessionEvent[], copiedTo: number) {
  type Calls = Pick<SessionCosts['tools'][number], 'calls' | 'copied' | 'failed' | 'ms' | 'slowest' | 'seq'>;
  const calls = new Map<string, Calls>();
  for (const event of events) {
    if (event.type !== 'tool-finished') continue;
    const { name, ok, seq } = event;
    const before = calls.get(name) ?? { calls: 0, copied: 0, failed: 0, ms: 0, slowest: 0, seq };
    if (seq <= copiedTo) {
      calls.set(name, { ...before, copied: before.copied + 1 });
      continue;
    }
    const ms = Math.round(event.ms);
    calls.set(name, {
      calls: before.calls + 1,
      copied: before.copied,
      failed: before.failed + (ok ? 0 : 1),
      ms: before.ms + ms,
      slowest: Math.max(before.slowest, ms),
      seq: ms > before.slowest || before.calls === 0 ? seq : before.seq,
    });
  }
  return calls;
}
