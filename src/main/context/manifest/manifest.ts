/** The manifest of a request: every piece with its tokens, its hash and the reason it is in; and what was left out. */
import type { Manifest, ManifestPart } from '../../../shared/context-views.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { AssembledRequest } from '../build-request.ts';
import { isEstimated, type TokenCounter } from '../tokens/counter.ts';
import { leftOut } from './left-out.ts';
import { type Piece, requestPieces } from './pieces.ts';
import { type Facts, factsOf, isPinned, reasonOf } from './reasons.ts';

/** @param events the session's log up to the state. */
export function manifestOf(
  state: SessionState,
  request: AssembledRequest,
  events: readonly SessionEvent[],
  counter: TokenCounter,
): Manifest {
  const pieces = requestPieces(request);
  const facts = factsOf(state, activeEvents(events));
  const parts = pieces.map((piece, index): ManifestPart => {
    // A heading was added with the first piece below it.
    const owner = piece.part.reason === 'heading' ? (pieces[index + 1] ?? piece) : piece;
    const since = sinceOf(owner, facts);
    return {
      ...listedPart(piece, counter),
      ...reasonOf(piece, facts),
      ...(since === undefined ? {} : { since }),
      ...(isPinned(piece, facts) ? { pinned: true } : {}),
    };
  });
  return { parts, leftOut: leftOut(state, pieces, events) };
}

/** Facts of a piece that the request itself says. */
export function listedPart({ id, part, place, text, lines, tokens }: Piece, counter: TokenCounter): ManifestPart {
  return {
    id,
    ...part,
    place,
    tokens: tokens(counter),
    sha256: sha256(text),
    length: text.length,
    // Each line is counted alone, so that together they may be a few tokens off the whole.
    ...(lines === undefined
      ? {}
      : {
          lines: lines.map((line) => ({
            ...line,
            tokens: counter.count(text.slice(line.from, line.from + line.length)),
          })),
        }),
    ...(isEstimated(text) ? { approximate: true } : {}),
  };
}

function sinceOf({ id, seq }: Piece, { origins }: Facts): number | undefined {
  return seq ?? origins.of(id);
}
