/**
 * Pieces of an answer in their order, for wires whose answers are lists of items. Words and calls stay in the log's own
 * fields; this keeps only opaque data that the provider alone can read.
 */
import type { ToolCall } from '../../../shared/events.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import type { Turn } from './wire.ts';

/** `about` is what the wire has to return with a text or a call: ids, for example. */
export type Piece =
  | { keep: JsonObject }
  /** Characters of the answer's text, after `gap` characters that only separate it from the text before. */
  | { text: number; gap?: number; about?: JsonObject }
  /** The next call. */
  | { call: JsonObject };

export type Part =
  | { readonly kind: 'kept'; readonly item: JsonObject }
  | { readonly kind: 'text'; readonly text: string; readonly about: JsonObject }
  | { readonly kind: 'call'; readonly call: ToolCall; readonly about: JsonObject };

/** Between texts that something else parts. */
export const GAP = '\n\n';

/** An answer of another wire, or one whose text was redacted since, becomes its text, then its calls. */
export function answerParts({ content, calls, thinking }: Extract<Turn, { role: 'assistant' }>): Part[] {
  const pieces = piecesOf(thinking?.opaque);
  const parts: Part[] = [];
  const isWhole = lengthOf(pieces) === content.length;
  let at = 0;
  let next = 0;
  for (const piece of pieces) {
    if ('keep' in piece) parts.push({ kind: 'kept', item: piece.keep });
    else if ('call' in piece) {
      const call = calls[next++];
      if (call !== undefined) parts.push({ kind: 'call', call, about: piece.call });
    } else if (isWhole) {
      const from = at + (piece.gap ?? 0);
      at = from + piece.text;
      parts.push({ kind: 'text', text: content.slice(from, at), about: piece.about ?? {} });
    }
  }
  if (at < content.length) {
    const firstCall = parts.findIndex(({ kind }) => kind === 'call');
    parts.splice(firstCall === -1 ? parts.length : firstCall, 0, { kind: 'text', text: content, about: {} });
  }
  for (const call of calls.slice(next)) parts.push({ kind: 'call', call, about: {} });
  return parts;
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => ('text' in piece ? sum + piece.text + (piece.gap ?? 0) : sum), 0);
}

/** In the form that a reader's `opaque` writes. */
function piecesOf(opaque: JsonValue | undefined): readonly Piece[] {
  if (opaque === null || typeof opaque !== 'object' || Array.isArray(opaque)) return [];
  return Array.isArray(opaque.pieces) ? (opaque.pieces as readonly JsonValue[] as readonly Piece[]) : [];
}
