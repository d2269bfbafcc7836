/**
 * Logs that go out and come in, in pieces: neither side holds the whole, and the next piece is sent when the one before
 * has been dealt with. What is left for some minutes is given up; its id is then no longer known.
 */
import { z } from 'zod';
import {
  EXPORT_FORMATS,
  IMPORT_FORMATS,
  importProgressSchema,
  importResultSchema,
  redactionChoiceSchema,
  redactionPreviewSchema,
  sessionExportSchema,
} from '../review.ts';
import { inSession, nothing, procedure } from './procedure.ts';

/** UTF-16 code units of one piece at the most, except where one event is longer. */
const MOST_OF_A_PIECE = 4 * 1024 * 1024;

const transferId = z.object({ id: z.string().min(1).max(100) });

/** The part of `review` that exports a session in one call. */
export const exportContract = {
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
        language: z.enum(['en', 'zh']).optional(),
      }),
    )
    .output(sessionExportSchema),
};

export const transferContract = {
  /** Begins an export as JSON Lines, as `review.export` writes them. @throws `bad-input` for a pattern that is none, or that takes too long. */
  exportBegin: procedure
    .input(
      inSession.extend({
        ...redactionChoiceSchema.shape,
        redact: z.boolean().optional(),
        /** Signs with the person's own key, which is made at the first time. */
        sign: z.boolean().optional(),
      }),
    )
    .output(transferId),
  /** The next piece, whole lines; `end` with the last one. */
  exportNext: procedure.input(transferId).output(
    z.object({
      text: z.string(),
      end: sessionExportSchema
        .pick({ mime: true, fileName: true, events: true, redacted: true, brokenAt: true })
        .optional(),
    }),
  ),
  /**
   * Begins an import of the JSON Lines of one session, or another program's transcript: all or nothing. The session can
   * be read and verified but is read-only. `name`: of its file.
   */
  importBegin: procedure
    .input(
      z.object({
        name: z.string().max(500).optional(),
        format: z.enum(IMPORT_FORMATS).optional(),
        /** Says what the import would bring, and stores nothing. */
        preview: z.boolean().optional(),
      }),
    )
    .output(transferId),
  /**
   * The next piece, cut anywhere; with `last` all of it is stored, or nothing. An answer to `last` without a result says
   * how far it is: ask again, with no more text. After a refusal the import is over.
   */
  importNext: procedure
    .input(transferId.extend({ text: z.string().max(MOST_OF_A_PIECE), last: z.boolean() }))
    .output(z.object({ progress: importProgressSchema, result: importResultSchema.optional() })),
  /** Gives one up before its end. */
  drop: procedure.input(transferId).output(nothing),
};
