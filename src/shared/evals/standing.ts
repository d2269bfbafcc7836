/** The evals of exactly these files: asked before a version is published. */
import type { Benchmark } from './benchmark.ts';
import { isWhole } from './benchmark.ts';

export interface EvalStanding {
  /** Runs with the skill that did not pass whole. */
  readonly failed: number;
  readonly all: number;
  /** ISO 8601. */
  readonly at: string;
  /** False: the skill's files were changed since. */
  readonly isCurrent: boolean;
}

/**
 * Standing of the last eval over these files, else of the last eval; undefined where none ran.
 * @param tried hash of the files as they are, `null` where there is none.
 */
export function evalStanding(
  past: readonly { readonly id: string; readonly result: Benchmark }[],
  tried: string | null,
): EvalStanding | undefined {
  const ran = past.filter(({ result }) => result.runs.length > 0).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const last = ran.findLast(({ result }) => result.metadata.version === tried) ?? ran.at(-1);
  if (last === undefined) return undefined;
  const { runs, metadata } = last.result;
  // A side without the skill, or with another one, is there to compare.
  const own = runs.filter(({ configuration }) => configuration.startsWith('with_skill'));
  return {
    failed: own.filter((run) => !isWhole(run)).length,
    all: own.length,
    at: metadata.timestamp,
    isCurrent: metadata.version === undefined || metadata.version === tried,
  };
}
