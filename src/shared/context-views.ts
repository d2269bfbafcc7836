/** Results of the context engine: manifest, difference, what-if, cost. Shapes for the screen and the command line. */

import { z } from 'zod';
import {
  DIALECTS,
  type EventOf,
  MEDIA_KINDS,
  PLACEMENTS,
  partFactsSchema,
  prefixSchema,
  type SessionEvent,
  type SkillTool,
  type SUMMARY_WRITERS,
  type SummaryFallback,
  tokenTableSchema,
  UNLOAD_REASONS,
  usageSchema,
  WIRES,
} from './events.ts';
import type { LoadedSkill } from './session-state.ts';

// Limits of a context's fill, and how much of its end stays whole (CONTRACT §5).

/** Share of `maxContext` over which a request is compacted before it is sent. Source: seeds/001, "80%". */
export const COMPACT_THRESHOLD = 0.8;
/** Share of `maxContext` that may be full after a load. Source: seeds/000, "90%". */
export const LOAD_THRESHOLD = 0.9;
export const THRESHOLDS = [COMPACT_THRESHOLD, LOAD_THRESHOLD] as const;
/** The latest messages: they stay whole, and a skill that they mention stays loaded. Source: seeds/000, `messages[-10:]`. */
export const RECENT_MESSAGES = 10;

/** A request of the conversation itself, not one that asks for a summary of it. */
export const isTurnRequest = (event: SessionEvent): event is EventOf<'request-sent'> =>
  event.type === 'request-sent' && event.purpose !== 'summary';

/** Plans that the context engine proposes and the session carries out. */
export type LoadPlan =
  | {
      readonly kind: 'fits';
      /** Skills to unload first, in this order. */
      readonly unload: readonly LoadedSkill[];
      /** Reason why they go, in words for the agent; absent where none does. */
      readonly note?: string;
    }
  | {
      readonly kind: 'over-skill-budget' | 'context-full' | 'too-many-skills';
      /** Contains both figures. */
      readonly message: string;
      /** Those of the message, by name: for who says it in other words. */
      readonly figures: Readonly<Record<string, number>>;
    };

/** A tool as a skill's `tools.yaml` declares it; what it is offered as is decided when the skill is loaded. */
export type DeclaredTool = Omit<SkillTool, 'declared' | 'tokens'>;

/** One step of compaction, in the order of the seeds. All but `unload` become their event unchanged. */
export type CompactionStep =
  | { readonly strategy: 'tool-results'; readonly coversSeq: [number, number]; readonly messages: number }
  | TurnsStep
  | { readonly strategy: 'skills'; readonly unload: LoadedSkill };

export interface TurnsStep {
  readonly strategy: 'turns';
  readonly coversSeq: [number, number];
  /** Messages that the summary replaces, including those of an earlier summary. */
  readonly messages: number;
  readonly summary: string;
  readonly writtenBy: (typeof SUMMARY_WRITERS)[number];
  readonly instruction?: string;
  /** Reason why the model's own summary was not taken. */
  readonly fallback?: SummaryFallback;
}

export interface SummaryTask {
  readonly coversSeq: readonly [number, number];
  /** The user's wish for what to keep. */
  readonly instruction?: string | undefined;
}

const tokens = z.int().min(0);

/** One price list entry, in US dollars for a million tokens. */
export const priceSchema = z.object({
  input: z.number().min(0),
  /** For tokens read from the provider's prompt cache; absent: same as `input`. */
  cachedInput: z.number().min(0).optional(),
  /** For tokens written to the provider's prompt cache; absent: same as `input`. */
  cacheWrite: z.number().min(0).optional(),
  output: z.number().min(0),
});
export type Price = z.infer<typeof priceSchema>;

/** Keyed by model name; the longest key that begins the model's name, without its provider, wins. */
export const priceTableSchema = z.record(z.string().min(1).max(200), priceSchema);
export type PriceTable = z.infer<typeof priceTableSchema>;

/** One piece of a request, in the order in which the model reads it. */
const manifestPartSchema = partFactsSchema.extend({
  /** The same piece in another request of the session has the same id, such as `skill:book-flight` or `message:12`. */
  id: z.string(),
  tokens,
  /** Hash of its text in UTF-8. */
  sha256: z.string(),
  /** List of skills only: the range of its text that belongs to each skill, in characters. */
  lines: z.array(z.object({ skill: z.string(), tokens, from: z.int().min(0), length: z.int().min(0) })).optional(),
  /** `seq` of the event that added it; absent if no event names it. */
  since: z.int().min(1).optional(),
  /** Location: `tools`, `system`, or the index of its message from 1. */
  place: z.union([z.literal('tools'), z.literal('system'), z.int().min(1)]),
  /** Characters, UTF-16. */
  length: z.int().min(0),
  /** The exact text; absent where it was not asked for. */
  text: z.string().optional(),
  /** Too long to be counted whole: estimated from samples. */
  approximate: z.boolean().optional(),
  pinned: z.boolean().optional(),
});
export type ManifestPart = z.infer<typeof manifestPartSchema>;

