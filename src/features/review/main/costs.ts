/** Most expensive parts of a session. Pure. */
import { oneLine } from '../../../main/lib/text.ts';
import type { UnitPrices } from '../../../main/session/requests.ts';
import type { SessionEvent, TokenPart } from '../../../shared/events.ts';
import type { Carried, SessionCosts, TurnCost } from '../../../shared/review.ts';
import { ownWords } from '../../../shared/text/program-parts.ts';
import {
  errorsIn,
  isUnrecorded,
  type ModelCall,
  msOf,
  outcomeIn,
  spentIn,
  spentOn,
  type Turn,
  turnsOf,
} from './turns.ts';

// Cost of sending each part of the requests again and again. Pure.

const MILLION = 1_000_000;

/** Tokens of one part in one request, and what they took. */
interface CarriedPart {
  readonly part: TokenPart;
  /** Scaled to what the provider reported. */
  readonly tokens: number;
  readonly cached: number;
  /** US dollars; undefined for a model without a price. */
  readonly cost: number | undefined;
}

const CONVERSATION: ReadonlySet<TokenPart['kind']> = new Set(['user', 'assistant', 'tool-result']);
const DOCUMENTS: ReadonlySet<TokenPart['kind']> = new Set(['skill', 'reference']);

/**
 * A cache returns a request's beginning: first the parts before the conversation, in order. Within the conversation,
 * whose messages the table adds up by kind, the rest is shared by size.
 * @param inResults skills and references are in the conversation.
 */
function carriedParts({ sent, answer }: ModelCall, inResults: boolean, prices: UnitPrices): CarriedPart[] {
  if (sent === undefined) return [];
  const { total, parts } = sent.tokens;
  const usage = answer.usage ?? { promptTokens: total, completionTokens: 0 };
  const scale = total === 0 ? 0 : usage.promptTokens / total;
  const price = prices(sent.model);
  const isLate = ({ kind }: TokenPart) => CONVERSATION.has(kind) || (inResults && DOCUMENTS.has(kind));
  const late = parts.filter(isLate).reduce((sum, part) => sum + part.tokens, 0) * scale;
  let left = Math.min(usage.cachedPromptTokens ?? 0, usage.promptTokens);
  const early = parts.filter((part) => !isLate(part));
  const cachedOf = new Map<TokenPart, number>();
  for (const part of early) {
    const cached = Math.min(left, part.tokens * scale);
    cachedOf.set(part, cached);
    left -= cached;
  }
  const share = late === 0 ? 0 : Math.min(1, left / late);
  return parts.map((part) => {
    const tokens = part.tokens * scale;
    const cached = cachedOf.get(part) ?? tokens * share;
    const cost =
      price === undefined
        ? undefined
        : ((tokens - cached) * price.input + cached * (price.cachedInput ?? price.input)) / MILLION;
    return { part, tokens, cached, cost };
  });
}

/** True for the `seq` of a request whose conversation contained skills and references. */
function placedInResults(events: readonly SessionEvent[]): (seq: number) => boolean {
  const changes: { seq: number; inResults: boolean }[] = [];
  let placement = 'system';
  let dialect = 'omni';
  for (const event of events) {
    if (event.type !== 'session-created' && event.type !== 'settings-changed') continue;
    placement = event.placement ?? placement;
    dialect = event.dialect ?? dialect;
    const inResults = placement === 'tool-result' || (dialect !== 'omni' && dialect !== 'trpc');
    changes.push({ seq: event.seq, inResults });
  }
  return (seq) => changes.findLast((change) => change.seq <= seq)?.inResults ?? false;
}

/** Adds up what one thing took over many requests. */
class CarriedSum {
  #tokens = 0;
  #requests = 0;
  #carried = 0;
  #cached = 0;
  #cost: number | undefined;

