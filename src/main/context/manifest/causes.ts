/** Finds the event between two requests of a session that made each piece what it became: by replay, where possible. */
import type { SessionEvent } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { PieceChange } from './diff.ts';
import { type Piece, piecesOf, samePiece } from './pieces.ts';
import { rootOf, steps } from './prefix.ts';
import { STRUCTURAL } from './walk.ts';

/**
 * Last event that changed each piece, by the piece's id.
 * @param between the events after the earlier state, up to the later one's; `events` the whole log.
 */
export function causesOf(
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
