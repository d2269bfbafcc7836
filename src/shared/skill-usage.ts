/** Usage of a skill over all sessions of the data folder. */
import { z } from 'zod';

const counts = z.object({
  loads: z.int().min(0),
  /** Runs of its scripts. */
  runs: z.int().min(0),
});

export const skillUsageSchema = counts.extend({
  /** Sessions that loaded it. Imported sessions and events copied into a branch do not count. */
  sessions: z.int().min(0),
  /** ISO 8601, of the last load or run; absent where it was only asked for. */
  lastUsed: z.string().optional(),
  /** In the requested session. */
  here: counts.optional(),
  lastError: z
    .object({
      /** ISO 8601. */
      at: z.string(),
      what: z.enum(['load', 'script']),
      /** End of the text given to the model; empty if there was none. */
      text: z.string(),
      callId: z.string(),
      sessionId: z.string(),
      /** A script of it ended well afterwards. */
      workedSince: z.boolean().optional(),
    })
    .optional(),
});
export type SkillUsage = z.infer<typeof skillUsageSchema>;
