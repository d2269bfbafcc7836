/** What review asks of the core. */
import { z } from 'zod';
import {
  EXPORT_FORMATS,
  importResultSchema,
  MAX_IMPORT_BYTES,
  searchResultSchema,
  sessionExportSchema,
  verificationSchema,
} from '../review.ts';
import { inSession, procedure } from './procedure.ts';

export const reviewContract = {
  /** Messages, tool results and titles that have every word; one Chinese character is a word. The latest first. */
  search: procedure
    .input(z.object({ words: z.string().max(1_000), limit: z.int().min(1).max(1_000).optional() }))
    .output(searchResultSchema),
  /** The whole session as one text; `redact` takes out what is nobody's business. */
  export: procedure
    .input(
      inSession.extend({
        format: z.enum(EXPORT_FORMATS),
        redact: z.boolean().optional(),
        language: z.enum(['en', 'zh']).optional(),
      }),
    )
    .output(sessionExportSchema),
  /** The JSON Lines of one session, all or nothing; it can be read and verified, and never goes on. */
  import: procedure.input(z.object({ text: z.string().max(MAX_IMPORT_BYTES) })).output(importResultSchema),
  /** Rebuilds every request and compares the hashes. */
  verify: procedure.input(inSession).output(verificationSchema),
};
