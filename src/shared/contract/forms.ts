/** Forms that the model asked. */
import { z } from 'zod';
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
