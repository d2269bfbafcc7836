/** Secrets that the person gave to skills; no answer holds a value. */
import { z } from 'zod';
import { nothing, procedure } from './procedure.ts';

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