/** Parts of the session that the request omits or shortens. */
const leftOutSchema = partFactsSchema.omit({ kind: true }).extend({
  id: z.string(),
  unloaded: z.enum(UNLOAD_REASONS).optional(),
  /** Event of the message, or of the unload. */
  seq: z.int().min(1).optional(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

export const manifestSchema = z.object({ parts: z.array(manifestPartSchema), leftOut: z.array(leftOutSchema) });
export type Manifest = z.infer<typeof manifestSchema>;

/** Path and form in which a request's bytes are posted, apart from the base address. */
export const postSchema = z.object({
  wire: z.enum(WIRES),
  /** Below the base address. */
  path: z.string(),
  /** Headers of the wire; `$KEY` is the placeholder for the key. */
  headers: z.record(z.string(), z.string()),
  sees: z.array(z.enum(MEDIA_KINDS)),
  /** False for a model that calls none. */
  tools: z.boolean(),
});
export type Post = z.infer<typeof postSchema>;

export const sentRequestSchema = z.object({
  seq: z.int().min(1),
  at: z.string(),
  iteration: z.int().min(1),
  purpose: z.enum(['turn', 'summary']),
  model: z.string(),
  /** By the model's encoding. */
  estimated: tokens,
  max: tokens,
  usage: usageSchema.optional(),
  prefix: prefixSchema.optional(),
  /** US dollars by the price table; absent where the model has no price or nothing was reported. */
  cost: z.number().optional(),
  /** It was answered; a failed try was not. */
  answered: z.boolean(),
});
export type SentRequestView = z.infer<typeof sentRequestSchema>;

/** A request of a session: the next one, or with `at` the one sent at, or due after, that event. */
export const requestAddressSchema = z.object({ sessionId: z.string().min(1).max(100), at: z.int().min(1).optional() });
export type RequestAddress = z.infer<typeof requestAddressSchema>;

const partChangeSchema = partFactsSchema.extend({
  id: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  /** Event that brought it in, where the request says it. */
  since: z.int().min(1).optional(),
  before: tokens,
  after: tokens,
  /** The event that caused it, and its type; absent where none in the log did. */
  cause: z.object({ sessionId: z.string(), seq: z.int().min(1), type: z.string() }).optional(),
  /** Texts of a changed part, where they were asked for. */
  texts: z.object({ before: z.string(), after: z.string() }).optional(),
});
export type PartChange = z.infer<typeof partChangeSchema>;

export const requestDiffSchema = z.object({
  from: z.object({ sessionId: z.string(), at: z.int().min(1).optional(), sha256: z.string(), total: tokens }),
  to: z.object({ sessionId: z.string(), at: z.int().min(1).optional(), sha256: z.string(), total: tokens }),
  /** In the order of the later request; removed pieces at their old place. */
  changes: z.array(partChangeSchema),
  /** Parts that are the same in both. */
  unchanged: z.int().min(0),
  prefix: prefixSchema,
});
export type RequestDiff = z.infer<typeof requestDiffSchema>;

export const whatIfSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('load'), skill: z.string() }),
  z.object({ do: z.literal('unload'), skill: z.string() }),
  z.object({ do: z.literal('load-reference'), skill: z.string(), path: z.string() }),
  z.object({ do: z.literal('unload-reference'), skill: z.string(), path: z.string() }),
  z.object({ do: z.literal('compact') }),
  z.object({ do: z.literal('dialect'), dialect: z.enum(DIALECTS) }),
  z.object({ do: z.literal('placement'), placement: z.enum(PLACEMENTS) }),
  z.object({ do: z.literal('model'), model: z.string().min(1) }),
  z.object({ do: z.literal('max-context'), tokens: z.int().min(1) }),
]);
export type WhatIf = z.infer<typeof whatIfSchema>;

export const whatIfResultSchema = z.object({
  before: z.object({ tokens: tokenTableSchema, sha256: z.string() }),
  after: z.object({
    tokens: tokenTableSchema,
    sha256: z.string(),
    json: z.string(),
    /** Set where the request would not be sent: it is over the limit. */
    refused: z.string().optional(),
    /** Its parts, without their texts. */
    manifest: manifestSchema.optional(),
    model: z.string().optional(),
  }),
  /** Result of each step, in words; `ok` is false for a refused step, with the reason, its code and its figures. */
  steps: z.array(
    z.object({
      step: whatIfSchema,
      ok: z.boolean(),
      message: z.string(),
      code: z.string().optional(),
      figures: z.record(z.string(), z.number()).optional(),
    }),
  ),
  /** Compactions needed before the request, which is over 80%. */
  compactions: z.int().min(0).optional(),
  changes: z.array(partChangeSchema),
  prefix: prefixSchema,
});
export type WhatIfResult = z.infer<typeof whatIfResultSchema>;

/** Cost of a skill in each phase, by dialect and placement, without a model call. */
export const skillPreviewSchema = z.object({
  skill: z.string(),
  model: z.string(),
  encoding: z.string(),
  dialects: z.array(
    z.object({
      dialect: z.enum(DIALECTS),
      placement: z.enum(PLACEMENTS),
      /** Tokens of the request with only the catalog. */
      base: tokens,
      phases: z.object({
        /** Tokens that the skill's own catalog line adds. */
        catalog: tokens,
        instructions: tokens,
        references: z.array(z.object({ path: z.string(), tokens, refused: z.string().optional() })),
        tools: tokens,
      }),
      /** Set where the skill would be refused. */
      refused: z.string().optional(),
    }),
  ),
  /** Rank of the skill for each sentence against the rest of the catalog. */
  tries: z.array(
    z.object({
      sentence: z.string(),
      /** From 1; 0 if it contains no word of the sentence. */
      rank: z.int().min(0),
      of: z.int().min(1),
      best: z.array(z.object({ skill: z.string(), score: z.number() })),
    }),
  ),
});
export type SkillPreview = z.infer<typeof skillPreviewSchema>;
