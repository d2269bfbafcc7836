/** A session at a glance: what was asked, what came of it, and the steps in between. */
import { z } from 'zod';
import { OUTCOMES } from './library.ts';

/** Turns at the beginning and at the end that are shown of a long session. */
export const PREVIEWED_TURNS = 20;

const previewedTurnSchema = z.object({
  /** First and last event of the turn; the first is the person's message. */
  seq: z.int(),
  toSeq: z.int(),
  at: z.string(),
  text: z.string(),
  /** The last answer, with its event; absent where none came. */
  answer: z.object({ seq: z.int(), text: z.string() }).optional(),
  steps: z.array(z.object({ seq: z.int(), text: z.string(), failed: z.boolean() })),
  /** Steps beyond those that are listed. */
  moreSteps: z.int(),
  errors: z.int(),
  outcome: z.enum(OUTCOMES),
  /** The conversation continued from before it. */
  setAside: z.boolean(),
});

export const previewSchema = z.object({
  session: z.string(),
  title: z.string(),
  model: z.string(),
  events: z.int(),
  outcome: z.enum(OUTCOMES),
  /** In all; those that are not in `turns` lie between its first and its last ones. */
  turnCount: z.int(),
  turns: z.array(previewedTurnSchema),
});
export type Preview = z.infer<typeof previewSchema>;