  /** @param parts all of it in one request. */
  add(parts: readonly CarriedPart[]): void {
    if (parts.length === 0) return;
    const inOne = parts.reduce((sum, { part }) => sum + part.tokens, 0);
    this.#tokens = Math.max(this.#tokens, inOne);
    this.#requests += 1;
    for (const { tokens, cached, cost } of parts) {
      this.#carried += tokens;
      this.#cached += cached;
      if (cost !== undefined) this.#cost = (this.#cost ?? 0) + cost;
    }
  }

  /** @param whole what the session cost; undefined or 0: nothing has a share. */
  sum(whole: number | undefined): Carried {
    const cost = this.#cost;
    return {
      tokens: this.#tokens,
      requests: this.#requests,
      carried: Math.round(this.#carried),
      cached: Math.round(this.#cached),
      ...(cost === undefined ? {} : { cost }),
      ...(cost === undefined || whole === undefined || whole === 0 ? {} : { share: cost / whole }),
    };
  }
}

/** Characters of a message that name its turn. */
const NAMED_BY = 120;

/** Counts only a branch's own part: copied events were paid for, and failed, in the original. */
export function sessionCosts(events: readonly SessionEvent[], prices: UnitPrices): SessionCosts {
  const copiedTo = copiedUpTo(events);
  const turns = turnsOf(events);
  const own = turns.flatMap(({ requests }) => requests).filter(({ seq }) => seq > copiedTo);
  const total = isUnrecorded(turns) ? spentIn(turns, prices) : spentOn(own, prices);
  const sums = sumsBy(events, own, prices);
  const calls = callsOf(events, copiedTo);
  const loads = loadsOf(events, copiedTo);
  /** Excludes anything loaded or called only before the branch and never carried in it. */
  const isOwn = (key: string, count: number) => count > 0 || sums.has(key);
  return {
    source: events[0]?.type === 'session-created' && events[0].foreign !== undefined ? 'file' : 'own',
    recordsCache: own.some(({ answer }) => answer.usage?.cachedPromptTokens !== undefined),
    total: {
      ...total,
      requests: own.length,
      unpriced: [
        ...new Set(
          own.flatMap(({ model, answer }) => (prices(model) === undefined && answer.cost === undefined ? [model] : [])),
        ),
      ],
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
  const copied = message.seq <= copiedTo && !turn.requests.some(({ seq }) => seq > copiedTo);
  const events = copied ? turn.events : own;
  const requests = copied ? turn.requests : turn.requests.filter(({ seq }) => seq > copiedTo);
  const spent = isUnrecorded([turn]) ? spentIn([turn], prices) : spentOn(requests, prices);
  const count = (type: SessionEvent['type']) => events.filter((event) => event.type === type).length;
  return {
    ...spent,
    seq: message.seq,
    toSeq: turn.events.at(-1)?.seq ?? message.seq,
    at: message.at,
    text: oneLine((ownWords(message.text) || message.text).slice(0, NAMED_BY * 2)).slice(0, NAMED_BY),
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
  if (kind === 'tool-result') return [`tool:${label}`];
  if (skill === undefined) return [];
  return [path === undefined ? `skill:${skill}` : `reference:${skill}/${path}`];
}

function sumsBy(events: readonly SessionEvent[], requests: readonly ModelCall[], prices: UnitPrices) {
  const inResults = placedInResults(events);
  const sums = new Map<string, CarriedSum>();
  const of = (key: string): CarriedSum => {
    const known = sums.get(key) ?? new CarriedSum();
    sums.set(key, known);
    return known;
  };
  for (const request of requests) {
    const grouped = new Map<string, CarriedPart[]>();
    for (const part of carriedParts(request, inResults(request.seq), prices)) {
      for (const key of keysOf(part)) grouped.set(key, [...(grouped.get(key) ?? []), part]);
    }
    for (const [key, parts] of grouped) of(key).add(parts);
  }
  return { of, has: (key: string) => sums.has(key) };
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
    const ms = Math.round(event.ms ?? 0);
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
