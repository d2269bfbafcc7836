/** Results of evals, in the form of skill-creator's `benchmark.json` (CONTRACT §10). */
import { z } from 'zod';
import { answersSchema } from './forms/forms.ts';

/** Files in which a skill keeps its evals: `evals/evals.json` and `evals/triggers.json`. Unknown fields stay unread. */
const words = z.array(z.string());
const oneOrMore = z.union([z.string(), words]).transform((given) => (typeof given === 'string' ? [given] : given));
/** Others write an expectation as an object with its sentence in one of these fields. */
const expectation = z
  .union([
    z.string(),
    z.looseObject({ text: z.string() }),
    z.looseObject({ description: z.string() }),
    z.looseObject({ name: z.string() }),
  ])
  .transform((given) => {
    if (typeof given === 'string') return given;
    return String('text' in given ? given.text : 'description' in given ? given.description : given.name);
  });

const caseSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  prompt: z.string().min(1),
  expected_output: z.string().optional(),
  /** Relative to the skill's folder, or to `evals/`. */
  files: words.optional(),
  expectations: z.array(expectation).optional(),
  assertions: z.array(expectation).optional(),
  /** Messages after the prompt, each sent when the run before it has ended. */
  turns: words.optional(),
  answers: z
    .object({
      /** Keyed by the form's id; `*` for any form. */
      form: z.record(z.string(), answersSchema).optional(),
      approval: z.enum(['allow', 'deny']).optional(),
    })
    .optional(),
  loads: words.optional(),
  must_not_load: words.optional(),
  references: words.optional(),
  calls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.json()).optional() })).optional(),
  output_files: z
    .array(
      z.object({
        /** Below `WORK_DIR`; may be a glob. */
        path: z.string().min(1),
        contains: oneOrMore.optional(),
        matches: oneOrMore.optional(),
        schema: z.record(z.string(), z.json()).optional(),
      }),
    )
    .optional(),
  /** Matched against the last answer. */
  regex: oneOrMore.optional(),
  max_tokens: z.int().min(1).optional(),
  max_seconds: z.number().positive().optional(),
  judge: z.object({ rubric: z.string().min(1), min: z.number().min(0).max(1).default(0.5) }).optional(),
});
export type EvalCase = z.infer<typeof caseSchema>;

export const evalsFileSchema = z.looseObject({ skill_name: z.string(), evals: z.array(caseSchema) });

export const triggersFileSchema = z.array(
  z
    .union([
      z.looseObject({ query: z.string().min(1), should_trigger: z.boolean() }),
      z.looseObject({ prompt: z.string().min(1), should_trigger: z.boolean() }),
    ])
    .transform((given) => ({
      query: 'query' in given ? String(given.query) : String(given.prompt),
      should_trigger: given.should_trigger,
    })),
);
export type TriggerCase = z.infer<typeof triggersFileSchema>[number];

/** Expectations in prose, by either of their names. */
export const expectationsOf = ({ expectations = [], assertions = [] }: EvalCase): readonly string[] => [
  ...expectations,
  ...assertions,
];

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
  /** One line for each case and configuration. */
  cases: z.array(
    z.object({
      eval_id: z.string(),
      configuration: z.string(),
      runs: z.int(),
      passed: z.int(),
      flaky: z.boolean(),
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
export const summaryOf = ({ run_summary }: Benchmark, configuration: string): EvalSummary | undefined =>
  summarySchema.safeParse(run_summary[configuration]).data;

export const isWhole = ({ result }: EvalRun): boolean => result.total > 0 && result.failed === 0;

/** Cost of a run, its judge included; without money where a model has no price. */
export function spentOn({ tokens, cost, judge_tokens = 0, judge_cost }: EvalRun['result']): {
  readonly tokens: number;
  readonly cost?: number;
} {
  const all = tokens + judge_tokens;
  const judge = judge_tokens === 0 ? 0 : judge_cost;
  return cost === undefined || judge === undefined ? { tokens: all } : { tokens: all, cost: cost + judge };
}

/** The evals of exactly these files: asked before a version is published. */
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
