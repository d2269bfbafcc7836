/** One sentence tried on two sides of a skill, and what the model would see of it step by step. */
import { z } from 'zod';
import { sessionSettingsSchema } from '../../shared/contract/sessions.ts';
import { ERROR_CODES } from '../../shared/errors.ts';
import { tokenTableSchema } from '../../shared/events.ts';
import { unsavedSchema } from '../../shared/skills/author.ts';

const sentence = z.string().trim().min(1).max(100_000);
const skill = z.string().min(1);
const unsaved = z.array(unsavedSchema).max(20).optional();

export const tryAskedSchema = z.object({
  /** An id, or the absolute path of a skill's folder. */
  skill,
  sentence,
  /** Case whose files are attached. */
  caseId: z.string().max(200).optional(),
  /** The other side: the same without the skill, or as `against` of an eval. Neither: one side alone. */
  withAndWithout: z.boolean().optional(),
  against: z.string().optional(),
  /** Files in place of the skill's own. */
  unsaved,
  /** No other skill is listed. */
  alone: z.boolean().optional(),
  settings: sessionSettingsSchema,
});
export type TryAsked = z.infer<typeof tryAskedSchema>;

const TRY_STATES = ['running', 'asking', 'form', 'completed', 'failed', 'stopped'] as const;

export const trySideSchema = z.object({
  /** Same names as in an eval: `with_skill`, `without_skill`, `against`. */
  side: z.string(),
  /** Kind `eval`. */
  session: z.string(),
  model: z.string(),
  /** `asking`: waits for an approval. `form`: ended with a form that is not answered. */
  state: z.enum(TRY_STATES),
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
  steps: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('load'), at: z.int(), skill: z.string(), tokens: z.int() }),
      z.object({ kind: z.literal('reference'), at: z.int(), skill: z.string(), path: z.string() }),
      z.object({
        kind: z.literal('call'),
        at: z.int(),
        tool: z.string(),
        arguments: z.string(),
        ok: z.boolean().optional(),
      }),
    ]),
  ),
  /** Event at which it ended, or the last so far. */
  at: z.int(),
});
export type TrySide = z.infer<typeof trySideSchema>;

export const byHandAskedSchema = z.object({
  skill,
  sentence,
  unsaved,
  alone: z.boolean().optional(),
  /** The skill is loaded, and these references of it, in this order. */
  load: z.boolean(),
  references: z.array(z.string().max(1_000)).max(50),
  settings: sessionSettingsSchema,
});
export type ByHandAsked = z.infer<typeof byHandAskedSchema>;

export const byHandSchema = z.object({
  /** Skill that the words of the sentence point to: a guess, as no model is asked. */
  guess: z.object({ skill: z.string().optional(), matched: z.array(z.string()) }),
  /** The request with the sentence, then after each load. */
  steps: z.array(
    z.object({
      /** Absent: before any load. */
      loaded: z.string().optional(),
      tokens: tokenTableSchema,
      system: z.string(),
      tools: z.array(z.string()),
    }),
  ),
  /** Reason why the last load was refused. */
  refused: z
    .object({
      what: z.string(),
      code: z.enum(ERROR_CODES),
      message: z.string(),
      figures: z.record(z.string(), z.number()).optional(),
    })
    .optional(),
  /** Paths that can be loaded. */
  references: z.array(z.string()),
});
export type ByHand = z.infer<typeof byHandSchema>;
