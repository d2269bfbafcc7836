/** What review asks of the core. */
import { z } from 'zod';
import {
  comparisonSchema,
  EXPORT_FORMATS,
  importResultSchema,
  libraryPageSchema,
  libraryQuerySchema,
  MAX_IMPORT_BYTES,
  redactionChoiceSchema,
  redactionPreviewSchema,
  searchQuerySchema,
  searchResultSchema,
  sessionCostsSchema,
  sessionExportSchema,
  verificationSchema,
} from '../review.ts';
import { inSession, nothing, procedure, sessionId } from './procedure.ts';

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
        language,
      }),
    )
    .output(sessionExportSchema),
  /**
   * The JSON Lines of one session, or another program's transcript (OpenAI messages): all or nothing. It can be read and
   * verified, and never goes on. `name`: of its file.
   */
  import: procedure
    .input(z.object({ text: z.string().max(MAX_IMPORT_BYTES), name: z.string().max(500).optional() }))
    .output(importResultSchema),
  /** Rebuilds every request and compares the hashes. */
  verify: procedure.input(inSession).output(verificationSchema),
};

const sessionIds = z.array(sessionId).min(1).max(1_000);
const tag = z.string().trim().min(1).max(100);
const tags = z.array(tag).max(50);
const noteText = z.string().trim().min(1).max(20_000);
const note = z.string().min(1).max(100);

/** Of `sessions`: how the person keeps them. */
export const keepContract = {
  /** What is absent stays. `tags` are all of them; `addTags` and `removeTags` change those that are there. */
  mark: procedure
    .input(
      z.object({
        sessionIds,
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        tags: tags.optional(),
        addTags: tags.optional(),
        removeTags: tags.optional(),
      }),
    )
    .output(nothing),
  /** Off the list, their runs stopped; `restoreMany` is the undo. Those that are gone already are left out of the answer. */
  removeMany: procedure.input(z.object({ sessionIds })).output(z.object({ removed: z.array(z.string()) })),
  restoreMany: procedure.input(z.object({ sessionIds })).output(nothing),
  /** A new session that goes on from after the event `at`. One that was imported goes on with the app's own settings. @throws `event-not-found`. */
  fork: procedure.input(inSession.extend({ at: z.int().min(1) })).output(z.object({ sessionId })),
  /** Beside the event `on`. @throws `event-not-found`. */
  addNote: procedure.input(inSession.extend({ on: z.int().min(1), text: noteText })).output(z.object({ note })),
  /** @throws `event-not-found`. */
  changeNote: procedure.input(inSession.extend({ note, text: noteText })).output(nothing),
  removeNote: procedure.input(inSession.extend({ note })).output(nothing),
};
