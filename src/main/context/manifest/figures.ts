/** Manifest and prefix with their token figures: counting may load an encoding, so these are asynchronous. */
import { setImmediate as rest } from 'node:timers/promises';
import type { CacheBorder, Manifest } from '../../../shared/context-views.ts';
import type { PrefixKept, SessionEvent } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { type AssembledRequest, assembleRequest, type BuiltRequest } from '../build-request.ts';
import { counting } from '../tokens/counter.ts';
import { cacheBorders } from './cache-borders.ts';
import { type CountedPiece, countedPiece, manifestOf } from './manifest.ts';
import { type Piece, requestPieces } from './pieces.ts';
import { causeOf, prefixOf, type ReadRequest, readRequest } from './prefix.ts';

/** @param events the log up to the state. */
export async function manifestWithFigures(
  state: SessionState,
  events: readonly SessionEvent[],
  request: AssembledRequest = assembleRequest(state),
): Promise<Manifest> {
  const pieces = requestPieces(request);
  await rest();
  return manifestOf(state, pieces, await countedPieces(state.model, pieces), events);
}

/** Figures of a request's pieces, in their order. */
export function countedPieces(model: string, pieces: readonly Piece[]): Promise<CountedPiece[]> {
  return counting(model, (counter) => pieces.map((piece) => countedPiece(piece, counter)));
}

export function cacheBordersWithFigures(request: BuiltRequest): Promise<CacheBorder[]> {
  return counting(request.request.model, (counter) => cacheBorders(request, counter));
}

/** The parts of a session's request that comparisons need. */
export interface RequestOf {
  readonly state: SessionState;
  readonly read: ReadRequest;
}

export function requestOf(state: SessionState): RequestOf {
  return { state, read: readRequest(state) };
}

/**
 * The part of the later request that the earlier one of the same session had too.
 * @param events the log, up to the later state at least.
 */
export function prefixKept(
  earlier: SessionState,
  later: SessionState,
  events: readonly SessionEvent[],
): Promise<PrefixKept> {
  return prefixBetween(requestOf(earlier), requestOf(later), events);
}

/** Like `prefixKept`, with the two requests in either order. */
export function prefixBetween(one: RequestOf, other: RequestOf, events: readonly SessionEvent[]): Promise<PrefixKept> {
  const [first, last] = one.state.lastSeq <= other.state.lastSeq ? [one.state, other.state] : [other.state, one.state];
  const causes = new Map<number | undefined, number | undefined>();
  const cause = (brokeAt: number | undefined) => {
    if (!causes.has(brokeAt)) causes.set(brokeAt, causeOf(first, eventsBetween(events, first, last), events, brokeAt));
    return causes.get(brokeAt);
  };
  return counting(other.state.model, (counter) => prefixOf(one.read, other.read, counter, cause));
}

export function eventsBetween(
  events: readonly SessionEvent[],
  earlier: SessionState,
  later: SessionState,
): readonly SessionEvent[] {
  return events.filter(({ seq }) => seq > earlier.lastSeq && seq <= later.lastSeq);
}
