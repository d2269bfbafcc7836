/** How often a skill is used, over all sessions of the data folder. */
import { z } from 'zod';

const counts = z.object({
  loads: z.int().min(0),
  /** Of its scripts. */
  runs: z.int().min(0),
});

export const skillUsageSchema = counts.extend({
  /** In which it was loaded. Sessions from elsewhere do not count, nor does what was copied into a branch. */
  sessions: z.int().min(0),
  /** ISO 8601, of the last load or run; absent where it was only asked for. */
  lastUsed: z.string().optional(),
  /** In the session that was asked about. */
  here: counts.optional(),
  lastError: z
    .object({
      /** ISO 8601. */
      at: z.string(),
      what: z.enum(['load', 'script']),
      /** The end of what the model was told; empty where there was nothing. */
      text: z.string(),
      callId: z.string(),
      sessionId: z.string(),
      /** A script of it ended well afterwards. */
      workedSince: z.boolean().optional(),
    })
    .optional(),
});
export type SkillUsage = z.infer<typeof skillUsageSchema>;
