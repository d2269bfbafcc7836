/** Puts runs together into one document of results. */
import {
  type Benchmark,
  contradicted,
  type EvalRun,
  type EvalSummary,
  isWhole,
  tellingNothing,
  type Unbegun,
} from '../../../shared/evals/benchmark.ts';
import { newcombe, passAtK, spreadOf, wilson } from './statistics.ts';

export interface Evaluated {
  readonly metadata: Benchmark['metadata'];
  /** In the order of comparison. */
  readonly configurations: readonly string[];
  readonly runs: readonly EvalRun[];
  readonly unbegun?: Unbegun | undefined;
}

export function benchmark({ metadata, configurations, runs, unbegun }: Evaluated): Benchmark {
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
    ...wholeDifference(configurations, byConfiguration),
    ...(unbegun === undefined ? {} : { unbegun }),
    notes: [...(unbegun === undefined ? [] : [unbegunNote(unbegun)]), ...telling(sorted), ...contradictions(sorted)],
  };
}

function summarize(runs: readonly EvalRun[]): EvalSummary {
  const of = (value: (result: EvalRun['result']) => number) => spreadOf(runs.map(({ result }) => value(result)));
  const costs = runs.flatMap(({ result: { cost } }) => (cost === undefined ? [] : [cost]));
  return {
    pass_rate: { ...of(({ pass_rate }) => pass_rate), interval: wilson(runs.filter(isWhole).length, runs.length) },
    time_seconds: of(({ time_seconds }) => time_seconds),
    tokens: of(({ tokens }) => tokens),
    ...(costs.length === 0 || costs.length < runs.length ? {} : { cost: spreadOf(costs) }),
  };
}

function difference(first: EvalSummary, second: EvalSummary) {
  const of = (key: 'pass_rate' | 'time_seconds' | 'tokens') => first[key].mean - second[key].mean;
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

function wholeDifference(
  [first, second]: readonly string[],
  runs: ReadonlyMap<string, readonly EvalRun[]>,
): Pick<Benchmark, 'difference'> {
  const share = (name: string) => {
    const own = runs.get(name) ?? [];
    return { passed: own.filter(isWhole).length, trials: own.length };
  };
  if (first === undefined || second === undefined) return {};
  const [a, b] = [share(first), share(second)];
  if (a.trials === 0 || b.trials === 0) return {};
  const passed = a.passed / a.trials - b.passed / b.trials;
  return { difference: { configurations: [first, second], passed, interval: newcombe(a, b) } };
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

const telling = (runs: readonly EvalRun[]): string[] =>
  tellingNothing(runs).map(
    ({ eval_id, text, holds }) =>
      `Case ${eval_id}: “${text}” ${holds ? 'always' : 'never'} holds, on every side, so it shows nothing.`,
  );

const contradictions = (runs: readonly EvalRun[]): string[] =>
  contradicted(runs).map(
    ({ eval_id, configuration, run_number }) =>
      `Case ${eval_id}, ${configuration}, run ${run_number}: the judge passed everything, but a check failed.`,
  );

function unbegunNote({ why, limit, runs }: Unbegun): string {
  const reason = {
    tokens: `The budget of ${limit} tokens is spent`,
    cost: `The budget of ${limit} US dollars is spent`,
    'no-price': 'The model has no price, so a budget in money cannot be kept',
  }[why];
  return `${reason}: ${runs} runs were not begun.`;
}
