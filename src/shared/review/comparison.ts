/** Two sessions turn by turn. */
import { z } from 'zod';
import { usageSchema } from '../events.ts';
import { spentSchema } from './costs.ts';
import { OUTCOMES } from './library.ts';

const comparedTurnSchema = z.object({
  seq: z.int(),
  toSeq: z.int(),
  text: z.string(),
  answer: z.string(),
  requests: z.int(),
  /** Events of those of them that continued with the conversation: no summaries. */
  sent: z.array(z.int()),
  /** Parts of its last request, by kind, in tokens. */
  parts: z.record(z.string(), z.int()),
  /** Tokens of its last request. */
  context: z.int(),
  usage: usageSchema,
  cost: z.number().optional(),
  ms: z.int(),
  /** Names with how often each was called. */
  tools: z.record(z.string(), z.int()),
  skills: z.array(z.string()),
  errors: z.int(),
  outcome: z.enum(OUTCOMES),
});
export type ComparedTurn = z.infer<typeof comparedTurnSchema>;

export const COMPARED_FIELDS = ['text', 'answer', 'context', 'tools', 'skills', 'tokens', 'outcome'] as const;

const setting = z.union([z.string(), z.number(), z.null()]);

export const comparisonSchema = z.object({
  /** Those that differ, by name: of A and of B; `skill:ID` has the version that was loaded. */
  settings: z.record(z.string(), z.tuple([setting, setting])),
  a: z.object({ session: z.string(), title: z.string(), model: z.string(), turns: z.int() }),
  b: z.object({ session: z.string(), title: z.string(), model: z.string(), turns: z.int() }),
  /** In order; a turn that only one session has is unpaired. */
  turns: z.array(
    z.object({
      a: comparedTurnSchema.optional(),
      b: comparedTurnSchema.optional(),
      /** Similarity of the user's messages: 1 identical, 0 nothing in common. */
      similarity: z.number(),
      /** Differing fields; empty if only one turn is there. */
      differs: z.array(z.enum(COMPARED_FIELDS)),
    }),
  ),
  /** b against a, over the whole sessions. */
  totals: z.object({
    a: spentSchema.extend({ requests: z.int(), ms: z.int(), errors: z.int(), outcome: z.enum(OUTCOMES) }),
    b: spentSchema.extend({ requests: z.int(), ms: z.int(), errors: z.int(), outcome: z.enum(OUTCOMES) }),
  }),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Sessions that are compared at once, at the most. */
export const MAX_COMPARED = 20;

export const comparedManySchema = z.object({
  /** Those that differ, by name, a value for each session. */
  settings: z.record(z.string(), z.array(setting)),
  sessions: z.array(
    spentSchema.extend({
      session: z.string(),
      title: z.string(),
      model: z.string(),
      turns: z.int(),
      requests: z.int(),
      ms: z.int(),
      errors: z.int(),
      outcome: z.enum(OUTCOMES),
    }),
  ),
  /** Turns of the first session, then those of others without a counterpart there; `null`: this session has no such turn. */
  turns: z.array(
    z.object({
      text: z.string(),
      cells: z.array(
        z
          .object({
            seq: z.int(),
            /** The message, where it is another than the row's. */
            text: z.string().optional(),
            tokens: z.int(),
            cost: z.number().optional(),
            ms: z.int(),
            errors: z.int(),
            outcome: z.enum(OUTCOMES),
            answer: z.string(),
          })
          .nullable(),
      ),
    }),
  ),
});
export type ComparedMany = z.infer<typeof comparedManySchema>;
