/**
 * Data that the person let this computer keep for forms: preferences, the things of their lists (who travels), and what
 * they asked for last. It is offered where they fill something in; no model sees it until they send it.
 */
import { z } from 'zod';
import { recordGroupSchema } from '../../shared/cards/records.ts';
import { nothing, procedure } from '../../shared/contract/procedure.ts';
import {
  answersSchema,
  FORM_LANGUAGES,
  formId,
  formSchema,
  listItem,
  recentRequestSchema,
} from '../../shared/forms/forms.ts';

export const profileSchema = z.object({
  /** Keyed by form: what its fields begin with. */
  preferences: z.record(formId, answersSchema),
  /** Keyed by `SKILL/ID/FIELD` of a list: the things that were saved. */
  saved: z.record(formId, z.array(listItem).max(50)),
  /** The latest first. */
  recent: z.array(recentRequestSchema).max(6),
});
export type Profile = z.infer<typeof profileSchema>;

export const profileContract = {
  get: procedure.input(nothing).output(profileSchema),
  /** Each part is replaced whole. */
  change: procedure.input(profileSchema.partial()).output(profileSchema),
  /** Forgets all of it. */
  clear: procedure.input(nothing).output(profileSchema),
  /** The request forms of the skills that a new conversation has. */
  requests: procedure.input(z.object({ language: z.enum(FORM_LANGUAGES) })).output(z.array(formSchema)),
};

export const EMPTY_PROFILE: Profile = { preferences: {}, saved: {}, recent: [] };

export const cardsContract = {
  /** Gives those of the reminders that were never shown; from then on they count as shown. */
  claimReminders: procedure
    .input(z.object({ ids: z.array(z.string().min(1).max(500)).max(500) }))
    .output(z.array(z.string())),
  /** Every record of the skills' stores once, with the conversation that made it where that is there. */
  records: procedure.input(nothing).output(z.array(recordGroupSchema)),
};
