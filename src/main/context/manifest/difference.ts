/** Two requests part by part, each difference with the event that caused it. */
import type { PartChange } from '../../../shared/context-views.ts';
import type { PrefixKept, SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { counting } from '../tokens/counter.ts';
import { causesOf } from './causes.ts';
import { comparePieces, type Difference, describeChange, ordinalKeys, type PieceChange } from './diff.ts';
import { eventsBetween, prefixBetween, requestOf } from './figures.ts';
import { originsOf } from './origins.ts';
import { prefixOf } from './prefix.ts';

export interface SessionRequest {
  readonly sessionId: string;
  readonly state: SessionState;
  /** The whole log, or as much of it as the later of two states is from. */
  readonly events: readonly SessionEvent[];
}

export interface DescribedDifference {
  readonly changes: PartChange[];
  readonly unchanged: number;
  readonly prefix: PrefixKept;
}

export function describeDifference(
  from: SessionRequest,
  to: SessionRequest,
  texts: boolean,
): Promise<DescribedDifference> {
  return from.sessionId === to.sessionId ? withinSession(from, to, texts) : acrossSessions(from, to, texts);
}

async function withinSession(from: SessionRequest, to: SessionRequest, texts: boolean): Promise<DescribedDifference> {
  const [before, after] = [requestOf(from.state), requestOf(to.state)];
  const id = (piece: { readonly id: string }) => piece.id;
  const difference = comparePieces(before.read.pieces, after.read.pieces, { before: id, after: id });
  const [earlier, later] = from.state.lastSeq <= to.state.lastSeq ? [from, to] : [to, from];
  const between = eventsBetween(later.events, earlier.state, later.state);
  const causes = causesOf(earlier.state, between, later.events, difference.changes);
  const changes = await described(to.state.model, difference, texts, (change) => {
    const event = causes.get(change.id);
    return event === undefined ? undefined : { sessionId: to.sessionId, seq: event.seq, type: event.type };
  });
  return { changes, unchanged: difference.unchanged, prefix: await prefixBetween(before, after, later.events) };
}

/** Each part's own beginning is its cause: there is no log that leads from the one to the other. */
async function acrossSessions(from: SessionRequest, to: SessionRequest, texts: boolean): Promise<DescribedDifference> {
  const [before, after] = [requestOf(from.state), requestOf(to.state)];
  const keys = { before: ordinalKeys(before.read.pieces), after: ordinalKeys(after.read.pieces) };
  const difference = comparePieces(before.read.pieces, after.read.pieces, keys);
  const [sinceFrom, sinceTo] = [beginnings(from), beginnings(to)];
  const changes = await described(
    to.state.model,
    difference,
    texts,
    ({ before: gone, after: there }) =>
      (there === undefined ? undefined : sinceTo(there)) ?? (gone === undefined ? undefined : sinceFrom(gone)),
  );
  const prefix = await counting(to.state.model, (counter) =>
    prefixOf(before.read, after.read, counter, (brokeAt) => {
      const piece = brokeAt === undefined ? undefined : after.read.pieces[brokeAt];
      return piece === undefined ? undefined : sinceTo(piece)?.seq;
    }),
  );
  return { changes, unchanged: difference.unchanged, prefix };
}

function beginnings({ sessionId, state, events }: SessionRequest) {
  const active = activeEvents(events.filter(({ seq }) => seq <= state.lastSeq));
  const origins = originsOf(active);
  const types = new Map(active.map((event) => [event.seq, event.type]));
  return (piece: { readonly id: string; readonly seq?: number }): PartChange['cause'] => {
    const seq = piece.seq ?? origins.of(piece.id);
    const type = seq === undefined ? undefined : types.get(seq);
    return seq === undefined || type === undefined ? undefined : { sessionId, seq, type };
  };
}

function described(
  model: string,
  { changes }: Difference,
  texts: boolean,
  cause: (change: PieceChange) => PartChange['cause'],
): Promise<PartChange[]> {
  const causes = new Map(changes.map((change) => [change, cause(change)]));
  return counting(model, (counter) =>
    changes.map((change) => describeChange(change, counter, { texts, cause: causes.get(change) })),
  );
}
