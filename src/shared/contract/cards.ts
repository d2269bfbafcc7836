/** Cards of skills, over all conversations. */
import { z } from 'zod';
import { recordGroupSchema } from '../cards/records.ts';
import { nothing, procedure } from './procedure.ts';

export const cardsContract = {
  /** Gives those of the reminders that were never shown; from then on they count as shown. */
  claimReminders: procedure
    .input(z.object({ ids: z.array(z.string().min(1).max(500)).max(500) }))
    .output(z.array(z.string())),
  /** Every record of the skills' stores once, with the conversation that made it where that is there. */
  records: procedure.input(nothing).output(z.array(recordGroupSchema)),
};
