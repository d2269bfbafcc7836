/** Which parts of a message its readers have understood, so that the rest can be said back. */

export interface Range {
  readonly index: number;
  readonly length: number;
}

export interface Reading {
  /** What changed the trip, or points at a flight. */
  readonly used: Range[];
  /** What was understood and cannot be done, as a whole. */
  readonly refused: Range[];
}

export function emptyReading(): Reading {
  return { used: [], refused: [] };
}

/** Notes what a pattern matched. */
export function taken<M extends RegExpExecArray | null>(match: M, reading: Reading | undefined): M {
  if (match !== null) reading?.used.push({ index: match.index, length: match[0].length });
  return match;
}

/** The same for a text that differs from the message by what stands before it. */
export function shifted(ranges: readonly Range[], by: number): Range[] {
  return ranges.map(({ index, length }) => ({ index: index + by, length }));
}
