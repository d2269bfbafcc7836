/** Every request of a session, as it was sent or as it would have been with another placement, in one pass. */
import { setImmediate as rest } from 'node:timers/promises';
import type { PlacementCost } from '../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../shared/dialects.ts';
import { type EventOf, PLACEMENTS, type Placement, type SessionEvent } from '../../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { isTurnRequest } from '../../../shared/turn-request.ts';
import { createWalk, placedAs } from './walk.ts';

export interface SentRequest {
  readonly event: EventOf<'request-sent'>;
  /** State from which it was built. */
  readonly state: SessionState;
  /** Events after the request before it. */
  readonly since: readonly SessionEvent[];
}

/** The requests of the conversation, without those for summaries. Folds each event once; only a rewind refolds. */
export function* sentRequests(id: string, events: readonly SessionEvent[]): Generator<SentRequest> {
  let state = emptyState(id);
  let folded = 0;
  let last = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === 'history-rewound') {
      state = foldEvents(id, events.slice(0, index + 1));
      folded = index + 1;
    }
    if (!isTurnRequest(event)) continue;
    // A request is built from what was there before it.
    state = continueFold(state, events.slice(folded, index));
    folded = index;
    yield { event, state, since: events.slice(last, index) };
    last = index + 1;
  }
}

/** Money for one prompt, in US dollars; undefined where the model has no price. */
export type PromptPrice = (model: string, tokens: number, cached: number) => number | undefined;

export type ReplayedCost = Omit<PlacementCost, 'placement'>;

/** Requests compared before others get their turn. */
const BATCH = 20;

/** The placements that any of the session's requests could have had, each over all of them. */
export async function comparePlacements(
  id: string,
  events: readonly SessionEvent[],
  price: PromptPrice,
): Promise<PlacementCost[]> {
  const costs = new Map(PLACEMENTS.map((placement) => [placement, createReplay(price)]));
  const possible = new Set<Placement>();
  let requests = 0;
  for (const { state, since } of sentRequests(id, events)) {
    for (const placement of DIALECT_SETTINGS[state.dialect].placements) possible.add(placement);
    for (const [placement, replay] of costs) await replay.add(placedAs(state, placement), since);
    requests += 1;
    if (requests % BATCH === 0) await rest();
  }
  return [...costs].flatMap(([placement, replay]) =>
    possible.has(placement) ? [{ placement, ...replay.cost() }] : [],
  );
}

export interface Replay {
  /** The next request, in order. @param since the events after the one before it. */
  add(state: SessionState, since: readonly SessionEvent[]): Promise<void>;
  cost(): ReplayedCost;
}

/** Adds requests up. */
export function createReplay(price: PromptPrice): Replay {
  const walk = createWalk();
  const sum = { requests: 0, tokens: 0, prefixKept: 0, largest: 0 };
  let money: number | undefined = 0;
  return {
    async add(state, since) {
      const { total, kept } = await walk.next(state, since);
      sum.requests += 1;
      sum.tokens += total;
      sum.prefixKept += kept;
      sum.largest = Math.max(sum.largest, total);
      const paid = price(state.model, total, kept);
      money = money === undefined || paid === undefined ? undefined : money + paid;
    },
    cost: () => ({ ...sum, ...(money === undefined || sum.requests === 0 ? {} : { cost: money }) }),
  };
}
