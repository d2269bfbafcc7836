/** Costs of a session by cause. */
import { z } from 'zod';
import { OUTCOMES } from './library.ts';

const spentSchema = z.object({
  /** Reported by the provider; otherwise our estimate. */
  promptTokens: z.int(),
  cachedTokens: z.int(),
  completionTokens: z.int(),
  /** Part of `completionTokens` reported as reasoning, and its cost in US dollars. */
  reasoningTokens: z.int(),
  reasoningCost: z.number().optional(),
  /** US dollars, as the source of an imported session says, else by price; absent where a model of it has no price. */
  cost: z.number().optional(),
  /** Models answered, and their transcript says of none what it took: the figures are unknown. */
  unrecorded: z.literal(true).optional(),
});
export type Spending = z.infer<typeof spentSchema>;

/** Cost of carrying a part in requests. */
const carriedSchema = z.object({
  /** Tokens of it in one request, at the most. */
  tokens: z.int(),
  requests: z.int(),
  /** Added up over those requests, and how many of these the provider's cache gave back. */
  carried: z.int(),
  cached: z.int(),
  /** Its part of what the prompts cost, in US dollars, and of all that the session cost (0 to 1). */
  cost: z.number().optional(),
  share: z.number().optional(),
});
export type Carried = z.infer<typeof carriedSchema>;

/** A skill, a reference or a tool. */
const causeSchema = carriedSchema.extend({
  name: z.string(),
  /** Loads or calls here, and in what a branch copied. */
  times: z.int(),
  copied: z.int(),
  /** Failed calls; 0 for loads, as the next two. */
  failed: z.int(),
  ms: z.int(),
  slowest: z.int(),
  /** First load, or the slowest call. */
  seq: z.int(),
});
export type CostCause = z.infer<typeof causeSchema>;

const turnCostSchema = spentSchema.extend({
  /** `seq` of the user's message, and of the turn's last event. */
  seq: z.int(),
  toSeq: z.int(),
  at: z.string(),
  /** Its beginning, on one line. */
  text: z.string(),
  requests: z.int(),
  toolCalls: z.int(),
  errors: z.int(),
  approvals: z.int(),
  ms: z.int(),
  share: z.number().optional(),
  outcome: z.enum(OUTCOMES),
  /** The conversation continued from before it. */
  setAside: z.boolean(),
  /** In a fork: copied, and paid for in the original. */
  copied: z.boolean(),
});
export type TurnCost = z.infer<typeof turnCostSchema>;

export const sessionCostsSchema = z.object({
  /** Record of the calls: this app’s, or that of another program’s file. */
  source: z.enum(['own', 'file']),
  /** Last event that a branch copied; 0 for others. */
  copiedTo: z.int(),
  /** False where no answer says how much of its prompt came from a cache. */
  recordsCache: z.boolean(),
  /** Title in the session list. */
  title: z.string().optional(),
  /** For a branch only its own part, here and below; `copied` is the count before it, if carried on. */
  total: spentSchema.extend({ requests: z.int(), unpriced: z.array(z.string()), ms: z.int() }),
  turns: z.array(turnCostSchema),
  skills: z.array(causeSchema),
  /** Named `SKILL/PATH`. */
  references: z.array(causeSchema),
  /** The carried parts are its results. */
  tools: z.array(causeSchema),
});
export type SessionCosts = z.infer<typeof sessionCostsSchema>;

export const COMPARED_FIELDS = ['text', 'answer', 'context', 'tools', 'skills', 'tokens', 'outcome'] as const;

/** Sessions that are compared at once, at the most. */
export const MAX_COMPARED = 20;

export const comparisonSchema = z.object({
  /** Those that differ, by name, a value for each session; `skill:ID` has the version that was loaded. */
  settings: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.null()]))),
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
  /** Turns of the first session, with those of others without a counterpart there; `null`: this session has no such turn. */
  turns: z.array(
    z.object({
      text: z.string(),
      cells: z.array(
        z
          .object({
            seq: z.int(),
            /** The message, where it is another than the row's. */
            text: z.string().optional(),
            answer: z.string(),
            /** Events of its requests that continued with the conversation: no summaries. */
            sent: z.array(z.int()),
            tokens: z.int(),
            cost: z.number().optional(),
            ms: z.int(),
            /** Names with how often each was called. */
            tools: z.record(z.string(), z.int()),
            skills: z.array(z.string()),
            errors: z.int(),
            outcome: z.enum(OUTCOMES),
            /** Fields that differ from the first session's turn. */
            differs: z.array(z.enum(COMPARED_FIELDS)),
          })
          .nullable(),
      ),
    }),
  ),
});
export type Comparison = z.infer<typeof comparisonSchema>;
