/** Requests taken apart: the next one, those that were sent, and those that would be. */
import { z } from 'zod';
import {
  manifestSchema,
  postSchema,
  requestAddressSchema,
  requestDiffSchema,
  sentRequestSchema,
  whatIfResultSchema,
  whatIfSchema,
} from '../context-views.ts';
import { prefixSchema, tokenTableSchema, usageSchema } from '../events.ts';
import { inSession, nothing, procedure, sessionId } from './procedure.ts';

const contextViewSchema = z.object({
  /** The body as it would be posted, or was. */
  json: z.string(),
  /** `json` is empty: so many characters of it are sent where they are asked for. */
  withoutBody: z.int().optional(),
  /** `json` has hashes for pictures and PDFs; `sha256` is of the body as posted. */
  withoutMedia: z.boolean().optional(),
  sha256: z.string(),
  tokens: tokenTableSchema,
  /** Past requests only: true if the rebuilt body has the hash recorded when it was sent. */
  verified: z.boolean().optional(),
  manifest: manifestSchema,
  /** Against the request before it; absent for the first. */
  prefix: prefixSchema.optional(),
  /** Absent where the request cannot be rebuilt. */
  post: postSchema.optional(),
  /** Past requests only: usage reported by the provider. */
  usage: usageSchema.optional(),
  /** US dollars for `usage` by the price table; absent for a model without a price. */
  cost: z.number().min(0).optional(),
});
export type ContextView = z.infer<typeof contextViewSchema>;

export const contextContract = {
  /** The next request, or with `at` the request sent at that event; without a session, what one made now would send. */
  show: procedure
    // With `part`, an id of the manifest, the part includes its text.
    .input(
      z.object({
        sessionId: sessionId.optional(),
        /** Agent for a session not created yet. */
        agent: z.string().max(100).optional(),
        at: z.int().min(1).optional(),
        part: z.string().max(1_000).optional(),
        /** Includes the bytes of pictures and PDFs instead of their hashes. */
        media: z.boolean().optional(),
        /** Leaves out a body of millions of characters. */
        brief: z.boolean().optional(),
      }),
    )
    .output(contextViewSchema),
  /** Every request that was sent, the failed tries and the summaries too. */
  requests: procedure.input(inSession).output(z.array(sentRequestSchema)),
  /** Compacts old results and turns now, however full the context is. `instruction` says what a summary must keep. */
  compact: procedure
    .input(inSession.extend({ instruction: z.string().trim().max(2_000).optional() }))
    // `messages` 0: it was stopped. `compactions`: `seq` of each, for an undo.
    .output(z.object({ before: z.int(), after: z.int(), messages: z.int(), compactions: z.array(z.int()).optional() })),
  /** `seq` of the compaction. Answers what the next request takes now, and whether that will be compacted again. */
  undoCompaction: procedure
    .input(inSession.extend({ seq: z.int().min(1) }))
    .output(z.object({ tokens: z.int(), max: z.int(), compactsAgain: z.boolean() }).partial()),
  /** A pinned message stays whole under every compaction. */
  pinMessage: procedure.input(inSession.extend({ seq: z.int().min(1), pinned: z.boolean() })).output(nothing),
  /** Two requests, of one session or of two, part by part. */
  diff: procedure
    .input(z.object({ from: requestAddressSchema, to: requestAddressSchema, texts: z.boolean().optional() }))
    .output(requestDiffSchema),
  /** The request that would result, with no model call and nothing written. */
  whatIf: procedure
    // Without a session as for `show`.
    .input(
      z.object({
        sessionId: sessionId.optional(),
        agent: z.string().max(100).optional(),
        at: z.int().min(1).optional(),
        steps: z.array(whatIfSchema).min(1).max(50),
      }),
    )
    .output(whatIfResultSchema),
};
