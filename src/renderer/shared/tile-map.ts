/**
 * A treemap in reading order whose areas are tokens: rows from the top, each from the left. It is the strip treemap of
 * Bederson, Shneiderman and Wattenberg (2002): a row takes one more part while that makes its tiles squarer on average.
 */
import { gathered, joined, type Run } from './runs.ts';

export interface Tile<T> extends Run<T> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Weighed {
  readonly tokens: number;
}

/** Pixels squared: a smaller tile cannot be hit. */
const SMALLEST = 320;
/** Pixels squared: where all would be slivers, neighbours together take so much that words fit in. */
const READABLE = 16 * SMALLEST;

/**
 * @param isOneKind small neighbours that may be one tile.
 * @param mayJoin those that may be one where there are more tiles than can be hit.
 */
export function tileMap<T extends Weighed>(
  parts: readonly T[],
  width: number,
  height: number,
  isOneKind: (one: T, other: T) => boolean = () => true,
  mayJoin: (one: T, other: T) => boolean = isOneKind,
): readonly Tile<T>[] {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0 || width <= 0 || height <= 0) return [];
  const scale = (width * height) / total;
  const least = SMALLEST / scale;
  const kindly = gathered(parts, least, isOneKind);
  const runs = kindly.length * least > total ? joined(kindly, READABLE / scale, mayJoin) : kindly;
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

/** End of the row that begins at `from`. */
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
