/** What skills show as cards, over all conversations. */
import { z } from 'zod';
import { recordGroupSchema } from '../cards/records.ts';
import { nothing, procedure } from './procedure.ts';

export const cardsContract = {
  /** Every record of the skills' stores once, with the conversation that made it where that is there. */
  records: procedure.input(nothing).output(z.array(recordGroupSchema)),
};
