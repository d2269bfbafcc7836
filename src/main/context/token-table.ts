/** The token table of a request: its pieces, added up to a row for each skill, reference, attachment, tool and kind. */
import { PART_KINDS, type TokenPart, type TokenTable } from '../../shared/events.ts';
import type { Piece } from './manifest/pieces.ts';
import { isEstimated, type TokenCounter } from './tokens/counter.ts';

/** @param max tokens of the model's context window. */
export function tokenTable(pieces: readonly Piece[], max: number, counter: TokenCounter): TokenTable {
  let approximate = false;
  const rows = new Map<string, Map<string, TokenPart>>();
  const parts: TokenPart[] = [];
  for (const piece of pieces) {
    if (isEstimated(piece.text)) approximate = true;
    const [group, id, label] = rowOf(piece);
    const inGroup = rows.get(group) ?? new Map<string, TokenPart>();
    rows.set(group, inGroup);
    let row = inGroup.get(id);
    if (row === undefined) {
      row = { ...piece.part, label, tokens: 0 };
      inGroup.set(id, row);
      parts.push(row);
    }
    row.tokens += piece.tokens(counter);
    if (piece.count !== undefined && piece.count > 0) row.count = (row.count ?? 0) + piece.count;
  }
  parts.sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind));
  return {
    total: parts.reduce((sum, part) => sum + part.tokens, 0),
    max,
    parts,
    encoding: counter.encoding,
    ...(approximate ? { approximate } : {}),
  };
}

/** A row a message would make every event as long as the conversation. */
function rowOf({
  id,
  part: { kind, label, reason, skill, server },
}: Piece): readonly [group: string, id: string, label: string] {
  if (kind === 'skill' || kind === 'reference' || reason === 'image' || reason === 'pdf') return ['piece', id, label];
  if (kind === 'tool-result') return [kind, label, label];
  if (server !== undefined) return [`server ${kind}`, server, server];
  return skill === undefined ? [kind, kind, kind] : [kind, skill, skill];
}
