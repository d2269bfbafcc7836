/** The manifest of a request that asks for a summary: what has to be kept, and the conversation as it is shown. */
import type { SummaryTask } from '../../../shared/context-plans.ts';
import type { Manifest } from '../../../shared/context-views.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { sha256 } from '../../lib/sha256.ts';
import { type Piece, requestPieces } from '../manifest/pieces.ts';
import { counting, isEstimated } from '../tokens/counter.ts';
import type { SummaryRequest } from './summary-request.ts';

/** @param state that the request was built from. */
export async function summaryManifest(
  state: SessionState,
  { coversSeq: [from, to] }: SummaryTask,
  { assembled }: Pick<SummaryRequest, 'assembled'>,
): Promise<{ readonly manifest: Manifest; readonly pieces: readonly Piece[] }> {
  const pieces = requestPieces(assembled);
  const parts = await counting(state.model, (counter) =>
    pieces.map((piece) => ({
      id: piece.id,
      kind: piece.kind,
      label: piece.label,
      tokens: piece.tokens(counter),
      sha256: sha256(piece.text),
      reason: piece.reason === '' ? `the messages of events ${from} to ${to}, as text to summarise` : piece.reason,
      because:
        piece.reason === ''
          ? { code: 'to-summarise' as const, figures: { from, to } }
          : { code: 'summary-task' as const },
      place: piece.place,
      length: piece.text.length,
      ...(isEstimated(piece.text) ? { approximate: true } : {}),
    })),
  );
  return { manifest: { parts, leftOut: [] }, pieces };
}
