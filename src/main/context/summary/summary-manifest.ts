/** Manifest of a summary request: what has to be kept, and the conversation as shown. */
import type { Manifest } from '../../../shared/context-views.ts';
import { countedPieces } from '../manifest/figures.ts';
import { type CountedPiece, listedPart } from '../manifest/manifest.ts';
import { type Piece, requestPieces } from '../manifest/pieces.ts';
import type { SummaryRequest } from './summary-request.ts';

export async function summaryManifest({
  assembled,
}: Pick<SummaryRequest, 'assembled'>): Promise<{ readonly manifest: Manifest; readonly pieces: readonly Piece[] }> {
  const pieces = requestPieces(assembled);
  const counted = await countedPieces(assembled.request.model, pieces);
  const parts = pieces.map((piece, index) => listedPart(piece, counted[index] as CountedPiece));
  return { manifest: { parts, leftOut: [] }, pieces };
}
