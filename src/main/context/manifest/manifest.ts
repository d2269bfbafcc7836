/** The manifest of a request: every piece with its tokens, its hash and the reason it is in; and what was left out. */
import { setImmediate as rest } from 'node:timers/promises';
import type { Manifest, ManifestPart } from '../../../shared/context-views.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { sha256 } from '../../lib/sha256.ts';
import { isEstimated, type TokenCounter } from '../tokens/counter.ts';
import { leftOut } from './left-out.ts';
import type { Piece } from './pieces.ts';
import { type Facts, factsOf, isPinned, reasonOf } from './reasons.ts';

/** Tokens of a piece and of its lines. */
export interface CountedPiece {
  readonly tokens: number;
  readonly lines?: ManifestPart['lines'];
}

/** Pieces listed before others get their turn. */
const BATCH = 2_000;

/**
 * @param counted figures of the pieces, in their order.
 * @param events the session's log up to the state.
 */
export async function manifestOf(
  state: SessionState,
  pieces: readonly Piece[],
  counted: readonly CountedPiece[],
  events: readonly SessionEvent[],
): Promise<Manifest> {
  const facts = factsOf(state, activeEvents(events));
  const parts: ManifestPart[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index % BATCH === 0) await rest();
    // A heading was added with the first piece below it.
    const owner = piece.part.reason === 'heading' ? (pieces[index + 1] ?? piece) : piece;
    const since = sinceOf(owner, facts);
    parts.push({
      ...listedPart(piece, counted[index] as CountedPiece),
      ...reasonOf(piece, facts),
      ...(since === undefined ? {} : { since }),
      ...(isPinned(piece, facts) ? { pinned: true } : {}),
    });
  }
  await rest();
  return { parts, leftOut: leftOut(state, pieces, events) };
}

export function countedPiece({ text, lines, tokens }: Piece, counter: TokenCounter): CountedPiece {
  if (lines === undefined) return { tokens: tokens(counter) };
  // Each line is counted alone, so that together they may be a few tokens off the whole.
  const counted = lines.map((line) => ({
    ...line,
    tokens: counter.count(text.slice(line.from, line.from + line.length)),
  }));
  return { tokens: tokens(counter), lines: counted };
}

/** Facts of a piece that the request itself says. */
export function listedPart({ id, part, place, text }: Piece, { tokens, lines }: CountedPiece): ManifestPart {
  return {
    id,
    ...part,
    place,
    tokens,
    sha256: sha256(text),
    length: text.length,
    ...(lines === undefined ? {} : { lines }),
    ...(isEstimated(text) ? { approximate: true } : {}),
  };
}

function sinceOf({ id, seq }: Piece, { origins }: Facts): number | undefined {
  return seq ?? origins.of(id);
}
