/** Evals of a skill: runs with their grades, and whether sentences trigger it. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure, sessionId } from '../../shared/contract/procedure.ts';
import { sessionSettingsSchema } from '../../shared/contract/sessions.ts';
import { benchmarkSchema, evalRunSchema, markSchema, triggerReportSchema } from '../../shared/evals.ts';
import { MAX_EDITED_LENGTH, skillPathSchema, unsavedSchema } from '../../shared/skills/author.ts';
import { skillIdSchema } from '../../shared/skills/skill-import.ts';
import {
  endingSchema,
  loopSchema,
  loopVersionSchema,
  optimisedSchema,
  skillDraftSchema,
  spentSchema,
} from './improving.ts';

export const evalRequestSchema = z.object({
  /** An id, or the absolute path of a skill's folder. */
  skill: z.string().min(1),
  /** Ids; default: all. */
  cases: z.array(z.string()).optional(),
  runs: z.int().min(1).max(100),
  withAndWithout: z.boolean().optional(),
  /** An absolute folder or archive, another skill's id, a version that was tried before, or the skill itself as saved. */
  against: z.string().optional(),
  /** Tries the skill with these files in place of the saved ones. */
  unsaved: z.array(unsavedSchema).max(20).optional(),
  /** No other skill is listed. */
  alone: z.boolean().optional(),
  /** Default: the settings' own. */
  models: z.array(z.string()).optional(),
  judge: z.string().optional(),
  concurrency: z.int().min(1).max(16),
  /** US dollars. */
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
  /** Keeps the finished runs of the same request. */
  resume: z.boolean().optional(),
  settings: sessionSettingsSchema,
});
export type EvalRequest = z.infer<typeof evalRequestSchema>;

const estimateSchema = z.object({
  runs: z.int(),
  /** Runs kept from an eval that is resumed. */
  kept: z.int(),
  /** Estimates for what is left to run, without the judge; absent where they cannot be made. */
  tokens: z.int().optional(),
  /** US dollars. */
  cost: z.number().optional(),
});
export type EvalEstimate = z.infer<typeof estimateSchema>;

const progressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planned'), ...estimateSchema.shape, id: z.string() }),
  z.object({ kind: z.literal('ran'), done: z.int(), of: z.int(), run: evalRunSchema }),
  /** A server asks to wait: no run asks it before, milliseconds since 1970. */
  z.object({ kind: z.literal('limited'), until: z.number() }),
  z.object({ kind: z.literal('result'), result: benchmarkSchema }),
]);
export type EvalProgress = z.infer<typeof progressSchema>;

const pastEvalSchema = z.object({
  id: z.string(),
  /** Runs that were planned. */
  total: z.int(),
  /** False: it was stopped, and can be continued by the same request. */
  ended: z.boolean(),
  /** By a person: it is not offered again. */
  stopped: z.boolean().optional(),
  request: evalRequestSchema,
  result: benchmarkSchema,
  marks: z.array(markSchema),
});
export type PastEval = z.infer<typeof pastEvalSchema>;

const tryAskedSchema = evalRequestSchema
  .pick({ skill: true, withAndWithout: true, against: true, unsaved: true, alone: true, settings: true })
  .extend({
    sentence: z.string().trim().min(1).max(100_000),
    /** Case whose files are attached. */
    caseId: z.string().max(200).optional(),
  });
export type TryAsked = z.infer<typeof tryAskedSchema>;

const trySideSchema = z.object({
  /** Same names as in an eval: `with_skill`, `without_skill`, `against`. */
  side: z.string(),
  /** Kind `eval`. */
  session: z.string(),
  model: z.string(),
  /** `asking`: waits for an approval. `form`: ended with a form that is not answered. */
  state: z.enum(['running', 'asking', 'form', 'completed', 'failed', 'stopped']),
  /** The latest. */
  answer: z.string(),
  /** Reason why it did not complete. */
  failure: z.string().optional(),
  requests: z.int(),
  /** Sum of all requests; reported where the provider does, else estimated. */
  tokens: z.int(),
  /** US dollars; absent where the model has no price. */
  cost: z.number().optional(),
  seconds: z.number(),
  /** Skills and references that the model loaded, in order. */
  loads: z.array(z.string()),
  calls: z.int(),
  /** Event at which it ended, or the last so far. */
  at: z.int(),
});
export type TrySide = z.infer<typeof trySideSchema>;

