/** Costs of a session by cause, with slow steps, failures and approvals. */
import { z } from 'zod';
import { PART_KINDS } from '../events.ts';
import { OUTCOMES } from './library.ts';

export const spentSchema = z.object({
  /** Reported by the provider; otherwise our estimate. */
  promptTokens: z.int(),
  cachedTokens: z.int(),
  completionTokens: z.int(),
  /** Part of `completionTokens` reported as reasoning, and its cost in US dollars. */
  reasoningTokens: z.int(),
  reasoningCost: z.number().optional(),
  /** US dollars; absent where a model of it has no price. */
  cost: z.number().optional(),
});

/** Cost of carrying a part in requests. */
const carriedSchema = z.object({
  /** Tokens of it in one request, at the most. */
  tokens: z.int(),
  /** Requests that had it. */
  requests: z.int(),
  /** Added up over those requests, and how many of these the provider's cache gave back. */
  carried: z.int(),
  cached: z.int(),
  /** Its part of what the prompts cost, in US dollars, and of all that the session cost (0 to 1). */
  cost: z.number().optional(),
  share: z.number().optional(),
});
export type Carried = z.infer<typeof carriedSchema>;

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

const STEP_KINDS = ['model', 'tool', 'approval'] as const;

export const sessionCostsSchema = z.object({
  /** Title in the session list. */
  title: z.string().optional(),
  /** For a branch only its own part, here and below; `copied` is the count before it, if carried on. */
  total: spentSchema.extend({ requests: z.int(), unpriced: z.array(z.string()), ms: z.int() }),
  turns: z.array(turnCostSchema),
  skills: z.array(carriedSchema.extend({ skill: z.string(), loads: z.int(), copied: z.int(), seq: z.int() })),
  references: z.array(
    carriedSchema.extend({ skill: z.string(), path: z.string(), loads: z.int(), copied: z.int(), seq: z.int() }),
  ),
  /** Keyed by name; the carried parts are its results. */
  tools: z.array(
    carriedSchema.extend({
      tool: z.string(),
      calls: z.int(),
      copied: z.int(),
      failed: z.int(),
      ms: z.int(),
      slowest: z.int(),
      seq: z.int(),
    }),
  ),
  /** Composition of requests, by kind. */
  kinds: z.array(carriedSchema.extend({ kind: z.enum(PART_KINDS) })),
  /** Milliseconds each, the slowest first. */
  slowSteps: z.array(z.object({ kind: z.enum(STEP_KINDS), name: z.string(), seq: z.int(), ms: z.int() })),
  errors: z.array(
    z.object({
      kind: z.enum(['model', 'tool', 'run']),
      name: z.string(),
      message: z.string(),
      seq: z.int(),
      at: z.string(),
    }),
  ),
  approvals: z.array(
    z.object({
      seq: z.int(),
      at: z.string(),
      callId: z.string(),
      action: z.string(),
      what: z.string(),
      /** Absent if unanswered. */
      decision: z.enum(['once', 'session', 'always', 'denied']).optional(),
      unasked: z.boolean(),
      waitedMs: z.int(),
    }),
  ),
});
export type SessionCosts = z.infer<typeof sessionCostsSchema>;
