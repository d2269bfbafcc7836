/** The token table of a request: its pieces, added up to a row for each skill, reference, attachment, tool and kind. */

import { perObject } from '../../shared/defined.ts';
import { PART_KINDS, type TokenPart, type TokenTable } from '../../shared/events.ts';
import { sharedLength } from '../lib/growing.ts';
import type { Piece } from './pieces.ts';
import { isEstimated, type Kept, type TokenCounter } from './tokens/counter.ts';

interface Sums {
  readonly rows: ReadonlyMap<string, TokenPart>;
  readonly approximate: boolean;
}

const NOTHING: Sums = { rows: new Map(), approximate: false };

/** @param max tokens of the model's context window. */
export function tokenTable(pieces: readonly Piece[], max: number, counter: TokenCounter): TokenTable {
  const { rows, approximate } = counter.keep(sumsKept(pieces), () => sumsOf(pieces, counter));
  const parts = [...rows.values()].sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind));
  return {
    total: parts.reduce((sum, part) => sum + part.tokens, 0),
    max,
    parts,
    encoding: counter.encoding,
    ...(approximate ? { approximate } : {}),
  };
}

/** Each request's are asked for twice: for its table, and beside those of the request before. */
const sumsKept = perObject((_: readonly Piece[]): Kept<Sums> => ({}));

function sumsOf(pieces: readonly Piece[], counter: TokenCounter): Sums {
  const start = pieces.findIndex(({ place }) => typeof place === 'number');
  if (start === -1) return plus(NOTHING, pieces, counter);
  const first = plus(NOTHING, pieces.slice(0, start), counter);
  const said = sumsOfSaid(pieces.slice(start), counter);
  const rows = new Map(first.rows);
  for (const [key, row] of said.rows) {
    const before = rows.get(key);
    rows.set(key, before === undefined ? row : { ...before, ...counted(before, row.tokens, row.count) });
  }
  return { rows, approximate: first.approximate || said.approximate };
}

/** Keyed by the first piece of a conversation. */
const before = new WeakMap<Piece, { readonly said: readonly Piece[]; readonly sums: Kept<Sums> }>();

/** Pieces of the conversation, which grows at its end: goes on from the sums of those before. */
function sumsOfSaid(said: readonly Piece[], counter: TokenCounter): Sums {
  const first = said[0] as Piece;
  const known = before.get(first);
  const isBeginning = known !== undefined && sharedLength(known.said, said) === known.said.length;
  const earlier = isBeginning ? known : { said: [], sums: {} };
  const sums: Kept<Sums> = {};
  const all = counter.keep(sums, () =>
    plus(
      counter.keep(earlier.sums, () => plus(NOTHING, earlier.said, counter)),
      said.slice(earlier.said.length),
      counter,
    ),
  );
  if (sums.value !== undefined) before.set(first, { said, sums });
  return all;
}

function plus(sums: Sums, pieces: readonly Piece[], counter: TokenCounter): Sums {
  let { approximate } = sums;
  const rows = new Map([...sums.rows].map(([key, row]) => [key, { ...row }]));
  for (const piece of pieces) {
    if (isEstimated(piece.text)) approximate = true;
    const [group, id, label] = rowOf(piece);
    const key = `${group}\n${id}`;
    const row = rows.get(key) ?? { ...piece.part, label, tokens: 0 };
    rows.set(key, Object.assign(row, counted(row, piece.tokens(counter), piece.count)));
  }
  return { rows, approximate };
}

const counted = (row: TokenPart, tokens: number, count = 0): Pick<TokenPart, 'tokens' | 'count'> => ({
  tokens: row.tokens + tokens,
  ...(count > 0 ? { count: (row.count ?? 0) + count } : {}),
});

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
