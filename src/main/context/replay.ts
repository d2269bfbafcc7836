/** Every request of a session in one pass: its tokens, what of it the one before had too, and the cost. */

import { isTurnRequest, type ReplayedCost } from '../../shared/context-views.ts';
import type { EventOf, PartFacts, SessionEvent } from '../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { sharedLength } from '../lib/growing.ts';
import { conversation } from './conversation.ts';
import { isCapped } from './dialects.ts';
import { visible } from './media.ts';
import { otherModel, readRequest, sharedTokens } from './prefix.ts';
import { conversationPieces, type Piece, samePiece } from './token-table.ts';
import { counting } from './tokens/counter.ts';

// Requests of one session in their order: what each takes and what of it the one before had too. Where messages were
// only added since, nothing but those is looked at: a session of thousands of requests is walked in one pass.

/** Events that change more of a request than its end. */
export const STRUCTURAL: ReadonlySet<string> = new Set([
  'session-created',
  'settings-changed',
  'prompt-changed',
  'catalog-changed',
  'catalog-listed',
  'history-rewound',
  'skill-loaded',
  'skill-unloaded',
  'reference-loaded',
  'reference-unloaded',
  'skill-pin-changed',
  'message-pin-changed',
  'context-compacted',
  'compaction-undone',
]);

interface WalkedRequest {
  readonly total: number;
  /** Leading tokens shared with the request before it; 0 for the first. */
  readonly kept: number;
  /** Absent if it only appends; `model` if another model was used. */
  readonly broke?: { readonly at: number | 'model'; readonly part: PartFacts };
}

export interface Walk {
  /** @param since the events after the request before. */
  next(state: SessionState, since: readonly SessionEvent[]): Promise<WalkedRequest>;
}

interface Walked {
  readonly state: SessionState;
  readonly pieces: Piece[];
  readonly tokens: number[];
  readonly total: number;
  /** The note that a call has no result is among the pieces: it gives way to the result. */
  readonly isOpen: boolean;
}

export function createWalk(): Walk {
  let before: Walked | undefined;

  const goOn = async (walked: Walked, state: SessionState): Promise<WalkedRequest> => {
    const messages = state.messages.slice(walked.state.messages.length);
    const fresh = conversationPieces(
      conversation({ ...state, messages, loadedSkills: [], compactions: [] }),
      state.model,
    );
    const counted = await counting(state.model, (counter) => fresh.map((piece) => piece.tokens(counter)));
    const kept = walked.total;
    walked.pieces.push(...fresh);
    walked.tokens.push(...counted);
    const total = kept + sum(counted);
    before = { ...walked, state, total, isOpen: hasOpenCall(fresh) };
    return { total, kept };
  };

  return {
    async next(state, since) {
      const earlier = before;
      if (earlier !== undefined && onlyGoesOn(earlier, state, since)) return goOn(earlier, state);
      const { model, pieces } = readRequest(state);
      const isSameModel = model === earlier?.state.model;
      const end = isSameModel ? sharedLength(earlier.pieces, pieces, samePiece) : 0;
      const [broken, instead] = [earlier?.pieces[end], pieces[end]];
      const counted = await counting(model, (counter) => ({
        rest: pieces.slice(end).map((piece) => piece.tokens(counter)),
        begun:
          !isSameModel || broken === undefined || instead === undefined ? 0 : sharedTokens(broken, instead, counter),
      }));
      const shared = earlier?.tokens.slice(0, end) ?? [];
      const tokens = [...shared, ...counted.rest];
      const total = sum(tokens);
      before = { state, pieces: [...pieces], tokens, total, isOpen: hasOpenCall(pieces) };
      const kept = sum(shared) + counted.begun;
      if (earlier === undefined || (isSameModel && (broken === undefined || instead === undefined)))
        return { total, kept };
      if (!isSameModel) return { total, kept, broke: { at: 'model', part: otherModel(model) } };
      return instead === undefined ? { total, kept } : { total, kept, broke: { at: end, part: instead.part } };
    },
  };
}

function onlyGoesOn(earlier: Walked, state: SessionState, since: readonly SessionEvent[]): boolean {
  const { messages, model, dialect, placement } = earlier.state;
  const isSame = model === state.model && dialect === state.dialect && placement === state.placement;
  if (!isSame || since.some(({ type }) => STRUCTURAL.has(type))) return false;
  if (earlier.isOpen) return false;
  if (messages.at(-1)?.seq !== state.messages[messages.length - 1]?.seq) return false;
  // Newer pictures may take the place of older ones.
  const fresh = state.messages.slice(messages.length);
  if (fresh.some((message) => message.role === 'user' && visible(state, message.attachments).length > 0)) return false;
  // A capped list is ordered by what the person says.
  return !isCapped(state) || !since.some(({ type }) => type === 'user-message-added');
}

const hasOpenCall = (pieces: readonly Piece[]): boolean => pieces.some(({ part }) => part.reason === 'unanswered');

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export interface SentRequest {
  readonly event: EventOf<'request-sent'>;
  readonly state: SessionState;
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
