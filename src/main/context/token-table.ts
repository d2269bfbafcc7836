/** The token table of a request: its pieces, added up to a row for each skill, reference, attachment, tool and kind. */
import { PART_KINDS, type TokenPart, type TokenTable } from '../../shared/events.ts';
import type { AssembledRequest } from './build-request.ts';
import { type Piece, requestPieces } from './manifest/pieces.ts';
import { isEstimated, type TokenCounter } from './tokens/counter.ts';

/** @param max tokens of the model's context window. */
export function tokenTable(request: AssembledRequest, max: number, given: TokenCounter): TokenTable {
  let approximate = false;
  const count = (text: string): number => {
    if (isEstimated(text)) approximate = true;
    return given.count(text);
  };
  const counter = { ...given, count };
  const rows = new Map<string, TokenPart>();
  for (const piece of requestPieces(request)) {
    const [id, label] = rowOf(piece);
    const row = rows.get(id) ?? { ...piece.part, label, tokens: 0 };
    const times = (row.count ?? 0) + (piece.count ?? 0);
    rows.set(id, { ...row, tokens: row.tokens + piece.tokens(counter), ...(times === 0 ? {} : { count: times }) });
  }
  const parts = [...rows.values()].sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind));
  return {
    total: parts.reduce((sum, part) => sum + part.tokens, 0),
    max,
    parts,
    encoding: counter.encoding,
    ...(approximate ? { approximate } : {}),
  };
}

/** A row a message would make every event as long as the conversation. */
function rowOf({ id, part: { kind, label, reason, skill, server } }: Piece): readonly [id: string, label: string] {
  if (kind === 'skill' || kind === 'reference' || reason === 'image' || reason === 'pdf') return [id, label];
  if (kind === 'tool-result') return [`${kind} ${label}`, label];
  if (server !== undefined) return [`${kind} of server ${server}`, server];
  return skill === undefined ? [kind, kind] : [`${kind} ${skill}`, skill];
}
