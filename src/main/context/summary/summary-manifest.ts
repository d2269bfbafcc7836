/** Manifest of a summary request: what has to be kept, and the conversation as shown. */
import type { Manifest } from '../../../shared/context-views.ts';
import { listedPart } from '../manifest/manifest.ts';
import { type Piece, requestPieces } from '../manifest/pieces.ts';
import { counting } from '../tokens/counter.ts';
import type { SummaryRequest } from './summary-request.ts';

export async function summaryManifest({
  assembled,
}: Pick<SummaryRequest, 'assembled'>): Promise<{ readonly manifest: Manifest; readonly pieces: readonly Piece[] }> {
  const pieces = requestPieces(assembled);
  const { model } = assembled.request;
  const parts = await counting(model, (counter) => pieces.map((piece) => listedPart(piece, counter)));
  return { manifest: { parts, leftOut: [] }, pieces };
}
