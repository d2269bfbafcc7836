/** Trust in the skills that a project's folder brings. */
import { z } from 'zod';
import { nothing, procedure } from './procedure.ts';

/**
 * Reason for which the model is not told of a skill: the folder is not trusted; or it is, and the skill came or changed
 * afterwards, or is too large to tell.
 */
const heldBackSchema = z.enum(['untrusted', 'new', 'changed', 'too-large']);
export type HeldBack = z.infer<typeof heldBackSchema>;

const projectSkillSchema = z.object({
  id: z.string(),
  description: z.string(),
  path: z.string(),
  /** Digest of all its files; null where they are too many or too large. */
  digest: z.string().nullable(),
  /** Absent where it is used. */
  heldBack: heldBackSchema.optional(),
  /** It would take the place of a skill of the same name that is used now. */
  replaces: z.literal(true).optional(),
});

const trustSchema = z.object({
  /** The current one, real. */
  folder: z.string(),
  trusted: z.boolean(),
  /** The user has answered, either way. */
  decided: z.boolean(),
  /** Contents of the folder. */
  skills: z.array(projectSkillSchema),
  /** All that were decided on. */
  folders: z.array(z.object({ dir: z.string(), trusted: z.boolean(), at: z.string() })),
});
export type TrustView = z.infer<typeof trustSchema>;

export const trustContract = {
  get: procedure.input(nothing).output(trustSchema),
  /**
   * Without `dir` the current folder; `null` forgets the answer. `shown` has the digests of the skills that the person
   * saw in the question: a skill that changed since is not trusted. Without it, all that are there now are.
   */
  set: procedure
    .input(
      z.object({
        dir: z.string().min(1).max(4_096).optional(),
        trusted: z.boolean().nullable(),
        shown: z.array(z.string().max(64)).max(50_000).optional(),
      }),
    )
    .output(trustSchema),
};
