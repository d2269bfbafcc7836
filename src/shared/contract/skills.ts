/** Skills: what there are, getting and giving them, and what of them a session has in its context. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { skillPreviewSchema } from '../context-views.ts';
import { DIALECTS, DISK_STATES, diagnosticSchema, findingFields, SKILL_SOURCES } from '../events.ts';
import { skillGradeSchema } from '../skills/skill-grade.ts';
import {
  importPlanSchema,
  importSourceSchema,
  installResultSchema,
  originReportSchema,
  skillExportSchema,
  skillIdSchema,
  trashedSkillSchema,
} from '../skills/skill-import.ts';
import { skillUsageSchema } from '../skills/skill-list.ts';
import { packagePlanSchema, providedPackagesSchema, skillRequirementsSchema } from '../skills/skill-packages.ts';
import { inSession, nothing, procedure, sessionId } from './procedure.ts';

const skillViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(SKILL_SOURCES),
  path: z.string(),
  /**
   * Tokens of its catalog line and of its instructions as loaded; `null` where it was not read: then references,
   * scripts and tools are not there either.
   */
  tokens: z.object({ catalog: z.int(), instructions: z.int() }).nullable(),
  references: z.array(z.object({ path: z.string(), bytes: z.int(), tokens: z.int().nullable() })),
  scripts: z.array(z.object({ path: z.string(), runWith: z.string() })),
  /** That its `tools.yaml` declares and that a load would offer; absent where it has no such file. */
  tools: z.array(z.object({ name: z.string(), description: z.string(), script: z.string() })).optional(),
  diagnostics: z.array(diagnosticSchema),
  /** False if the model may not see the skill here; absent: it may. */
  use: z
    .object({
      enabled: z.boolean(),
      /** Most specific level with a setting. Absent if none has one. */
      by: z.enum(['session', 'environment', 'everywhere', 'machine', 'trust']).optional(),
      /** Requirements this computer lacks. `certain` is false if only its text for people names them. */
      unmet: z.array(
        z.object({ kind: z.enum(['program', 'variable', 'system']), names: z.array(z.string()), certain: z.boolean() }),
      ),
    })
    .optional(),
  /** False: in a project folder the user has not trusted, so the model does not see it. */
  trusted: z.literal(false).optional(),
  whenToUse: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** `disable-model-invocation`: only the person loads it. */
  modelInvocable: z.literal(false).optional(),
  /** `user-invocable: false`: it cannot be called as `/name`. */
  userInvocable: z.literal(false).optional(),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  /** Tools that its front matter names; a wish, which grants nothing. */
  allowedTools: z.array(z.string()).optional(),
  /** Access that its scripts declare beyond its folder and the workspace; absent if none. */
  needs: z
    .object({
      hosts: z.array(z.string()),
      folders: z.array(z.object({ path: z.string(), write: z.boolean() })),
      programs: z.array(z.string()),
      /** Hosts it asks for once it has that secret. */
      withSecret: z.array(z.object({ name: z.string(), hosts: z.array(z.string()) })).optional(),
      /** Asked for, and more than can be given or not to be understood. */
      refused: z.array(z.string()),
    })
    .optional(),
  /** Secrets it can use and works without; a name ending in `*` stands for all that begin so. */
  optionalSecrets: z.array(z.string()).optional(),
  /** Scripts that need approval for every run, as named in the front matter: a path, optionally with an argument. */
  confirm: z.array(z.string()).optional(),
  /** Packages and programs of its scripts; absent where they were not read. */
  requirements: skillRequirementsSchema.optional(),
  /** Only where one skill is shown: its files are read for it. */
  grade: skillGradeSchema.optional(),
  /** Number of those that this computer lacks. */
  missing: z.int().optional(),
  /** Number of conversations in which a message was obviously for it and the answer did without; absent where it was not read. */
  missed: z.int().min(0).optional(),
  /** Over all sessions of the data folder; absent if never used. */
  usage: skillUsageSchema.optional(),
});
export type SkillView = z.infer<typeof skillViewSchema>;

const lintRuleSchema = z.object({
  id: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  title: z.string(),
  why: z.string(),
  /** Effect of its automatic fix, if it has one. */
  fix: z.string().optional(),
});

const lintReportSchema = z.object({
  findings: z.array(
    z.object({
      /** Absolute. */
      file: z.string(),
      /** 1-based; columns are UTF-16 code units. */
      line: z.int(),
      column: z.int(),
      severity: z.enum(['error', 'warning', 'info']),
      rule: z.string(),
      /** In English, hidden characters made visible; a person reads the words of `code` in their language. */
      message: z.string(),
      /** The author's reason to leave it; then it is a note. */
      ignored: z.string().optional(),
      ...findingFields,
    }),
  ),
  checked: z.int(),
  /** Changes made by `fix`; with `dry` those that it would make, each with its unified diff where it is one of text. */
  fixed: z.array(
    z.object({
      file: z.string(),
      rule: z.string(),
      message: z.string(),
      diff: z.string().optional(),
      ...findingFields,
    }),
  ),
  /** Every rule that was applied. */
  rules: z.array(
    z.object({ id: z.string(), severity: z.enum(['error', 'warning', 'info']), title: z.string(), why: z.string() }),
  ),
});
export type LintReport = z.infer<typeof lintReportSchema>;
export interface LintRules {
  readonly rules: z.infer<typeof lintRuleSchema>[];
}

