/** Forms that the model asked. */
import { z } from 'zod';
import { inSession, nothing, procedure } from '../../shared/contract/procedure.ts';
import { answersSchema, FORM_LANGUAGES, FORM_OUTCOMES, formSchema } from '../../shared/forms/forms.ts';

export const formsContract = {
  /** The form with the facts of a request to a skill, empty; `null` if the skill has none. */
  request: procedure
    .input(inSession.extend({ skill: z.string().min(1).max(200), language: z.enum(FORM_LANGUAGES) }))
    .output(z.object({ form: formSchema.nullable() })),
  /**
   * Fills in or skips the form of a call, and starts the run. One that has an answer gets another: the conversation
   * goes back to before it.
   */
  answer: procedure
    .input(inSession.extend({ callId: z.string(), outcome: z.enum(FORM_OUTCOMES), answers: answersSchema }))
    .output(nothing),
};
