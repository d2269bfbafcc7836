/** Aligns the turns of two sessions so that they have the most in common. Pure. */

export interface Pair {
  /** Indexes; one of them is absent for a turn without a counterpart. */
  readonly a?: number;
  readonly b?: number;
  readonly similarity: number;
}

/** Below this two messages have nothing to do with each other. */
const LEAST_ALIKE = 0.2;
/** Turns of each that are aligned by likeness; beyond, in order. */
const MOST_ALIGNED = 500;
/** Characters of a message that are compared. */
const COMPARED = 2_000;

export function alignTurns(left: readonly string[], right: readonly string[]): Pair[] {
  if (Math.max(left.length, right.length) > MOST_ALIGNED) return inOrder(left, right);
  const [a, b] = [left.map(pairsOf), right.map(pairsOf)];
  const alike = a.map((one) => b.map((other) => likeness(one, other)));
  const of = (row: number, column: number): number => alike[row]?.[column] ?? 0;
  // The best sum of likenesses for the turns from (row, column) on, as in the comparison of texts (Needleman and Wunsch).
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      const paired = of(row, column) < LEAST_ALIKE ? -1 : of(row, column) + at(row + 1, column + 1);
      const line = best[row];
      if (line !== undefined) line[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    const isPair =
      row < a.length &&
      column < b.length &&
      of(row, column) >= LEAST_ALIKE &&
      at(row, column) === of(row, column) + at(row + 1, column + 1);
    if (isPair) pairs.push({ a: row++, b: column++, similarity: of(row - 1, column - 1) });
    else if (row < a.length && (column >= b.length || at(row, column) === at(row + 1, column)))
      pairs.push({ a: row++, similarity: 0 });
    else pairs.push({ b: column++, similarity: 0 });
  }
  return pairs;
}

function inOrder(left: readonly string[], right: readonly string[]): Pair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [a, b] = [left[index], right[index]];
    if (a === undefined) return { b: index, similarity: 0 };
    if (b === undefined) return { a: index, similarity: 0 };
    return { a: index, b: index, similarity: likeness(pairsOf(a), pairsOf(b)) };
  });
}

/** Counts pairs of neighbouring characters: Chinese has no spaces to split words at. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const folded = text.slice(0, COMPARED).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const pairs = new Map<string, number>();
  const padded = ` ${folded} `;
  for (let index = 0; index + 1 < padded.length; index += 1) {
    const pair = padded.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient: twice what both have, of what there is. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const count = (pairs: ReadonlyMap<string, number>) => [...pairs.values()].reduce((sum, one) => sum + one, 0);
  let common = 0;
  for (const [pair, times] of a) common += Math.min(times, b.get(pair) ?? 0);
  const all = count(a) + count(b);
  return all === 0 ? 1 : (2 * common) / all;
}
