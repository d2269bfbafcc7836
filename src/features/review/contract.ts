import { z } from 'zod';
import { inSession, procedure, sessionId } from '../../shared/contract/procedure.ts';
import {
  comparedManySchema,
  comparisonSchema,
  EXPORT_FORMATS,
  importResultSchema,
  libraryPageSchema,
  libraryQuerySchema,
  MAX_COMPARED,
  MAX_TRANSCRIPT,
  previewSchema,
  redactionChoiceSchema,
  redactionPreviewSchema,
  searchQuerySchema,
  searchResultSchema,
  sessionCostsSchema,
  sessionExportSchema,
  verificationSchema,
} from '../../shared/review.ts';

const language = z.enum(['en', 'zh']).optional();

export const reviewContract = {
  /** The sessions that a reviewer looks for, a page at a time, with what the filters would leave. */
  library: procedure.input(libraryQuerySchema).output(libraryPageSchema),
  /** Messages, tool results, what scripts printed, and titles that have every word; one Chinese character is a word. The latest first. */
  search: procedure.input(searchQuerySchema).output(searchResultSchema),
  /** Reports costs, slow steps, failures and approvals. */
  costs: procedure.input(inSession).output(sessionCostsSchema),
  /** Two sessions turn by turn. */
  compare: procedure.input(z.object({ a: sessionId, b: sessionId })).output(comparisonSchema),
  /** Three and more as a table. */
  compareMany: procedure
    .input(z.object({ sessionIds: z.array(sessionId).min(2).max(MAX_COMPARED) }))
    .output(comparedManySchema),
  /** Turns with their steps, to judge a session or to know it again. */
  preview: procedure.input(inSession.extend({ language })).output(previewSchema),
  /**
   * Lists what an export with `redact` would remove. @throws `bad-input` for an invalid pattern, or one that takes too
   * long.
   */
  redactionPreview: procedure
    .input(inSession.extend({ patterns: redactionChoiceSchema.shape.patterns }))
    .output(redactionPreviewSchema),
  /**
   * Exports the whole session as one file; `redact` removes private data. `not-supported` if this host cannot make a
   * PDF.
   */
  export: procedure
    .input(
      inSession.extend({
        ...redactionChoiceSchema.shape,
        format: z.enum(EXPORT_FORMATS),
        redact: z.boolean().optional(),
        /** Includes the model's reasoning, which `jsonl` always has. */
        reasoning: z.boolean().optional(),
        language,
      }),
    )
    .output(sessionExportSchema),
  /**
   * Imports the JSON Lines of one session, or another program's transcript (OpenAI messages): all or nothing. The
   * session can be read and verified but is read-only. `name`: of its file.
   */
  import: procedure
    .input(z.object({ text: z.string().max(MAX_TRANSCRIPT), name: z.string().max(500).optional() }))
    .output(importResultSchema),
  /** Rebuilds every request and compares the hashes; checks that no event was altered. */
  verify: procedure.input(inSession).output(verificationSchema),
  /** Checks only that no event was altered: quick enough for every session that is opened. */
  chain: procedure.input(inSession).output(verificationSchema.pick({ events: true, chain: true, signature: true })),
};
