/** Trust in the skills that a project's folder brings. */
import { z } from 'zod';
import { nothing, procedure } from './procedure.ts';

const trustSchema = z.object({
  /** The current one, real. */
  folder: z.string(),
  trusted: z.boolean(),
  /** The user has answered, either way. */
  decided: z.boolean(),
  /** Contents of the folder. */
  skills: z.array(z.object({ id: z.string(), description: z.string(), path: z.string() })),
  /** All that were decided on. */
  folders: z.array(z.object({ dir: z.string(), trusted: z.boolean(), at: z.string() })),
});
export type TrustView = z.infer<typeof trustSchema>;

export const trustContract = {
  get: procedure.input(nothing).output(trustSchema),
  /** Without `dir` the current folder; `null` forgets the answer. */
  set: procedure
    .input(z.object({ dir: z.string().min(1).max(4_096).optional(), trusted: z.boolean().nullable() }))
    .output(trustSchema),
};
