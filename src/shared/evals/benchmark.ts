/** Results of evals, in the form of skill-creator's `benchmark.json` (CONTRACT §10). */
import { z } from 'zod';

const GRADERS = ['run', 'skills', 'calls', 'files', 'text', 'limits', 'judge'] as const;

const gradedSchema = z.object({
  text: z.string(),
  passed: z.boolean(),
  /** What of the run shows it. */
  evidence: z.string(),
  grader: z.enum(GRADERS),
  /** Nobody could grade it: it counts neither as passed nor as failed. */
  skipped: z.boolean().optional(),
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
    tool_calls: z.int(),
    errors: z.int(),
  }),
  expectations: z.array(gradedSchema),
});
export type EvalRun = z.infer<typeof evalRunSchema>;

const spread = z.object({ mean: z.number(), stddev: z.number(), min: z.number(), max: z.number() });
const summarySchema = z.object({
  /** `interval`: Wilson, 95 %, over runs in which everything passed. */
  pass_rate: spread.extend({ interval: z.tuple([z.number(), z.number()]) }),
  time_seconds: spread,
  tokens: spread,
});
export type EvalSummary = z.infer<typeof summarySchema>;

export const benchmarkSchema = z.object({
  metadata: z.object({
    skill_name: z.string(),
    executor_model: z.string(),
    judge_model: z.string().optional(),
    timestamp: z.string(),
    evals_run: z.array(z.string()),
    runs_per_configuration: z.int(),
  }),
  runs: z.array(evalRunSchema),
  /** By configuration; `delta` is the first one against the second. */
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
  notes: z.array(z.string()),
});
export type Benchmark = z.infer<typeof benchmarkSchema>;

export const triggerReportSchema = z.object({
  queries: z.array(
    z.object({
      query: z.string(),
      should_trigger: z.boolean(),
      runs: z.int(),
      triggered: z.int(),
      /** Runs in which another skill was chosen, by its id. */
      instead: z.record(z.string(), z.int()),
      /** Of a guess: words that the description and the sentence share. */
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

/** True where the pass rate is below the baseline's interval. */
export function isWorse(now: Benchmark, baseline: Benchmark, configuration: string): boolean {
  const [before, after] = [summaryOf(baseline, configuration), summaryOf(now, configuration)];
  return before !== undefined && after !== undefined && after.pass_rate.mean < before.pass_rate.interval[0];
}
