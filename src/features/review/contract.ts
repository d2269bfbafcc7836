import { z } from 'zod';
import { inSession, procedure, sessionId } from '../../shared/contract/procedure.ts';
import {
  comparedManySchema,
  comparisonSchema,
  libraryPageSchema,
  libraryQuerySchema,
  MAX_COMPARED,
  previewSchema,
  searchQuerySchema,
  searchResultSchema,
  sessionCostsSchema,
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
  /** Rebuilds every request and compares the hashes; checks that no event was altered. */
  verify: procedure.input(inSession).output(verificationSchema),
  /** Checks only that no event was altered: quick enough for every session that is opened. */
  chain: procedure.input(inSession).output(verificationSchema.pick({ events: true, chain: true, signature: true })),
};
