/** Reviews of sessions, beside their logs: verdicts, scores by a rubric, remarks on moments. */
import { z } from 'zod';
import { nothing, procedure, sessionId } from '../../shared/contract/procedure.ts';
import { newReviewSchema, reviewSchema, VERDICTS } from '../../shared/review/reviews.ts';
import { libraryFiltersSchema } from '../../shared/review.ts';
import { agreementSchema } from './agreement.ts';
import { brokenRubricSchema, rubricSchema } from './rubric.ts';

export const REPORT_FORMATS = ['html', 'md', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const sessionIds = z.array(sessionId).max(10_000);
const reviewer = reviewSchema.shape.reviewer;

const queuedSchema = z.object({
  session: z.string(),
  /** '' where the session has none, or is not in this data folder. */
  title: z.string(),
  /** When it was put into the queue, and why ('' where no one said). */
  at: z.string(),
  why: z.string(),
  /** The verdict on the whole session by the person who uses this data folder. */
  verdict: z.enum(VERDICTS).optional(),
  /** Reviewers with a verdict on the whole session. */
  judgedBy: z.array(z.string()),
  remarks: z.int(),
});
export type Queued = z.infer<typeof queuedSchema>;

export const savedFilterSchema = z.object({
  name: z.string().min(1).max(100),
  filters: libraryFiltersSchema,
  words: z.string().max(1_000).optional(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

const judgedNoteSchema = z.object({
  session: z.string(),
  title: z.string(),
  seq: z.int(),
  at: z.string(),
  text: z.string(),
  /** Absent where the log does not say who wrote it. */
  by: z.string().optional(),
});
export type JudgedNote = z.infer<typeof judgedNoteSchema>;

export const judgingContract = {
  /**
   * Those that count, by session, moment and reviewer, and the notes in the logs; no notes where a reviewer is given.
   * `me`: who writes where no reviewer is given.
   */
  reviews: procedure.input(z.object({ sessionIds: sessionIds.optional(), reviewer: reviewer.optional() })).output(
    z.object({
      reviews: z.array(reviewSchema.extend({ title: z.string() })),
      notes: z.array(judgedNoteSchema),
      reviewers: z.array(z.string()),
      me: z.string(),
    }),
  ),
  /** Replaces what this reviewer said of that moment. @throws `session-not-found`, `bad-input` for an event that is not there. */
  write: procedure.input(newReviewSchema).output(reviewSchema),
  /** `rubrics/*.yaml` of the data folder, or `file` alone (absolute). @throws `bad-input` for a `file` that is none. */
  rubrics: procedure
    .input(z.object({ file: z.string().max(4_096).optional() }))
    .output(z.object({ rubrics: z.array(rubricSchema), broken: z.array(brokenRubricSchema), folder: z.string() })),
  queue: procedure.input(nothing).output(z.object({ queue: z.array(queuedSchema), me: z.string() })),
  /** Those that are in the queue keep their place. @throws `session-not-found`. */
  enqueue: procedure.input(z.object({ sessionIds, why: z.string().max(500).optional() })).output(nothing),
  dequeue: procedure.input(z.object({ sessionIds })).output(nothing),
  /** Over the sessions that both judged, or those of them that are named. */
  agreement: procedure
    .input(z.object({ a: reviewer, b: reviewer, sessionIds: sessionIds.optional() }))
    .output(agreementSchema),
  /**
   * Statements on these sessions (default: on all that were judged), each with the moment that it is about.
   * Private data is removed unless `redact` is false. @throws `not-redacted`, `session-not-found`.
   */
  report: procedure
    .input(
      z.object({
        sessionIds: sessionIds.optional(),
        format: z.enum(REPORT_FORMATS),
        redact: z.boolean().optional(),
        language: z.enum(['en', 'zh']).optional(),
      }),
    )
    .output(
      z.object({ text: z.string(), mime: z.string(), fileName: z.string(), sessions: z.int(), redacted: z.int() }),
    ),
  /** Reviews alone, to be taken in elsewhere; with all that were replaced. */
  give: procedure
    .input(z.object({ sessionIds: sessionIds.optional() }))
    .output(z.object({ text: z.string(), reviews: z.int() })),
  /** The reviews of any export. Sessions may follow later. @throws `import-refused`. */
  take: procedure
    .input(z.object({ text: z.string().max(64 * 1024 * 1024) }))
    .output(z.object({ reviews: z.int(), added: z.int(), sessions: z.array(z.string()) })),
  savedFilters: procedure.input(nothing).output(z.array(savedFilterSchema)),
  saveFilter: procedure.input(savedFilterSchema).output(nothing),
  removeFilter: procedure.input(savedFilterSchema.pick({ name: true })).output(nothing),
};
