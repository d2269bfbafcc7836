/** Token composition of a request, and events that change which part of the conversation it carries. */
import { z } from 'zod';
import {
  COMPACTION_TRIGGERS,
  event,
  PART_KINDS,
  REASON_CODES,
  SUMMARY_FALLBACKS,
  SUMMARY_WRITERS,
  tokens,
} from './vocabulary.ts';

/** Kinds of parts of a request. Each language has its own words for them. */
export const partFactsSchema = z.object({
  kind: z.enum(PART_KINDS),
  /** The name of a skill, tool or file, a heading's text, `skill - path` for a reference; else the kind. Never taken apart. */
  label: z.string(),
  /** A reason that this version does not know counts as conversation. */
  reason: z.enum(REASON_CODES).catch('conversation'),
  /** Whose tool, instructions or reference it is. */
  skill: z.string().optional(),
  /** MCP server that brings the tool. */
  server: z.string().optional(),
  /** Path of a reference, in its skill's folder. */
  path: z.string().optional(),
  /** Titles of the sections of a skill that is loaded in parts. */
  sections: z.array(z.string()).readonly().optional(),
  /** `seq` of the event that `reason` is about: the load, the compaction, the unload. */
  event: z.int().min(1).optional(),
  /** Figures of `reason`, by the names that its words use. */
  figures: z.record(z.string(), z.number()).optional(),
});
export type PartFacts = z.infer<typeof partFactsSchema>;

const tokenPartSchema = partFactsSchema.extend({
  /** Number of tools, skills of the list, or messages that it adds up. */
  count: z.int().min(1).optional(),
  tokens,
});
export type TokenPart = z.infer<typeof tokenPartSchema>;

export const tokenTableSchema = z.object({
  /** Sum of the parts: an estimate by the model's encoding. */
  total: tokens,
  max: tokens,
  parts: z.array(tokenPartSchema),
  /** The encoding that counted; `approximate` is set where a part was too long to be counted exactly. */
  encoding: z.string(),
  approximate: z.boolean().optional(),
  /**
   * Estimate of what the provider will report: `total` scaled by the ratio in this model's answers so far. Never
   * compared with a limit.
   */
  corrected: z
    .object({
      total: tokens,
      /** Reported tokens ÷ estimated tokens. */
      factor: z.number().positive(),
      answers: z.int().min(1),
    })
    .optional(),
});
export type TokenTable = z.infer<typeof tokenTableSchema>;

/** Share of a request that a provider's prompt cache can reuse from the previous one. */
export const prefixSchema = z.object({
  /** Leading tokens that are byte-identical with the request before. */
  tokens,
  /** The first part that differs, and the event that made it differ; absent where the request only grew at its end. */
  broke: partFactsSchema.extend({ seq: z.int().min(1).optional() }).optional(),
});
export type PrefixKept = z.infer<typeof prefixSchema>;

/** Tokens as the provider reported them. */
export const usageSchema = z.object({
  promptTokens: tokens,
  completionTokens: tokens,
  cachedPromptTokens: tokens.optional(),
  /** Prompt tokens written to the provider's cache, where it bills them apart. */
  cacheWriteTokens: tokens.optional(),
  /** Part of `completionTokens` spent on reasoning. */
  reasoningTokens: tokens.optional(),
});
export type Usage = z.infer<typeof usageSchema>;

const summaryFallbackSchema = z.object({
  code: z.enum(SUMMARY_FALLBACKS),
  /** Figures of `long`: the tokens that it took, and the max requested. */
  figures: z.object({ tokens, most: tokens }).optional(),
  /** Provider's own words for `failed`. */
  message: z.string().optional(),
});
export type SummaryFallback = z.infer<typeof summaryFallbackSchema>;

export const contextEvents = [
  /** A pinned message stays whole under every compaction; `message` is its event's `seq`. */
  event('message-pin-changed', { message: z.int().min(1), pinned: z.boolean() }),
  event('context-compacted', {
    strategy: z.enum(['tool-results', 'turns', 'skills']),
    before: tokens,
    after: tokens,
    coversSeq: z.tuple([z.int(), z.int()]),
    summary: z.string().optional(),
    /** Messages that it replaces (`turns`) or shortens (`tool-results`). */
    messages: z.int().min(0).optional(),
    writtenBy: z.enum(SUMMARY_WRITERS).optional(),
    /** `provider`: it had answered that the context is too long. */
    trigger: z.enum(COMPACTION_TRIGGERS).optional(),
    /** The user's wish for what to keep, for a manual compaction. */
    instruction: z.string().optional(),
    /** Reason why the model's own summary was not taken, where one was asked for and `writtenBy` is `extract`. */
    fallback: summaryFallbackSchema.optional().catch(undefined),
  }),
  event('compaction-undone', { undoes: z.int().min(1) }),
] as const;
