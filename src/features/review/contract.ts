import { z } from 'zod';
import { inSession, procedure, sessionId } from '../../shared/contract/procedure.ts';
import { DECISIONS } from '../../shared/events.ts';
import {
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

const traceStepSchema = z.object({
  /** Session and event to open: those of an agent that a call started are its own. */
  session: z.string(),
  seq: z.int(),
  /** 0 for a turn of the session that was asked for. */
  depth: z.int(),
  kind: z.enum(['turn', 'model', 'tool', 'approval', 'agent', 'run']),
  name: z.string(),
  /** A beginning of the answer, the arguments or the command, and what went wrong. */
  detail: z.string(),
  /** Milliseconds after the start of its turn. */
  startMs: z.number(),
  ms: z.number(),
  failed: z.boolean(),
  /** Answer to an approval. */
  decision: z.enum(DECISIONS).optional(),
  /** Sent and answered. */
  tokens: z.int().optional(),
});
export type TraceStep = z.infer<typeof traceStepSchema>;

const traceSchema = z.object({
  /** Parents before their children. */
  steps: z.array(traceStepSchema),
  /** False where the source says no times. */
  dated: z.boolean(),
});
export type Trace = z.infer<typeof traceSchema>;

export const reviewContract = {
  /** The sessions that a reviewer looks for, a page at a time, with what the filters would leave. */
  library: procedure.input(libraryQuerySchema).output(libraryPageSchema),
  /** Messages, tool results, what scripts printed, and titles that have every word; one Chinese character is a word. The latest first. */
  search: procedure.input(searchQuerySchema).output(searchResultSchema),
  /** Reports costs by turn, skill, reference and tool. */
  costs: procedure.input(inSession).output(sessionCostsSchema),
  /** Turns, requests, calls and the agents that calls started, each with its time. */
  trace: procedure.input(inSession).output(traceSchema),
  /** Sessions as a table: settings, figures, then turn by turn. */
  compare: procedure
    .input(z.object({ sessionIds: z.array(sessionId).min(2).max(MAX_COMPARED) }))
    .output(comparisonSchema),
  /** Turns with their steps, to judge a session or to know it again. */
  preview: procedure.input(inSession.extend({ language })).output(previewSchema),
  /** Rebuilds every request and compares the hashes; checks that no event was altered. */
  verify: procedure.input(inSession).output(verificationSchema),
  /** Checks only that no event was altered: quick enough for every session that is opened. */
  chain: procedure.input(inSession).output(verificationSchema.pick({ events: true, chain: true, signature: true })),
};
