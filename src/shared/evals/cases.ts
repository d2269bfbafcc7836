/** Files in which a skill keeps its evals: `evals/evals.json` and `evals/triggers.json`. Unknown fields stay unread. */
import { z } from 'zod';
import { answersSchema } from '../forms/forms.ts';

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
