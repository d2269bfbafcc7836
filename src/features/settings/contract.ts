/** Trust in the skills that a project's folder brings. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure } from '../../shared/contract/procedure.ts';
import { environmentNameSchema, environmentsViewSchema } from '../../shared/environments.ts';

/** Environments, each with settings, agents, models and skills. */
export const environmentsContract = {
  list: procedure.input(nothing).output(environmentsViewSchema),
  /** The whole of it, again at every change. */
  watch: procedure.input(nothing).output(eventIterator(environmentsViewSchema)),
  create: procedure.input(z.object({ name: environmentNameSchema })).output(environmentsViewSchema),
  /** Copies everything in `from`: settings, agents, models and skills. */
  copy: procedure
    .input(z.object({ from: environmentNameSchema, name: environmentNameSchema }))
    .output(environmentsViewSchema),
  /** New sessions get it; those that are there keep theirs. */
  switch: procedure.input(z.object({ name: environmentNameSchema })).output(environmentsViewSchema),
  /** Into the trash, for 30 days; never the one that the app is in. */
  remove: procedure.input(z.object({ name: environmentNameSchema })).output(z.object({ entry: z.string() })),
  /** `what`: an entry of the trash, or the name of an environment in it. */
  restore: procedure.input(z.object({ what: environmentNameSchema })).output(environmentsViewSchema),
};

/** Secrets that the person gave to skills; no answer holds a value. */
const skillSecretSchema = z.object({
  skill: z.string(),
  /** Environment variable in which the skill's scripts find it. */
  name: z.string(),
  /** Access the skill had when the secret was given. */
  reach: z.array(z.string()),
  /** ISO 8601. */
  at: z.string(),
  /** False where the skill is gone, is another one by now, or asks for more than it did: no script gets it. */
  usable: z.boolean(),
});
export type SkillSecretView = z.infer<typeof skillSecretSchema>;

const which = z.object({ skill: z.string().min(1).max(200), name: z.string().min(1).max(200) });

export const secretsContract = {
  list: procedure.input(nothing).output(z.array(skillSecretSchema)),
  set: procedure
    .input(which.extend({ value: z.string().max(100_000) }))
    /** `asksFor`: the skill's front matter names it. */
    .output(z.object({ asksFor: z.boolean(), reach: z.array(z.string()) })),
  /** Scripts no longer get it from the next run on. False if there was none. */
  remove: procedure.input(which).output(z.object({ removed: z.boolean() })),
};

/**
 * Reason for which the model is not told of a skill: the folder is not trusted; or it is, and the skill came or changed
 * afterwards, or is too large to tell.
 */
const heldBackSchema = z.enum(['untrusted', 'new', 'changed', 'too-large']);

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
