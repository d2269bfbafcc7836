/** Puts runs together into one document of results. */
import type { Benchmark, EvalRun, EvalSummary } from '../../../shared/evals/benchmark.ts';
import { passAtK, spreadOf, wilson } from './statistics.ts';

export interface Evaluated {
  readonly metadata: Benchmark['metadata'];
  /** In the order of comparison. */
  readonly configurations: readonly string[];
  readonly runs: readonly EvalRun[];
  readonly notes: readonly string[];
}

export function benchmark({ metadata, configurations, runs, notes }: Evaluated): Benchmark {
  const byConfiguration = Map.groupBy(runs, ({ configuration }) => configuration);
  const summaries = configurations.map((name) => [name, summarize(byConfiguration.get(name) ?? [])] as const);
  const [first, second] = summaries.map(([, summary]) => summary);
  const sorted = runs.toSorted(
    (a, b) =>
      metadata.evals_run.indexOf(a.eval_id) - metadata.evals_run.indexOf(b.eval_id) ||
      configurations.indexOf(a.configuration) - configurations.indexOf(b.configuration) ||
      a.run_number - b.run_number,
  );
  return {
    metadata,
    runs: sorted,
    run_summary: {
      ...Object.fromEntries(summaries),
      ...(first === undefined || second === undefined ? {} : difference(first, second)),
    },
    cases: casesOf(metadata.evals_run, configurations, sorted),
    notes: [...notes, ...telling(sorted), ...contradictions(sorted)],
  };
}

const isWhole = ({ result }: EvalRun): boolean => result.total > 0 && result.failed === 0;

function summarize(runs: readonly EvalRun[]): EvalSummary {
  const of = (value: (result: EvalRun['result']) => number) => spreadOf(runs.map(({ result }) => value(result)));
  return {
    pass_rate: { ...of(({ pass_rate }) => pass_rate), interval: wilson(runs.filter(isWhole).length, runs.length) },
    time_seconds: of(({ time_seconds }) => time_seconds),
    tokens: of(({ tokens }) => tokens),
  };
}

function difference(first: EvalSummary, second: EvalSummary) {
  const of = (key: keyof EvalSummary) => first[key].mean - second[key].mean;
  const values = { pass_rate: of('pass_rate'), time_seconds: of('time_seconds'), tokens: of('tokens') };
  const signed = (value: number, digits: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
  return {
    delta: {
      pass_rate: signed(values.pass_rate, 2),
      time_seconds: signed(values.time_seconds, 1),
      tokens: signed(values.tokens, 0),
    },
    delta_values: values,
  };
}

function casesOf(ids: readonly string[], configurations: readonly string[], all: readonly EvalRun[]) {
  return ids.flatMap((eval_id) =>
    configurations.flatMap((configuration) => {
      const own = all.filter((run) => run.eval_id === eval_id && run.configuration === configuration);
      if (own.length === 0) return [];
      const passed = own.filter(isWhole).length;
      const ks = [...new Set([1, Math.min(3, own.length), own.length])];
      return [
        {
          eval_id,
          configuration,
          runs: own.length,
          passed,
          flaky: passed > 0 && passed < own.length,
          pass_at_k: Object.fromEntries(ks.map((k) => [String(k), passAtK(passed, own.length, k)])),
        },
      ];
    }),
  );
}

/** Expectations with the same grade in every run of every side: they cannot tell the sides apart. */
function telling(runs: readonly EvalRun[]): string[] {
  if (new Set(runs.map(({ configuration }) => configuration)).size < 2) return [];
  const grades = Map.groupBy(
    runs.flatMap(({ eval_id, expectations }) => expectations.map((one) => ({ eval_id, ...one }))),
    ({ eval_id, text }) => JSON.stringify([eval_id, text]),
  );
  return [...grades.values()].flatMap((own) => {
    const [one] = own;
    const counted = own.filter(({ skipped }) => skipped !== true);
    if (one === undefined || one.grader === 'run' || counted.length < 2) return [];
    if (counted.some(({ passed }) => passed !== counted[0]?.passed)) return [];
    return [
      `Case ${one.eval_id}: “${one.text}” ${counted[0]?.passed ? 'always' : 'never'} holds, on every side: it tells nothing.`,
    ];
  });
}

/** Runs that a judge passed although what can be checked failed. */
function contradictions(runs: readonly EvalRun[]): string[] {
  return runs.flatMap(({ eval_id, configuration, run_number, expectations }) => {
    const judged = expectations.filter(({ grader, skipped }) => grader === 'judge' && skipped !== true);
    const checked = expectations.filter(({ grader }) => grader !== 'judge');
    const isOdd = judged.length > 0 && judged.every(({ passed }) => passed) && checked.some(({ passed }) => !passed);
    return isOdd
      ? [`Case ${eval_id}, ${configuration}, run ${run_number}: the judge passed everything, and a check failed.`]
      : [];
  });
}
