/** Evals of a skill: runs with their grades, and whether sentences trigger it. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { benchmarkSchema, evalRunSchema, triggerReportSchema } from '../evals/benchmark.ts';
import { procedure } from './procedure.ts';
import { sessionSettingsSchema } from './sessions.ts';

const evalRequestSchema = z.object({
  /** An id, or the absolute path of a skill's folder. */
  skill: z.string().min(1),
  /** Ids; default: all. */
  cases: z.array(z.string()).optional(),
  runs: z.int().min(1).max(100),
  withAndWithout: z.boolean().optional(),
  /** Folder of another version, or of another skill. */
  against: z.string().optional(),
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

const progressSchema = z.discriminatedUnion('kind', [
  /** `tokens`: an estimate for what is left to run, absent where it cannot be made. */
  z.object({ kind: z.literal('planned'), runs: z.int(), kept: z.int(), tokens: z.int().optional() }),
  z.object({ kind: z.literal('ran'), done: z.int(), of: z.int(), run: evalRunSchema }),
  z.object({ kind: z.literal('result'), result: benchmarkSchema }),
]);
export type EvalProgress = z.infer<typeof progressSchema>;

export const evalsContract = {
  /** Ends when its reader does; runs that have finished are kept for `resume`. */
  run: procedure.input(evalRequestSchema).output(eventIterator(progressSchema)),
  triggers: procedure
    .input(evalRequestSchema.pick({ skill: true, runs: true, settings: true }))
    .output(triggerReportSchema),
};
