/** Two requests, piece by piece. */
import type { PartChange } from '../../../shared/context-views.ts';
import type { PartFacts, ReasonCode } from '../../../shared/events.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { type Piece, samePiece } from './pieces.ts';

export interface PieceChange {
  readonly id: string;
  readonly part: PartFacts;
  readonly change: PartChange['change'];
  readonly before?: Piece;
  readonly after?: Piece;
}

export interface Difference {
  /** In the order of the later request; removed pieces at their old place. */
  readonly changes: readonly PieceChange[];
  readonly unchanged: number;
}

/** @param key what makes two pieces the same one; within a session its id. */
export function comparePieces(
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

export function describeChange(
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
export function ordinalKeys(pieces: readonly Piece[]): (piece: Piece) => string {
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
