/** Compares the runs of two sides. */
import { type Benchmark, type EvalRun, type Graded, isWhole } from '../../shared/evals.ts';

/** Runs of a configuration, and those in which everything passed. */
export function passedOf({ runs }: Pick<Benchmark, 'runs'>, configuration: string) {
  const own = runs.filter((run) => run.configuration === configuration && run.result.total > 0);
  return {
    runs: own.length,
    passed: own.filter(isWhole).length,
    share: own.filter(isWhole).length / Math.max(own.length, 1),
  };
}

interface Telling extends Pick<Graded, 'text' | 'check'> {
  readonly eval_id: string;
  readonly holds: boolean;
}

/** Expectations with the same grade in every run of every side: they cannot tell the sides apart. */
export function tellingNothing(runs: readonly EvalRun[]): readonly Telling[] {
  const sides = new Set(runs.map(({ configuration }) => configuration)).size;
  if (sides < 2) return [];
  const grades = Map.groupBy(
    runs.flatMap(({ eval_id, configuration, expectations }) =>
      expectations.map((one) => ({ eval_id, configuration, ...one })),
    ),
    ({ eval_id, text }) => `${eval_id}\0${text}`,
  );
  return [...grades.values()].flatMap(([one, ...others]) => {
    if (one === undefined || one.grader === 'run') return [];
    const counted = [one, ...others].filter(({ skipped }) => skipped !== true);
    const [first] = counted;
    if (first === undefined || new Set(counted.map(({ configuration }) => configuration)).size < sides) return [];
    if (counted.some(({ passed }) => passed !== first.passed)) return [];
    const { eval_id, text, check } = one;
    return [{ eval_id, text, ...(check === undefined ? {} : { check }), holds: first.passed }];
  });
}
