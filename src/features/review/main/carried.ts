/** Cost of sending each part of the requests again and again. Pure. */

import type { UnitPrices } from '../../../main/session/requests.ts';
import type { SessionEvent, TokenPart } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { Carried, ComparedMany } from '../../../shared/review.ts';
import { alignTurns, type ComparedSession, comparedTurn, settingsOfAll, totalOf, turnsThatCount } from './compare.ts';
import type { AnsweredRequest } from './turns.ts';

const MILLION = 1_000_000;

/** Tokens of one part in one request, and what they took. */
export interface CarriedPart {
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
export function carriedParts({ sent, answer }: AnsweredRequest, inResults: boolean, prices: UnitPrices): CarriedPart[] {
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
export function placedInResults(events: readonly SessionEvent[]): (seq: number) => boolean {
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
export class CarriedSum {
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

/** Three sessions and more as a table: one column each, aligned with the turns of the first. Pure. */
export function compareMany(sessions: readonly ComparedSession[], prices: UnitPrices): ComparedMany {
  const columns = sessions.map((session) => ({ session, turns: turnsThatCount(session) }));
  const [first, ...others] = columns;
  const messages = first?.turns.map(({ message }) => message.text) ?? [];
  const cells = messages.map((text, index) => ({
    text: text.slice(0, SHOWN),
    cells: columns.map((): ComparedMany['turns'][number]['cells'][number] => null).with(0, cellOf(0, index)),
  }));
  const unpaired: typeof cells = [];
  /** @param row the message of its row. */
  function cellOf(column: number, index: number, row?: string): ComparedMany['turns'][number]['cells'][number] {
    const turn = comparedTurn(columns[column]?.turns[index], prices);
    if (turn === undefined) return null;
    const { seq, usage, cost, outcome, errors, ms, answer } = turn;
    const text = columns[column]?.turns[index]?.message.text ?? '';
    return {
      seq,
      tokens: usage.promptTokens + usage.completionTokens,
      outcome,
      errors,
      ms,
      answer,
      ...(row === undefined || text === row ? {} : { text: text.slice(0, SHOWN) }),
      ...(cost === undefined ? {} : { cost }),
    };
  }
  for (const [index, { turns }] of others.entries()) {
    const column = index + 1;
    const pairs = alignTurns(
      messages,
      turns.map(({ message }) => message.text),
    );
    for (const { a, b } of pairs) {
      if (b === undefined) continue;
      const paired = a === undefined ? undefined : cells[a];
      if (paired !== undefined) paired.cells[column] = cellOf(column, b, messages[a ?? 0]);
      else {
        const text = turns[b]?.message.text.slice(0, SHOWN) ?? '';
        unpaired.push({ text, cells: columns.map((_, at) => (at === column ? cellOf(column, b) : null)) });
      }
    }
  }
  return {
    settings: settingsOfAll(sessions.map(({ events }) => events)),
    sessions: columns.map(({ session, turns }) => ({
      session: session.id,
      title: session.title,
      model: foldEvents(session.id, session.events).model,
      turns: turns.length,
      ...totalOf(session, turns, prices),
    })),
    turns: [...cells, ...unpaired],
  };
}

/** Characters of a message. */
const SHOWN = 2_000;
