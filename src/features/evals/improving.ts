/** Improving a skill by its evals: its description by its sentences, and its texts by its cases (CONTRACT §10). */
import { z } from 'zod';
import { skillPathSchema } from '../../shared/skills/author.ts';

const interval = z.tuple([z.number(), z.number()]);
/** Reasons why nothing more was tried. */
const ENDINGS = ['passed', 'rounds', 'tokens', 'cost', 'no-price', 'writer', 'model', 'conversation'] as const;
export type ImprovingEnd = (typeof ENDINGS)[number];

export const spentSchema = z.object({
  tokens: z.int(),
  /** US dollars; absent where a model has no price. */
  cost: z.number().optional(),
});
export type LoopSpending = z.infer<typeof spentSchema>;

const sentencesSchema = z.object({
  /** Sentences that came out as wanted in every run. */
  right: z.int(),
  /** Sentences that were answered. */
  of: z.int(),
  /** Interval of the share of sentences: Wilson, 95%. */
  interval,
  rightRuns: z.int(),
  runs: z.int(),
});
export type SentenceShare = z.infer<typeof sentencesSchema>;

const triedDescriptionSchema = z.object({
  description: z.string(),
  /** The writer's, in its own words. */
  reason: z.string().optional(),
  training: sentencesSchema,
  /** Only of what was better than all before it on the training half. */
  heldOut: sentencesSchema.optional(),
});
export type TriedDescription = z.infer<typeof triedDescriptionSchema>;

export const optimisedSchema = z.object({
  skill_name: z.string(),
  executor_model: z.string(),
  writer_model: z.string(),
  sentences: z.object({ training: z.int(), heldOut: z.int() }),
  current: triedDescriptionSchema,
  proposals: z.array(triedDescriptionSchema),
  /** Place among the proposals of the one that is better on the held-out half; null: none is. */
  best: z.int().nullable(),
  /** The best against the current one in held-out sentences; the interval is Newcombe's, 95%. */
  difference: z.object({ right: z.number(), interval }).optional(),
  /** The interval lies above 0. */
  clear: z.boolean(),
  /** Sentences in all with which the same difference would be clear. */
  sentencesNeeded: z.int().optional(),
  /** The skill's file with the best description in it. */
  file: z.object({ path: skillPathSchema, before: z.string(), text: z.string() }).optional(),
  spent: spentSchema,
  ended: z.enum(ENDINGS),
  errors: z.array(z.string()),
});
export type Optimised = z.infer<typeof optimisedSchema>;

const loopFileSchema = z.object({
  path: skillPathSchema,
  /** Text when the loop began; null: the skill had no such file. */
  before: z.string().nullable(),
  text: z.string(),
});

export const loopFiguresSchema = z.object({
  /** Its eval among the skill's results. */
  eval: z.string(),
  passed: z.int(),
  of: z.int(),
  /** Wilson, 95%. */
  interval,
  /** Mean share of expectations that were met. */
  pass_rate: z.number(),
  /** A run, on average. */
  tokens: z.number(),
  seconds: z.number(),
  /** Against the version that it was made of; Newcombe, 95%. */
  difference: z.object({ passed: z.number(), interval }).optional(),
});
export type LoopFigures = z.infer<typeof loopFiguresSchema>;

export const loopVersionSchema = z.object({
  /** 0: the skill as it was. */
  number: z.int().min(0),
  parent: z.int().min(0).nullable(),
  at: z.string(),
  /** Reason why it was changed, in the writer's words. */
  reason: z.string(),
  files: z.array(loopFileSchema),
  figures: loopFiguresSchema.optional(),
});
export type LoopVersion = z.infer<typeof loopVersionSchema>;

export const loopSchema = z.object({
  id: z.string(),
  skill: z.string(),
  versions: z.array(loopVersionSchema),
  best: z.int().nullable(),
  /** Absent: it was stopped, and can be continued. */
  ended: z.enum(ENDINGS).optional(),
  /** By a person: it is not offered again. */
  stopped: z.boolean().optional(),
  spent: spentSchema,
  rounds: z.int(),
});
export type Loop = z.infer<typeof loopSchema>;

export const endingSchema = z.enum(ENDINGS);

export const skillDraftSchema = z.object({
  /** Its name, which no other skill has. */
  skill: z.string(),
  /** Absolute; what is imported once a person has read it. */
  folder: z.string(),
  /** The part of the conversation that it keeps, in the writer's words. */
  reason: z.string(),
  files: z.array(z.object({ path: skillPathSchema, text: z.string() })),
  /** Keys and personal data that were removed of its case. */
  redacted: z.int(),
  /** Attached files that are no text, or too large. */
  leftOut: z.array(z.string()),
  /** Figures of the best version; absent: it was not tried. */
  figures: loopFiguresSchema.optional(),
  /** Reason why no further version was made. */
  ended: endingSchema.optional(),
  spent: spentSchema,
});
export type SkillDraft = z.infer<typeof skillDraftSchema>;

/** The best first: more runs that passed whole, then more expectations met, then fewer tokens, then the older one. */
export function bestVersion(versions: readonly LoopVersion[]): LoopVersion | undefined {
  const share = ({ passed, of }: LoopFigures) => (of === 0 ? 0 : passed / of);
  return versions
    .flatMap((version) => (version.figures === undefined ? [] : [{ version, figures: version.figures }]))
    .sort(
      (a, b) =>
        share(b.figures) - share(a.figures) ||
        b.figures.pass_rate - a.figures.pass_rate ||
        a.figures.tokens - b.figures.tokens ||
        a.version.number - b.version.number,
    )[0]?.version;
}

/** Edits that turn the skill into a version, from whichever version it is at. */
export function filesOf({ versions }: Pick<Loop, 'versions'>, { files }: LoopVersion): TakenText[] {
  const all = Map.groupBy(
    versions.flatMap((version) => version.files),
    ({ path }) => path,
  );
  return [...all].map(([path, own]) => {
    const before = own[0]?.before ?? null;
    const text = files.find((file) => file.path === path)?.text ?? before;
    return { path, text, known: [...new Set([before, ...own.map((file) => file.text)])] };
  });
}

interface TakenText {
  readonly path: string;
  /** null: no such file. */
  readonly text: string | null;
  readonly known: (string | null)[];
}
