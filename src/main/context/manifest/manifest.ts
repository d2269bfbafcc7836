/** The manifest of a request: every piece with its tokens, its hash and the reason it is in; and what was left out. */
import type { Manifest, ManifestPart } from '../../../shared/context-views.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { AssembledRequest } from '../build-request.ts';
import { isEstimated, type TokenCounter } from '../tokens/counter.ts';
import { leftOut } from './left-out.ts';
import { linesOf } from './lines.ts';
import { type Piece, requestPieces } from './pieces.ts';
import { becauseOf, type Facts, factsOf, isPinned, reasonOf } from './reasons.ts';

/** @param events the session's log up to the state. */
export function manifestOf(
  state: SessionState,
  request: AssembledRequest,
  events: readonly SessionEvent[],
  counter: TokenCounter,
): Manifest {
  const pieces = requestPieces(request);
  return { parts: manifestParts(state, pieces, events, counter), leftOut: leftOut(state, pieces, events) };
}

/** The parts alone, in the order of `pieces`. */
function manifestParts(
  state: SessionState,
  pieces: readonly Piece[],
  events: readonly SessionEvent[],
  counter: TokenCounter,
): ManifestPart[] {
  const facts = factsOf(state, activeEvents(events));
  return pieces.map((piece, index) => {
    // A heading came with the first of what stands below it.
    const owner = piece.id.startsWith('heading:') ? (pieces[index + 1] ?? piece) : piece;
    const since = sinceOf(owner, facts);
    return {
      id: piece.id,
      kind: piece.kind,
      label: piece.label,
      tokens: piece.tokens(counter),
      sha256: sha256(piece.text),
      reason: reasonOf(piece, facts),
      because: becauseOf(piece, facts),
      ...linesOf(piece, state.catalog, counter),
      ...(since === undefined ? {} : { since }),
      place: piece.place,
      length: piece.text.length,
      ...(isEstimated(piece.text) ? { approximate: true } : {}),
      ...(isPinned(piece, facts) ? { pinned: true } : {}),
    };
  });
}

function sinceOf(piece: Piece, { origins, loaded }: Facts): number | undefined {
  if (piece.seq !== undefined) return piece.seq;
  if (piece.skill !== undefined) return loaded.get(piece.skill)?.seq;
  return origins.of(piece.id);
}
