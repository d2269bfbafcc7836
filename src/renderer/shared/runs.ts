/** Merges adjacent parts that are too small to draw separately. */
import type { PartKind } from '../../shared/events.ts';

interface Weighed {
  readonly tokens: number;
}

/** One part, or neighbours together. */
export interface Run<T> {
  readonly parts: readonly T[];
  readonly tokens: number;
}

type Same<T> = (one: T, other: T) => boolean;

/** Fewer are not merged, however small. */
const SMALL_RUN = 2;

/** Neighbours that are each smaller than `least` and of one kind become one; what takes nothing is not drawn. */
export function gathered<T extends Weighed>(parts: readonly T[], least: number, isOneKind: Same<T>): readonly Run<T>[] {
  const runs: Run<T>[] = [];
  let small: T[] = [];
  const flush = (): void => {
    if (small.length >= SMALL_RUN) runs.push(runOf(small));
    else for (const part of small) runs.push(runOf([part]));
    small = [];
  };
  for (const part of parts) {
    if (part.tokens === 0) continue;
    if (part.tokens >= least) {
      flush();
      runs.push(runOf([part]));
      continue;
    }
    const [first] = small;
    if (first !== undefined && !isOneKind(first, part)) flush();
    small.push(part);
  }
  flush();
  return runs;
}

/** Neighbours of any kind become one until it has `enough` tokens: thousands of messages would be thousands of slivers. */
export function joined<T>(runs: readonly Run<T>[], enough: number, mayJoin: Same<T>): readonly Run<T>[] {
  const all: Run<T>[] = [];
  let parts: T[] = [];
  let tokens = 0;
  const flush = (): void => {
    if (parts.length > 0) all.push({ parts, tokens });
    [parts, tokens] = [[], 0];
  };
  for (const run of runs) {
    const [first, next] = [parts[0], run.parts[0]];
    const stays = first !== undefined && next !== undefined && mayJoin(first, next);
    if (run.tokens >= enough || tokens >= enough || !stays) flush();
    parts.push(...run.parts);
    tokens += run.tokens;
  }
  flush();
  return all;
}

const runOf = <T extends Weighed>(parts: readonly T[]): Run<T> => ({
  parts,
  tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
});

/** Kinds in a run, largest first. */
export function kindsOf<T extends Weighed & { readonly kind: PartKind }>(
  parts: readonly T[],
): readonly { readonly kind: PartKind; readonly tokens: number }[] {
  const sums = new Map<PartKind, number>();
  for (const { kind, tokens } of parts) sums.set(kind, (sums.get(kind) ?? 0) + tokens);
  return [...sums].map(([kind, tokens]) => ({ kind, tokens })).sort((a, b) => b.tokens - a.tokens);
}
