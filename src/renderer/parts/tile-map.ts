/**
 * A map whose areas are tokens and whose order is reading order: rows from the top, in each from the left. It is the
 * strip treemap of Bederson, Shneiderman and Wattenberg (2002): a row takes one part more while that makes its tiles
 * squarer on average.
 */
export interface Tile<T> {
  /** One, or a run of neighbours too small to be seen alone. */
  readonly parts: readonly T[];
  readonly tokens: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Weighed {
  readonly tokens: number;
}

type Run<T> = Pick<Tile<T>, 'parts' | 'tokens'>;

/** Pixels squared: a smaller tile cannot be hit. */
const SMALLEST = 320;
/** Fewer stay alone, small as they are. */
const RUN = 2;

export function tileMap<T extends Weighed>(
  parts: readonly T[],
  width: number,
  height: number,
  isOneKind: (one: T, other: T) => boolean = () => true,
): readonly Tile<T>[] {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0 || width <= 0 || height <= 0) return [];
  const scale = (width * height) / total;
  const runs = gathered(parts, SMALLEST / scale, isOneKind);
  const tiles: Tile<T>[] = [];
  let y = 0;
  for (let at = 0; at < runs.length; ) {
    const end = rowEnd(runs, at, scale, width);
    const row = runs.slice(at, end);
    const tokens = row.reduce((sum, run) => sum + run.tokens, 0);
    const rowHeight = (tokens * scale) / width;
    let x = 0;
    for (const run of row) {
      const own = (run.tokens / tokens) * width;
      tiles.push({ ...run, x, y, width: own, height: rowHeight });
      x += own;
    }
    y += rowHeight;
    at = end;
  }
  return tiles;
}

/** Neighbours that are each smaller than `least` and of one kind become one; what takes nothing is not drawn. */
function gathered<T extends Weighed>(
  parts: readonly T[],
  least: number,
  isOneKind: (one: T, other: T) => boolean,
): readonly Run<T>[] {
  const runs: Run<T>[] = [];
  let small: T[] = [];
  const flush = (): void => {
    if (small.length >= RUN) runs.push({ parts: small, tokens: small.reduce((sum, { tokens }) => sum + tokens, 0) });
    else for (const part of small) runs.push({ parts: [part], tokens: part.tokens });
    small = [];
  };
  for (const part of parts) {
    if (part.tokens === 0) continue;
    if (part.tokens >= least) {
      flush();
      runs.push({ parts: [part], tokens: part.tokens });
      continue;
    }
    const [first] = small;
    if (first !== undefined && !isOneKind(first, part)) flush();
    small.push(part);
  }
  flush();
  return runs;
}

/** Of the row that begins at `from`. */
function rowEnd<T>(runs: readonly Run<T>[], from: number, scale: number, width: number): number {
  let tokens = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let end = from; end < runs.length; end += 1) {
    tokens += runs[end]?.tokens ?? 0;
    const height = (tokens * scale) / width;
    let aspects = 0;
    for (let at = from; at <= end; at += 1) {
      const own = ((runs[at]?.tokens ?? 0) * scale) / height;
      aspects += Math.max(own / height, height / own);
    }
    const mean = aspects / (end - from + 1);
    if (mean > best) return end;
    best = mean;
  }
  return runs.length;
}
