/** What review asks of the core. */
import { z } from 'zod';
import {
  comparisonSchema,
  EXPORT_FORMATS,
  importResultSchema,
  libraryPageSchema,
  libraryQuerySchema,
  MAX_TRANSCRIPT,
  redactionChoiceSchema,
  redactionPreviewSchema,
  searchQuerySchema,
  searchResultSchema,
  sessionCostsSchema,
  sessionExportSchema,
  verificationSchema,
} from '../review.ts';
import { inSession, procedure, sessionId } from './procedure.ts';

const language = z.enum(['en', 'zh']).optional();

export const reviewContract = {
  /** The sessions that a reviewer looks for, a page at a time, with what the filters would leave. */
  library: procedure.input(libraryQuerySchema).output(libraryPageSchema),
  /** Messages, tool results, what scripts printed, and titles that have every word; one Chinese character is a word. The latest first. */
  search: procedure.input(searchQuerySchema).output(searchResultSchema),
  /** What cost most, what was slow, what failed, what was allowed. */
  costs: procedure.input(inSession).output(sessionCostsSchema),
  /** Two sessions turn by turn. */
  compare: procedure.input(z.object({ a: sessionId, b: sessionId })).output(comparisonSchema),
  /** What an export with `redact` would take out. @throws `bad-input` for a pattern that is none, or that takes too long. */
  redactionPreview: procedure
    .input(inSession.extend({ patterns: redactionChoiceSchema.shape.patterns }))
    .output(redactionPreviewSchema),
  /** The whole session as one file; `redact` takes out what is nobody's business. `not-supported` where a PDF cannot be made here. */
  export: procedure
    .input(
      inSession.extend({
        ...redactionChoiceSchema.shape,
        format: z.enum(EXPORT_FORMATS),
        redact: z.boolean().optional(),
        /** `md`, `html` and `pdf` with what the model thought; `jsonl` has it always. */
        reasoning: z.boolean().optional(),
        language,
      }),
    )
    .output(sessionExportSchema),
  /**
   * The JSON Lines of one session, or another program's transcript (OpenAI messages): all or nothing. It can be read and
   * verified, and never goes on. `name`: of its file.
   */
  import: procedure
    .input(z.object({ text: z.string().max(MAX_TRANSCRIPT), name: z.string().max(500).optional() }))
    .output(importResultSchema),
  /** Rebuilds every request and compares the hashes. */
  verify: procedure.input(inSession).output(verificationSchema),
};
