/** The exact reason, beside an error's code; `messages/LANGUAGE/details.ts` has the words. */
import { z } from 'zod';

export const errorDetailSchema = z.object({
  code: z.string(),
  /** Keyed by the names that its words use. */
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ErrorDetail = Readonly<z.infer<typeof errorDetailSchema>>;