export const capturedSchema = z.object({
  /** Fields of a case, without its id. */
  fields: z.looseObject({ prompt: z.string() }),
  /** Attached files that are no text, or too large. */
  leftOut: z.array(z.string()),
  /** Keys and personal data removed. */
  redacted: z.int(),
});
export type CapturedCase = z.infer<typeof capturedSchema>;

const optimiseRequestSchema = evalRequestSchema
  .pick({ skill: true, runs: true, concurrency: true, maxCost: true, maxTokens: true, settings: true, unsaved: true })
  .extend({
    /** Times that the writer is asked. */
    rounds: z.int().min(1).max(20),
    /** The model that writes; default: the one that chooses. */
    writer: z.string().optional(),
  });
export type OptimiseRequest = z.infer<typeof optimiseRequestSchema>;

const optimiseProgressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), ...optimisedSchema.shape.sentences.shape }),
  z.object({ kind: z.literal('tried'), tried: optimisedSchema.shape.current }),
  z.object({ kind: z.literal('result'), result: optimisedSchema }),
]);
export type OptimiseProgress = z.infer<typeof optimiseProgressSchema>;

export const improveRequestSchema = evalRequestSchema
  .pick({
    skill: true,
    cases: true,
    runs: true,
    judge: true,
    concurrency: true,
    maxCost: true,
    maxTokens: true,
    resume: true,
    settings: true,
    unsaved: true,
  })
  .extend({
    /** Versions that are made at most. */
    rounds: z.int().min(1).max(50),
    /** The model that edits; default: the one that is tried. */
    writer: z.string().optional(),
    /** Improvements that the person asks for, for the writer. */
    words: z.string().max(4_000).optional(),
  });
export type ImproveRequest = z.infer<typeof improveRequestSchema>;

const pastLoopSchema = loopSchema.extend({ request: improveRequestSchema });
export type PastLoop = z.infer<typeof pastLoopSchema>;

const improveProgressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), loop: pastLoopSchema }),
  /** A version was made, or measured. */
  z.object({ kind: z.literal('version'), version: loopVersionSchema }),
  z.object({ kind: z.literal('ran'), number: z.int(), done: z.int(), of: z.int() }),
  /** The writer's answer could not be used; it is asked again. */
  z.object({ kind: z.literal('unusable'), why: z.string() }),
  z.object({ kind: z.literal('result'), loop: pastLoopSchema }),
]);
export type ImproveProgress = z.infer<typeof improveProgressSchema>;

const draftRequestSchema = improveRequestSchema
  .pick({ runs: true, judge: true, concurrency: true, maxCost: true, maxTokens: true, writer: true, words: true })
  .extend({
    sessionId,
    settings: sessionSettingsSchema,
    /** Default: the writer's. */
    name: z.string().min(1).max(64).optional(),
    /** Versions that are made at most after the first; 0: nothing is tried. */
    rounds: z.int().min(0).max(20),
  });
export type DraftRequest = z.infer<typeof draftRequestSchema>;

const draftProgressSchema = z.discriminatedUnion('kind', [
  /** The writer's answer could not be used; it is asked again. */
  z.object({ kind: z.literal('unusable'), why: z.string() }),
  z.object({ kind: z.literal('written'), skill: z.string() }),
  z.object({ kind: z.literal('ran'), number: z.int(), done: z.int(), of: z.int() }),
  z.object({ kind: z.literal('none'), ended: endingSchema, spent: spentSchema }),
  z.object({ kind: z.literal('result'), draft: skillDraftSchema }),
]);
export type DraftProgress = z.infer<typeof draftProgressSchema>;

