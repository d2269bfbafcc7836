/** Results of evals, in the form of skill-creator's `benchmark.json` (CONTRACT §10). */
import { z } from 'zod';

/** Checks without a judge; the sentence of each is `evals.checks` in both languages. */
const CHECKS = [
  'completes',
  'loads',
  'avoids',
  'reference',
  'calls',
  'callsWith',
  'writes',
  'contains',
  'matches',
  'schema',
  'answer',
  'tokens',
  'seconds',
] as const;
export type Check = (typeof CHECKS)[number];

const GRADERS = ['run', 'skills', 'calls', 'files', 'text', 'limits', 'judge'] as const;

const gradedSchema = z.object({
  text: z.string(),
  passed: z.boolean(),
  /** The part of the run that shows it. */
  evidence: z.string(),
  grader: z.enum(GRADERS),
  /** No one could grade it: it counts neither as passed nor as failed. */
  skipped: z.boolean().optional(),
  /** Code and values of a check, which give its `text` in any language. */
  check: z.object({ code: z.enum(CHECKS), values: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
  /** Event of the session at which it can be seen. */
  at: z.int().optional(),
});
export type Graded = z.infer<typeof gradedSchema>;

export const evalRunSchema = z.object({
  eval_id: z.string(),
  configuration: z.string(),
  run_number: z.int().min(1),
  model: z.string(),
  session: z.string(),
  result: z.object({
    /** 0 to 1, of those that were graded. */
    pass_rate: z.number(),
    passed: z.int(),
    failed: z.int(),
    total: z.int(),
    time_seconds: z.number(),
    tokens: z.int(),
    /** US dollars; absent where the model has no price. */
    cost: z.number().optional(),
    /** Tokens of the judge, beside the run's own. */
    judge_tokens: z.int().optional(),
    judge_cost: z.number().optional(),
    tool_calls: z.int(),
    errors: z.int(),
  }),
  expectations: z.array(gradedSchema),
  /** The last answer, cut after some thousand characters. */
  answer: z.string().optional(),
  /** Files written, relative to the work folder. */
  files: z.array(z.string()).optional(),
});
export type EvalRun = z.infer<typeof evalRunSchema>;

const spread = z.object({ mean: z.number(), stddev: z.number(), min: z.number(), max: z.number() });
const summarySchema = z.object({
  /** `interval`: Wilson, 95%, over runs in which everything passed. */
  pass_rate: spread.extend({ interval: z.tuple([z.number(), z.number()]) }),
  time_seconds: spread,
  tokens: spread,
  /** US dollars; absent where a run has no price. */
  cost: spread.optional(),
});
export type EvalSummary = z.infer<typeof summarySchema>;

const unbegunSchema = z.object({
  why: z.enum(['tokens', 'cost', 'no-price']),
  /** The budget: tokens or US dollars. */
  limit: z.number(),
  runs: z.int(),
});
export type Unbegun = z.infer<typeof unbegunSchema>;

export const benchmarkSchema = z.object({
  metadata: z.object({
    skill_name: z.string(),
    executor_model: z.string(),
    judge_model: z.string().optional(),
    /** Hash of the skill's files when it was tried. */
    version: z.string().optional(),
    timestamp: z.string(),
    evals_run: z.array(z.string()),
    runs_per_configuration: z.int(),
  }),
  runs: z.array(evalRunSchema),
  /** Keyed by configuration; `delta` is the first one against the second. */
  run_summary: z.record(
    z.string(),
    z.union([
      summarySchema,
      z.object({ pass_rate: z.string(), time_seconds: z.string(), tokens: z.string() }),
      z.object({ pass_rate: z.number(), time_seconds: z.number(), tokens: z.number() }),
    ]),
  ),
  /** One line for each case and configuration; `pass_at_k`: chance that one of k runs passes whole. */
  cases: z.array(
    z.object({
      eval_id: z.string(),
      configuration: z.string(),
      runs: z.int(),
      passed: z.int(),
      flaky: z.boolean(),
      pass_at_k: z.record(z.string(), z.number()),
    }),
  ),
  /** The first configuration against the second, in runs that passed whole; the interval is Newcombe's, 95%. */
  difference: z
    .object({
      configurations: z.tuple([z.string(), z.string()]),
      passed: z.number(),
      interval: z.tuple([z.number(), z.number()]),
    })
    .optional(),
  /** Reason why runs were not begun. */
  unbegun: unbegunSchema.optional(),
  notes: z.array(z.string()),
});
export type Benchmark = z.infer<typeof benchmarkSchema>;

/** A person's judgement of a run's output. */
export const markSchema = z.object({
  session: z.string().min(1).max(200),
  good: z.boolean().nullable(),
  words: z.string().max(4_000),
});
export type Mark = z.infer<typeof markSchema>;

export const triggerReportSchema = z.object({
  queries: z.array(
    z.object({
      query: z.string(),
      should_trigger: z.boolean(),
      runs: z.int(),
      triggered: z.int(),
      /** Runs in which another skill was chosen, by its id. */
      instead: z.record(z.string(), z.int()),
      /** Guesses only: words that the description and the sentence share. */
      matched: z.array(z.string()).optional(),
    }),
  ),
  /** Over runs; null where nothing triggered, or nothing should have. */
  precision: z.number().nullable(),
  recall: z.number().nullable(),
  /** True where no model was asked. */
  guess: z.boolean(),
  errors: z.array(z.string()),
});
export type TriggerReport = z.infer<typeof triggerReportSchema>;

/** The configuration's summary; `delta` and `delta_values` have none. */
export function summaryOf({ run_summary }: Benchmark, configuration: string): EvalSummary | undefined {
  return summarySchema.safeParse(run_summary[configuration]).data;
}

export const isWhole = ({ result }: EvalRun): boolean => result.total > 0 && result.failed === 0;

interface Telling extends Pick<Graded, 'text' | 'check'> {
  readonly eval_id: string;
  readonly holds: boolean;
}

/** Expectations with the same grade in every run of every side: they cannot tell the sides apart. */
export function tellingNothing(runs: readonly EvalRun[]): readonly Telling[] {
  if (new Set(runs.map(({ configuration }) => configuration)).size < 2) return [];
  const grades = Map.groupBy(
    runs.flatMap(({ eval_id, expectations }) => expectations.map((one) => ({ eval_id, ...one }))),
    ({ eval_id, text }) => `${eval_id}\0${text}`,
  );
  return [...grades.values()].flatMap(([one, ...others]) => {
    if (one === undefined || one.grader === 'run') return [];
    const counted = [one, ...others].filter(({ skipped }) => skipped !== true);
    const [first] = counted;
    if (first === undefined || counted.length < 2) return [];
    if (counted.some(({ passed }) => passed !== first.passed)) return [];
    const { eval_id, text, check } = one;
    return [{ eval_id, text, ...(check === undefined ? {} : { check }), holds: first.passed }];
  });
}

/** Cost of a run, its judge included; without money where a model has no price. */
export function spentOn({ tokens, cost, judge_tokens = 0, judge_cost }: EvalRun['result']): {
  readonly tokens: number;
  readonly cost?: number;
} {
  const all = tokens + judge_tokens;
  const judge = judge_tokens === 0 ? 0 : judge_cost;
  return cost === undefined || judge === undefined ? { tokens: all } : { tokens: all, cost: cost + judge };
}

/** Runs that a judge passed although what can be checked failed. */
export const contradicted = (runs: readonly EvalRun[]): readonly EvalRun[] =>
  runs.filter(({ expectations }) => {
    const judged = expectations.filter(({ grader, skipped }) => grader === 'judge' && skipped !== true);
    const checked = expectations.filter(({ grader }) => grader !== 'judge');
    return judged.length > 0 && judged.every(({ passed }) => passed) && checked.some(({ passed }) => !passed);
  });

/** True where the pass rate is below the baseline's interval. */
export function isWorse(now: Benchmark, baseline: Benchmark, configuration: string): boolean {
  const [before, after] = [summaryOf(baseline, configuration), summaryOf(now, configuration)];
  return before !== undefined && after !== undefined && after.pass_rate.mean < before.pass_rate.interval[0];
}
