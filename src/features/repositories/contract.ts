/** Repositories of skills of an environment. No answer holds a password. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure } from '../../shared/contract/procedure.ts';
import {
  brokenPlaceSchema,
  listedSkillSchema,
  publishedVersionSchema,
  REPOSITORY_KINDS,
  repositoryFaultSchema,
  repositoryNameSchema,
  repositorySchema,
  STANDINGS,
} from '../../shared/skills/repositories.ts';
import { importPlanSchema, installResultSchema, skillIdSchema } from '../../shared/skills/skill-import.ts';

/** Default: that of the app. */
const environment = z.string().min(1).max(100).optional();
const which = z.object({ environment, name: repositoryNameSchema });

const repositorySkillSchema = listedSkillSchema.omit({ fingerprint: true }).extend({
  standing: z.enum(STANDINGS),
  installed: z.string().optional(),
});
export type RepositorySkill = z.infer<typeof repositorySkillSchema>;

const repositoryViewSchema = z.object({
  name: z.string(),
  source: z.enum(['environment', 'everywhere']),
  /** Absolute path of the file that defines it. */
  file: z.string(),
  definition: repositorySchema,
  /** Absent where the address says nothing that is known. */
  kind: z.enum(REPOSITORY_KINDS).optional(),
  hasPassword: z.boolean(),
  busy: z.boolean(),
  /** ISO 8601: last look that succeeded. */
  seenAt: z.string().optional(),
  /** Commit or state that was seen. */
  revision: z.string().optional(),
  fault: repositoryFaultSchema.extend({ at: z.string() }).optional(),
  skills: z.array(repositorySkillSchema),
  broken: z.array(brokenPlaceSchema),
});
export type RepositoryView = z.infer<typeof repositoryViewSchema>;

const viewsSchema = z.object({ environment: z.string(), repositories: z.array(repositoryViewSchema) });
export type RepositoriesView = z.infer<typeof viewsSchema>;

const syncedSchema = z.object({
  repository: repositoryViewSchema,
  /** Taken at once, as the person trusts this repository. */
  installed: installResultSchema.shape.installed,
  /** Skills that wait for approval; `null` if none do. */
  plan: importPlanSchema.nullable(),
});
export type RepositorySynced = z.infer<typeof syncedSchema>;

export const repositoriesContract = {
  list: procedure.input(z.object({ environment })).output(viewsSchema),
  /** Those of the app's environment, again after each change. */
  watch: procedure.input(nothing).output(eventIterator(viewsSchema)),
  /** The name comes from the address unless given; a password in the address goes to the key store. */
  add: procedure
    .input(repositorySchema.extend({ environment, name: repositoryNameSchema.optional() }))
    .output(z.object({ name: z.string() })),
  change: procedure
    .input(which.extend({ auto: z.boolean().optional(), skills: z.array(skillIdSchema).nullable().optional() }))
    .output(nothing),
  /** Its skills stay installed. */
  remove: procedure.input(which).output(nothing),
  /** `null` removes it. */
  password: procedure.input(which.extend({ value: z.string().min(1).max(8_192).nullable() })).output(nothing),
  /** Looks at what it has now, and takes nothing. */
  check: procedure.input(which).output(repositoryViewSchema),
  /** Looks, and prepares what is new or changed; with `ids` those skills alone. */
  sync: procedure.input(which.extend({ ids: z.array(skillIdSchema).min(1).max(300).optional() })).output(syncedSchema),
  /** Asks the repository; empty where it keeps none. */
  versions: procedure.input(which.extend({ id: skillIdSchema })).output(
    z.object({
      versions: z.array(z.object({ version: z.string(), notes: z.string(), by: z.string(), at: z.string() })),
    }),
  ),
  /** Checks an installed skill before it is published. Asks no repository. */
  ready: procedure.input(z.object({ id: skillIdSchema })).output(
    z.object({
      /** Findings of the linter that keep it from being published. */
      errors: z.int(),
      /** Its own, from the front matter. */
      version: z.string().optional(),
      /** Hash of its files, as evals record it; `null` where it has too many. */
      tried: z.string().nullable(),
    }),
  ),
  /** A skill that is installed, once the linter finds no errors. A version that is there stays as it is. */
  publish: procedure
    .input(which.extend({ id: skillIdSchema, version: publishedVersionSchema, notes: z.string().max(10_000) }))
    .output(nothing),
  /** Takes a version back; what was before it is the newest again. In Git by a commit that restores it. */
  unpublish: procedure.input(which.extend({ id: skillIdSchema, version: z.string().max(100) })).output(nothing),
  /**
   * `skills-lock.json` with what is installed, over `text`, which is the file as it is. `left`: of no place that can be fetched
   * again; `changed`: not what the file says. @throws `bad-input`.
   */
  lock: procedure
    .input(z.object({ environment, text: z.string().max(16_000_000).optional() }))
    .output(z.object({ text: z.string(), left: z.array(z.string()), changed: z.array(z.string()) })),
  /** Adds a repository for each source of a `skills-lock.json`, with its skills. `folder`: absolute, where the file is. */
  addLock: procedure
    .input(z.object({ environment, text: z.string().max(16_000_000), folder: z.string().min(1).max(4_096) }))
    .output(z.object({ added: z.array(z.string()), left: z.array(z.string()) })),
  /** Installs what `sync` prepared, all or those named. */
  take: procedure
    .input(z.object({ planId: z.string(), ids: z.array(skillIdSchema).min(1).max(1_000).optional() }))
    .output(installResultSchema),
};
