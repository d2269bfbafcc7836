/** Permissions the user gave beyond one call. */
import { z } from 'zod';
import { nothing, procedure, sessionId } from './procedure.ts';

export const grantSchema = z.object({
  /** A hash over what it covers: anything else is another key. */
  key: z.string(),
  what: z.enum(['script', 'command', 'folder', 'needs', 'tool']),
  /** The command, the script's path in its skill or the folder; of `needs` what they are. Empty in files of earlier programs. */
  label: z.string(),
  skill: z.string().optional(),
  /** Version of the skill's whole folder: any change in it ends the grant. */
  version: z.string().optional(),
  span: z.enum(['session', 'always']),
  /** ISO 8601; absent in files of earlier programs. */
  at: z.string().optional(),
  sessionId: z.string().optional(),
});
export type Grant = z.infer<typeof grantSchema>;

const grantKey = z.string().min(1).max(1_000);

export const grantsContract = {
  /** Those that hold everywhere, and those of single sessions; the latest first. */
  list: procedure.input(z.object({ sessionId: sessionId.optional() })).output(z.array(grantSchema)),
  /** Revokes at once: the next run asks. Recorded in the log of the session that granted it. False if there was no grant. */
  withdraw: procedure.input(z.object({ key: grantKey })).output(z.object({ withdrawn: z.boolean() })),
  /** Takes a withdrawal back, as long as the app runs. */
  restore: procedure.input(z.object({ key: grantKey })).output(nothing),
};