const takenFileSchema = z.object({
  path: skillPathSchema,
  /** Texts that may be replaced; null: the file may be missing. */
  known: z.array(z.string().nullable()),
  /** null: the file is removed. */
  text: z.string().max(MAX_EDITED_LENGTH).nullable(),
});
export type TakenFile = z.infer<typeof takenFileSchema>;

const interruptedSchema = z.object({
  skill: skillIdSchema,
  /** The eval that `resume` continues. */
  eval: evalRequestSchema.optional(),
  improve: improveRequestSchema.optional(),
  /** Runs of an eval, or versions that were tried. */
  done: z.int(),
  of: z.int(),
});
export type InterruptedWork = z.infer<typeof interruptedSchema>;

export const evalsContract = {
  /** One sentence on each side, as sessions of the kind `eval`; every item has all sides as they are now. Stops with its reader. */
  tryOut: procedure.input(tryAskedSchema).output(eventIterator(z.array(trySideSchema))),
  /** Ends when its reader does; runs that have finished are kept for `resume`. */
  run: procedure.input(evalRequestSchema).output(eventIterator(progressSchema)),
  /** The same, and it continues when its reader leaves, until it ends, `stop` is called or the core ends. One at a time for each skill. */
  start: procedure.input(evalRequestSchema).output(eventIterator(progressSchema)),
  /** Progress of the eval that `start` began, from its beginning; ends at once where nothing is under way. */
  follow: procedure.input(z.object({ skill: skillIdSchema })).output(eventIterator(progressSchema)),
  /** Stops what `start` began; finished runs are kept. What was interrupted is not offered any more. */
  stop: procedure.input(evalRequestSchema.pick({ skill: true })).output(nothing),
  /** The latest eval or improvement of each skill, where the end of the app or a crash cut it off. */
  interrupted: procedure.input(nothing).output(z.array(interruptedSchema)),
  /** Estimates the cost of `run`. Nothing is run. */
  estimate: procedure.input(evalRequestSchema).output(estimateSchema),
  /** The latest evals of a skill, latest first. */
  past: procedure.input(z.object({ skill: skillIdSchema })).output(z.array(pastEvalSchema)),
  /** A person's judgement of a run's output; the last one counts. */
  mark: procedure.input(z.object({ skill: skillIdSchema, id: z.string().max(200), mark: markSchema })).output(nothing),
  /** A conversation as a case of a skill. Attached files go to its `evals/files/`; the case is not written. */
  capture: procedure.input(z.object({ sessionId, skill: skillIdSchema })).output(capturedSchema),
  triggers: procedure
    .input(evalRequestSchema.pick({ skill: true, runs: true, settings: true }))
    .output(triggerReportSchema),
  /** Edits and tries a skill in turns; every version is kept. Ends when its reader does; writes nothing of the skill. */
  improve: procedure.input(improveRequestSchema).output(eventIterator(improveProgressSchema)),
  /** Writes a draft of a skill from a conversation and tries it. Ends when its reader does; installs nothing. */
  draft: procedure.input(draftRequestSchema).output(eventIterator(draftProgressSchema)),
  /** The latest loops of a skill, latest first. */
  loops: procedure.input(z.object({ skill: evalRequestSchema.shape.skill })).output(z.array(pastLoopSchema)),
  /** Puts texts of a version into the skill's folder: all or, where one was edited since, none. */
  take: procedure
    .input(z.object({ skill: evalRequestSchema.shape.skill, files: z.array(takenFileSchema).max(200) }))
    .output(z.object({ changed: z.array(skillPathSchema) })),
  /** Looks for a better description. Ends when its reader does; writes nothing. */
  optimise: procedure.input(optimiseRequestSchema).output(eventIterator(optimiseProgressSchema)),
};
