/** Puts runs together into one document of results. */
import { type Benchmark, type EvalRun, type EvalSummary, isWhole, type Unbegun } from '../../../shared/evals.ts';
import { tellingNothing } from '../compare.ts';

/**
 * Figures over runs. Sources: E. B. Wilson (1927) for the interval of a share; R. G. Newcombe (1998), method 10, for that
 * of a difference.
 */

export interface Spread {
  readonly mean: number;
  /** Deviation of the sample: over n - 1. */
  readonly stddev: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, stddev: 0, min: 0, max: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stddev = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { mean, stddev, min: Math.min(...values), max: Math.max(...values) };
}

/** 97.5% quantile of the normal distribution. */
const Z = 1.959963984540054;

/** 95% interval of a share. Without any trial everything is possible. */
export function wilson(passed: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = passed / trials;
  const scale = 1 + Z ** 2 / trials;
  const middle = (share + Z ** 2 / (2 * trials)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  return [passed === 0 ? 0 : middle - half, passed === trials ? 1 : middle + half];
}

interface Share {
  readonly passed: number;
  readonly trials: number;
}

/** 95% interval of the difference between two shares, each with at least one trial. */
export function newcombe(a: Share, b: Share): [low: number, high: number] {
  const [p, q] = [a.passed / a.trials, b.passed / b.trials];
  const [[l1, u1], [l2, u2]] = [wilson(a.passed, a.trials), wilson(b.passed, b.trials)];
  return [p - q - Math.hypot(p - l1, u2 - q), p - q + Math.hypot(u1 - p, q - l2)];
}

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
    notes: [...(unbegun === undefined ? [] : [unbegunNote(unbegun)]), ...ungraded(sorted), ...telling(sorted)],
  };
}

const counted = ({ expectations }: EvalRun) => expectations.filter(({ skipped }) => skipped !== true);
const keyOf = ({ eval_id }: EvalRun, { text }: { readonly text: string }): string => `${eval_id}\0${text}`;
const isGraded = ({ result }: EvalRun): boolean => result.total > 0;

function summarize(runs: readonly EvalRun[]): EvalSummary {
  // A run without an expectation that it could meet says nothing.
  const graded = runs.filter(isGraded);
  const of = (value: (result: EvalRun['result']) => number) => spreadOf(runs.map(({ result }) => value(result)));
  const costs = runs.flatMap(({ result: { cost } }) => (cost === undefined ? [] : [cost]));
  return {
    pass_rate: {
      ...spreadOf(graded.map(({ result }) => result.pass_rate)),
      interval: wilson(graded.filter(isWhole).length, graded.length),
    },
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
    // CONTRACT §13.
    delta_values: values,
  };
}

function wholeDifference(
  [first, second]: readonly string[],
  runs: ReadonlyMap<string, readonly EvalRun[]>,
): Pick<Benchmark, 'difference'> {
  if (first === undefined || second === undefined) return {};
  const sides = [runs.get(first) ?? [], runs.get(second) ?? []] as const;
  const [inFirst, inSecond] = sides.map(
    (side) => new Set(side.flatMap((run) => counted(run).map((one) => keyOf(run, one)))),
  );
  /** Expectations that only one side can meet would decide by themselves which is better. */
  const share = (side: readonly EvalRun[]) => {
    const graded = side
      .map((run) => counted(run).filter((one) => one.grader === 'run' || isInBoth(keyOf(run, one))))
      .filter((own) => own.length > 0);
    return { passed: graded.filter((own) => own.every(({ passed }) => passed)).length, trials: graded.length };
  };
  const isInBoth = (key: string): boolean => inFirst?.has(key) === true && inSecond?.has(key) === true;
  const [a, b] = [share(sides[0]), share(sides[1])];
  if (a.trials === 0 || b.trials === 0) return {};
  const passed = a.passed / a.trials - b.passed / b.trials;
  return { difference: { configurations: [first, second], passed, interval: newcombe(a, b) } };
}

function casesOf(ids: readonly string[], configurations: readonly string[], all: readonly EvalRun[]) {
  return ids.flatMap((eval_id) =>
    configurations.flatMap((configuration) => {
      const own = all.filter((run) => run.eval_id === eval_id && run.configuration === configuration);
      if (own.length === 0) return [];
      const runs = own.filter(isGraded).length;
      const passed = own.filter(isWhole).length;
      return [{ eval_id, configuration, runs, passed, flaky: passed > 0 && passed < runs }];
    }),
  );
}

const ungraded = (runs: readonly EvalRun[]): string[] =>
  runs.flatMap(({ eval_id, result, expectations: [first] }) =>
    result.total > 0 || first === undefined ? [] : [`Case ${eval_id}: nothing was graded. ${first.evidence}`],
  );

const telling = (runs: readonly EvalRun[]): string[] =>
  tellingNothing(runs).map(
    ({ eval_id, text, holds }) =>
      `Case ${eval_id}: “${text}” ${holds ? 'always' : 'never'} holds, on every side, so it shows nothing.`,
  );

function unbegunNote({ why, limit, runs }: Unbegun): string {
  const reason = {
    tokens: `The budget of ${limit} tokens is spent`,
    cost: `The budget of ${limit} US dollars is spent`,
    'no-price': 'The model has no price, so a budget in money cannot be kept',
  }[why];
  return `${reason}: ${runs} runs were not begun.`;
}
