/** Forms that the model asked, and the bookings that came of the conversations. */
import { z } from 'zod';
import { bookingRecordSchema } from '../bookings.ts';
import { answersSchema, FORM_OUTCOMES } from '../forms/forms.ts';
import { inSession, nothing, procedure } from './procedure.ts';

export const formsContract = {
  /**
   * Fills in or skips the form of a call, and starts the run. One that has an answer gets another: the conversation
   * goes back to before it.
   */
  answer: procedure
    .input(inSession.extend({ callId: z.string(), outcome: z.enum(FORM_OUTCOMES), answers: answersSchema }))
    .output(nothing),
};

export const bookingsContract = {
  /** Every booking of the store of record once, with the conversation that made it where that is there; upcoming first. */
  list: procedure.input(nothing).output(z.array(bookingRecordSchema)),
};
