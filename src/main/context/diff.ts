/** Two requests, piece by piece. */
import type { PartChange } from '../../shared/context-views.ts';
import type { PartFacts, PrefixKept, ReasonCode, SessionEvent } from '../../shared/events.ts';
import { activeEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { eventsBetween, originsOf, prefixBetween, requestOf } from './left-out.ts';
import { prefixOf, rootOf, steps } from './prefix.ts';
import { type Piece, piecesOf, samePiece } from './token-table.ts';
import { counting, type TokenCounter } from './tokens/counter.ts';

interface PieceChange {
  readonly id: string;
  readonly part: PartFacts;
  readonly change: PartChange['change'];
  readonly before?: Piece;
  readonly after?: Piece;
}

interface Difference {
  /** In the order of the later request; removed pieces at their old place. */
  readonly changes: readonly PieceChange[];
  readonly unchanged: number;
}

/** @param key what makes two pieces the same one; within a session its id. */
function comparePieces(
  before: readonly Piece[],
  after: readonly Piece[],
  key: { readonly before: (piece: Piece) => string; readonly after: (piece: Piece) => string },
): Difference {
  const earlier = new Map(before.map((piece, index) => [key.before(piece), { piece, index }]));
  const later = new Set(after.map(key.after));
  const matched = after.map((piece) => earlier.get(key.after(piece)));
  const inPlace = longestRising(matched.map((match) => match?.index));
  const changes: PieceChange[] = [];
  let unchanged = 0;
  let next = 0;
  const goneBefore = (index: number) => {
    for (; next < index; next += 1) {
      const piece = before[next];
      if (piece !== undefined && !later.has(key.before(piece))) {
        changes.push({ id: piece.id, part: piece.part, change: 'removed', before: piece });
      }
    }
  };
  for (const [index, piece] of after.entries()) {
    const { id, part } = piece;
    const match = matched[index];
    if (match === undefined) {
      changes.push({ id, part, change: 'added', after: piece });
      continue;
    }
    const isInPlace = inPlace.has(index);
    if (isInPlace) goneBefore(match.index);
    const isChanged = match.piece.text !== piece.text;
    if (isChanged) changes.push({ id, part, change: 'changed', before: match.piece, after: piece });
    // The same text elsewhere, or in another kind of message.
    else if (!isInPlace || !samePiece(match.piece, piece))
      changes.push({ id, part, change: 'moved', before: match.piece, after: piece });
    else unchanged += 1;
  }
  goneBefore(before.length);
  return { changes, unchanged };
}

function describeChange(
  { id, part, change, before, after }: PieceChange,
  counter: TokenCounter,
  options: { readonly texts: boolean; readonly cause: PartChange['cause'] },
): PartChange {
  const { texts, cause } = options;
  const since = (after ?? before)?.seq;
  return {
    id,
    ...part,
    change,
    ...(since === undefined ? {} : { since }),
    before: before?.tokens(counter) ?? 0,
    after: after?.tokens(counter) ?? 0,
    ...(cause === undefined ? {} : { cause }),
    ...(texts ? { texts: { before: before?.text ?? '', after: after?.text ?? '' } } : {}),
  };
}

const MESSAGES: ReadonlySet<ReasonCode> = new Set(['conversation', 'summary', 'unanswered']);

/** Messages of two sessions are the same one where they are the same in order: the third of the person, the second result. */
function ordinalKeys(pieces: readonly Piece[]): (piece: Piece) => string {
  const seen = new Map<string, number>();
  const keys = new Map<Piece, string>();
  for (const piece of pieces) {
    const { kind, reason } = piece.part;
    if (!MESSAGES.has(reason)) continue;
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    keys.set(piece, `${kind} ${number}`);
  }
  return (piece) => keys.get(piece) ?? piece.id;
}

/** Indices of a longest rising sequence: pieces not among them have moved. O(n log n). */
function longestRising(numbers: readonly (number | undefined)[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const valueAt = (index: number | undefined) => (index === undefined ? undefined : numbers[index]) ?? -1;
  for (const [index, number] of numbers.entries()) {
    if (number === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueAt(ends[middle]) < number) low = middle + 1;
      else high = middle;
    }
    previous.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) kept.add(at);
  return kept;
}

// Finds the event between two requests of a session that made each piece what it became: by replay, where possible.

/** Events that change more of a request than its end. */
const STRUCTURAL: ReadonlySet<string> = new Set([
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

/**
 * Last event that changed each piece, by the piece's id.
 * @param between the events after the earlier state, up to the later one's; `events` the whole log.
 */
function causesOf(
  earlier: SessionState,
  between: readonly SessionEvent[],
  events: readonly SessionEvent[],
  changes: readonly PieceChange[],
): ReadonlyMap<string, SessionEvent> {
  const causes = new Map<string, SessionEvent>();
  const bySeq = new Map(between.map((event) => [event.seq, event]));
  const open = new Map<string, PieceChange['change']>();
  for (const { id, change, after, before } of changes) {
    const alone = before === undefined ? after : after === undefined ? before : undefined;
    const own = alone?.seq === undefined ? undefined : bySeq.get(alone.seq);
    if (own === undefined) open.set(id, change);
    else causes.set(id, rootOf(own, between, earlier));
  }
  if (open.size === 0) return causes;
  // Messages add themselves and change nothing else: replaying each would be quadratic.
  let known = index(earlier);
  for (const { event, state } of steps(earlier, between, events, STRUCTURAL)) {
    const now = index(state);
    for (const [id, change] of open) {
      if (!isSame(known.get(id), now.get(id), change)) causes.set(id, rootOf(event, between, earlier));
    }
    known = now;
  }
  // A piece that moved along with the one before it has the same cause.
  let moved: SessionEvent | undefined;
  for (const { id, change } of changes) {
    if (change !== 'moved') continue;
    moved = causes.get(id) ?? moved;
    if (moved !== undefined) causes.set(id, moved);
  }
  // Other changes come from a message: a result replaces the note that there is none, a catalog follows the words.
  for (const { id, after, before } of changes) {
    if (causes.has(id)) continue;
    const last = [before?.seq, after?.seq].flatMap((seq) => (seq === undefined ? [] : (bySeq.get(seq) ?? []))).at(-1);
    const spoken = last ?? between.findLast((event) => event.type === 'user-message-added');
    if (spoken !== undefined) causes.set(id, spoken);
  }
  return causes;
}

interface Placed {
  readonly piece: Piece;
  /** Piece before it: a moved piece has another. */
  readonly behind: string;
}

function index(state: SessionState): ReadonlyMap<string, Placed> {
  const pieces = piecesOf(state);
  return new Map(pieces.map((piece, at) => [piece.id, { piece, behind: pieces[at - 1]?.id ?? '' }]));
}

function isSame(one: Placed | undefined, other: Placed | undefined, change: PieceChange['change']): boolean {
  if (one === undefined || other === undefined) return one === other;
  return samePiece(one.piece, other.piece) && (change !== 'moved' || one.behind === other.behind);
}

/** Two requests part by part, each difference with the event that caused it. */
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