export const skillsContract = {
  list: procedure
    .input(
      z.object({
        sessionId: sessionId.optional(),
        /** Agent for a session not created yet. */
        agent: z.string().max(100).optional(),
        /**
         * False: as the catalog has them, without reading a skill. `kept`: with figures of unchanged skills from the data
         * folder. Else all are read, and the first answer waits for the encoding.
         */
        counted: z.union([z.boolean(), z.literal('kept')]).optional(),
        /** Reads what each needs, for `missing`. */
        packages: z.boolean().optional(),
        /** Limits the action to these ids, from a list read earlier. */
        only: z.array(z.string()).max(200).optional(),
      }),
    )
    .output(
      z.object({
        skills: z.array(skillViewSchema),
        diagnostics: z.array(diagnosticSchema),
        /** Tokens: a load that adds more is refused. */
        budget: z.int().optional(),
        /** For the session: its loaded skills beside their folders. `tokens` is the cost of loading one again. */
        loaded: z
          .array(
            z.object({
              id: z.string(),
              tokens: z.int(),
              onDisk: z.object({ state: z.enum(DISK_STATES), tokens: z.int().optional() }),
            }),
          )
          .optional(),
      }),
    ),
  /** One skill, read whole. */
  show: procedure
    .input(z.object({ skill: z.string(), sessionId: sessionId.optional(), agent: z.string().max(100).optional() }))
    .output(skillViewSchema),
  /** Counts up at every change of what `list` would answer. */
  watch: procedure.input(nothing).output(eventIterator(z.object({ change: z.int() }))),
  /** Reloads a loaded skill from disk, with its loaded references. */
  reload: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
  /** Sets the switch for a session, an environment, or everywhere if neither is named; `null` removes it. */
  setEnabled: procedure
    .input(
      z.object({
        skill: z.string(),
        enabled: z.boolean().nullable(),
        sessionId: sessionId.optional(),
        environment: z.string().max(100).optional(),
      }),
    )
    .output(nothing),
  /** Applies every rule; without `dirs`, to all roots. `fix` first fixes what it can automatically. */
  lint: procedure
    .input(
      z.object({
        dirs: z.array(z.string()).max(1_000).optional(),
        fix: z.boolean().optional(),
        dry: z.boolean().optional(),
      }),
    )
    .output(lintReportSchema),
  /** Every rule of `lint`. */
  lintRules: procedure
    .input(z.object({ language: z.enum(['en', 'zh']) }))
    .output(z.object({ rules: z.array(lintRuleSchema) })),
  /** Reads a folder, an archive or a Git address without changing anything. */
  inspectImport: procedure.input(z.object({ source: importSourceSchema })).output(importPlanSchema),
  /** The same of where an installed skill came from, with the difference to what is here. */
  inspectUpdate: procedure.input(z.object({ id: skillIdSchema })).output(importPlanSchema),
  /** All of a plan or those named, whole or not at all. */
  install: procedure
    .input(z.object({ planId: z.string(), ids: z.array(skillIdSchema).min(1).max(1_000).optional() }))
    .output(installResultSchema),
  /** Discards a plan that is not needed. */
  discardImport: procedure.input(z.object({ planId: z.string() })).output(nothing),
  /** Asks the index for what a skill's scripts lack. @throws `packages-unavailable`. */
  planPackages: procedure.input(z.object({ id: skillIdSchema })).output(packagePlanSchema),
  /** Fetches that into the data folder, for runs alone. */
  providePackages: procedure.input(z.object({ id: skillIdSchema })).output(providedPackagesSchema),
  removePackages: procedure.input(z.object({ id: skillIdSchema })).output(z.object({ removed: z.boolean() })),
  /** Exports a `.skill` archive: the same files give the same bytes. */
  export: procedure.input(z.object({ id: skillIdSchema })).output(skillExportSchema),
  uninstall: procedure.input(z.object({ id: skillIdSchema })).output(trashedSkillSchema),
  /** `what`: an entry of the trash, or the id of a skill in it. */
  restore: procedure.input(z.object({ what: z.string().min(1).max(500) })).output(trashedSkillSchema),
  /** Lists restorable skills, latest first. */
  trash: procedure.input(nothing).output(z.object({ skills: z.array(trashedSkillSchema) })),
  /** Origin of a skill, and whether it still matches what was imported. */
  origin: procedure.input(z.object({ id: skillIdSchema })).output(originReportSchema),
  load: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
  unload: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
  loadReference: procedure.input(inSession.extend({ skill: z.string(), path: z.string() })).output(nothing),
  unloadReference: procedure.input(inSession.extend({ skill: z.string(), path: z.string() })).output(nothing),
  /** Only the user can unload a pinned skill. */
  pin: procedure.input(inSession.extend({ skill: z.string(), pinned: z.boolean() })).output(nothing),
  /** Cost of each phase of a skill in these dialects (all if none is named), without a model call. */
  preview: procedure
    .input(
      z.object({
        skill: z.string(),
        dialects: z.array(z.enum(DIALECTS)).optional(),
        tries: z.array(z.string().max(10_000)).max(100).optional(),
        /** Model whose encoding and prices are used; absent: the default of new sessions. */
        model: z.string().min(1).max(200).optional(),
      }),
    )
    .output(skillPreviewSchema),
};
