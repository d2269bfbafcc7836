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
  const causes = [...causesIn(events, copiedTo)];
  /** Excludes anything loaded or called only before the branch and never carried in it. */
  const list = (kind: 'skill' | 'reference' | 'tool') =>
    causes.flatMap(([key, cause]) =>
      key.startsWith(`${kind}:`) && (cause.times > 0 || sums.has(key))
        ? [{ name: key.slice(kind.length + 1), ...cause, ...sums.of(key).sum(total.cost) }]
        : [],
    );
  return {
    source: events[0]?.type === 'session-created' && events[0].foreign !== undefined ? 'file' : 'own',
    copiedTo,
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
    skills: list('skill'),
    references: list('reference'),
    tools: list('tool'),
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

/** Loads of skills and references, and calls of tools, by the key of what requests carry of them. */
function causesIn(events: readonly SessionEvent[], copiedTo: number) {
  type Cause = Pick<SessionCosts['tools'][number], 'times' | 'copied' | 'failed' | 'ms' | 'slowest' | 'seq'>;
  const causes = new Map<string, Cause>();
  for (const event of events) {
    const key = causeOf(event);
    if (key === undefined) continue;
    const { seq } = event;
    const before = causes.get(key) ?? { times: 0, copied: 0, failed: 0, ms: 0, slowest: 0, seq };
    if (seq <= copiedTo) {
      causes.set(key, { ...before, copied: before.copied + 1 });
      continue;
    }
    const ms = event.type === 'tool-finished' ? Math.round(event.ms ?? 0) : 0;
    causes.set(key, {
      times: before.times + 1,
      copied: before.copied,
      failed: before.failed + (event.type === 'tool-finished' && !event.ok ? 1 : 0),
      ms: before.ms + ms,
      slowest: Math.max(before.slowest, ms),
      seq: ms > before.slowest || before.times === 0 ? seq : before.seq,
    });
  }
  return causes;
}

function causeOf(event: SessionEvent): string | undefined {
  if (event.type === 'skill-loaded') return `skill:${event.skill}`;
  if (event.type === 'reference-loaded') return `reference:${event.skill}/${event.path}`;
  return event.type === 'tool-finished' ? `tool:${event.name}` : undefined;
}
