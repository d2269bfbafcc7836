/** Every request of a session, as it was sent or as it would have been with another placement, in one pass. */
import { setImmediate as rest } from 'node:timers/promises';
import type { PlacementCost } from '../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../shared/dialects.ts';
import { type EventOf, PLACEMENTS, type Placement, type SessionEvent } from '../../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { counting } from '../tokens/counter.ts';
import { type Piece, samePiece } from './pieces.ts';
import { readRequest, sharedTokens } from './prefix.ts';

export interface SentRequest {
  readonly event: EventOf<'request-sent'>;
  /** What it was built from. */
  readonly state: SessionState;
}

/** The requests of the conversation, without those for summaries. Each event is folded once; only a rewind folds anew. */
export function* sentRequests(id: string, events: readonly SessionEvent[]): Generator<SentRequest> {
  let state = emptyState(id);
  let folded = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === 'history-rewound') {
      state = foldEvents(id, events.slice(0, index + 1));
      folded = index + 1;
    }
    if (event.type !== 'request-sent' || event.purpose === 'summary') continue;
    // A request is built from what was there before it.
    state = continueFold(state, events.slice(folded, index));
    folded = index;
    yield { event, state };
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
  for (const { state } of sentRequests(id, events)) {
    const { placements } = DIALECT_SETTINGS[state.dialect];
    for (const [placement, replay] of costs) {
      const honours = placements.includes(placement);
      if (honours) possible.add(placement);
      await replay.add(honours ? { ...state, placement } : state);
    }
    requests += 1;
    if (requests % BATCH === 0) await rest();
  }
  return [...costs].flatMap(([placement, replay]) =>
    possible.has(placement) ? [{ placement, ...replay.cost() }] : [],
  );
}

export interface Replay {
  /** The next request, in order. */
  add(state: SessionState): Promise<void>;
  cost(): ReplayedCost;
}

/** Adds requests up. What a request shares with the one before it is not counted again. */
export function createReplay(price: PromptPrice): Replay {
  let before: { readonly model: string; readonly pieces: readonly Piece[]; readonly tokens: readonly number[] } = {
    ...{ model: '', pieces: [], tokens: [] },
  };
  const sum = { requests: 0, tokens: 0, prefixKept: 0, largest: 0 };
  let money: number | undefined = 0;
  return {
    async add(state) {
      const { model, pieces } = readRequest(state);
      const isSameModel = model === before.model;
      const end = isSameModel ? sharedLength(before.pieces, pieces) : 0;
      const shared = before.tokens.slice(0, end);
      const [broken, instead] = isSameModel ? [before.pieces[end], pieces[end]] : [];
      const counted = await counting(model, (counter) => ({
        rest: pieces.slice(end).map((piece) => piece.tokens(counter)),
        begun: broken === undefined || instead === undefined ? 0 : sharedTokens(broken, instead, counter),
      }));
      const tokens = [...shared, ...counted.rest];
      const total = tokens.reduce((all, one) => all + one, 0);
      const kept = shared.reduce((all, one) => all + one, counted.begun);
      before = { model, pieces, tokens };
      sum.requests += 1;
      sum.tokens += total;
      sum.prefixKept += kept;
      sum.largest = Math.max(sum.largest, total);
      const paid = price(model, total, kept);
      money = money === undefined || paid === undefined ? undefined : money + paid;
    },
    cost: () => ({ ...sum, ...(money === undefined || sum.requests === 0 ? {} : { cost: money }) }),
  };
}

/** Of the leading parts that are the same in both. */
function sharedLength(before: readonly Piece[], after: readonly Piece[]): number {
  const length = Math.min(before.length, after.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [before[index], after[index]];
    if (one === undefined || other === undefined || !samePiece(one, other)) return index;
  }
  return length;
}
