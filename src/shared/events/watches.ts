/** Events of watches: offered by a card, started by the person, checked while the app runs. */
import { z } from 'zod';
import { textSchema, watchReadingSchema } from '../cards/card.ts';
import { errorDetailSchema } from '../error-detail.ts';

export const watchStarted = watchReadingSchema.extend({
  type: z.literal('watch-started'),
  id: z.string(),
  /** The call that left the card. */
  callId: z.string(),
  skill: z.string(),
  title: textSchema,
  /** Script in the skill's folder, then its arguments. */
  command: z.array(z.string()),
  /** Minutes between two checks. */
  every: z.number(),
  /** ISO 8601 in UTC. */
  until: z.string(),
  below: z.number().optional(),
  say: textSchema.optional(),
});

export const watchEvents = [
  watchStarted,
  watchReadingSchema.extend({
    type: z.literal('watch-checked'),
    id: z.string(),
    /** Another reading than the last one. */
    changed: z.boolean(),
    /** Reason why there is no reading. */
    fault: errorDetailSchema.optional(),
  }),
  z.object({ type: z.literal('watch-ended'), id: z.string(), reason: z.enum(['stopped', 'over', 'failed']) }),
] as const;
