/** Skills: what there are, getting and giving them, and what of them a session has in its context. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { skillPreviewSchema } from '../context-views.ts';
import { DIALECTS, DISK_STATES, diagnosticSchema, SKILL_SOURCES } from '../events.ts';
import {
  importPlanSchema,
  importSourceSchema,
  installResultSchema,
  originReportSchema,
  skillExportSchema,
  skillIdSchema,
  trashedSkillSchema,
} from '../skill-import.ts';
import { skillUsageSchema } from '../skill-usage.ts';
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
  /** Whether the model may know of it here; absent: it may. */
  use: z
    .object({
      enabled: z.boolean(),
      /** Who decided: the most particular that says anything. Absent where nobody did. */
      by: z.enum(['session', 'environment', 'everywhere', 'machine', 'trust']).optional(),
      /** What it needs and this computer has not. `certain` is false where only its text for people says so. */
      unmet: z.array(
        z.object({ kind: z.enum(['program', 'variable', 'system']), names: z.array(z.string()), certain: z.boolean() }),
      ),
    })
    .optional(),
  /** False: it lies in a project's folder that the person has not trusted, and the model is not told of it. */
  trusted: z.literal(false).optional(),
  /** What it says that its scripts need beyond its folder and the workspace; absent where it asks for nothing. */
  needs: z
    .object({
      hosts: z.array(z.string()),
      folders: z.array(z.object({ path: z.string(), write: z.boolean() })),
      programs: z.array(z.string()),
      /** Asked for, and more than can be given or not to be understood. */
      refused: z.array(z.string()),
    })
    .optional(),
  /** Scripts whose every run needs a person's yes, as its front matter names them: a path, perhaps with an argument. */
  confirm: z.array(z.string()).optional(),
  /** Over all sessions of the data folder; absent where it was never used. */
  usage: skillUsageSchema.optional(),
});
export type SkillView = z.infer<typeof skillViewSchema>;

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
      /** With every hidden character shown. */
      message: z.string(),
    }),
  ),
  /** Skills that were looked at. */
  checked: z.int(),
  /** What `fix` changed. */
  fixed: z.array(z.object({ file: z.string(), rule: z.string(), message: z.string() })),
  /** Every rule that was applied. */
  rules: z.array(
    z.object({ id: z.string(), severity: z.enum(['error', 'warning', 'info']), title: z.string(), why: z.string() }),
  ),
});
export type LintReport = z.infer<typeof lintReportSchema>;

export const skillsContract = {
  list: procedure
    .input(
      z.object({
        sessionId: sessionId.optional(),
        /** Of the session that is not made yet. */
        agent: z.string().max(100).optional(),
        /** False: as the catalog has them, without reading a skill. Else all are read, and the first answer waits for the encoding. */
        counted: z.boolean().optional(),
        /** Ids: these alone, of the list that was seen before. */
        only: z.array(z.string()).max(200).optional(),
      }),
    )
    .output(
      z.object({
        skills: z.array(skillViewSchema),
        diagnostics: z.array(diagnosticSchema),
        /** Of the session: its loaded skills beside their folders. `tokens` is what loading one again would add. */
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
  /** A loaded skill as it is on the disk now, with its loaded references. */
  reload: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
  /** For a session, for an environment, or where neither is named for everything; `null` takes the switch out. */
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
  /** By every rule; without `dirs`, all roots. `fix` first mends what is mechanical. */
  lint: procedure
    .input(z.object({ dirs: z.array(z.string()).max(1_000).optional(), fix: z.boolean().optional() }))
    .output(lintReportSchema),
  /** What a folder, an archive or a Git address holds; nothing is changed by looking. */
  inspectImport: procedure.input(z.object({ source: importSourceSchema })).output(importPlanSchema),
  /** The same of where an installed skill came from, with the difference to what is here. */
  inspectUpdate: procedure.input(z.object({ id: skillIdSchema })).output(importPlanSchema),
  /** All of a plan or those named, whole or not at all. */
  install: procedure
    .input(z.object({ planId: z.string(), ids: z.array(skillIdSchema).min(1).max(1_000).optional() }))
    .output(installResultSchema),
  /** Forgets a plan that nobody wants. */
  discardImport: procedure.input(z.object({ planId: z.string() })).output(nothing),
  /** As a `.skill` archive: the same files give the same bytes. */
  export: procedure.input(z.object({ id: skillIdSchema })).output(skillExportSchema),
  uninstall: procedure.input(z.object({ id: skillIdSchema })).output(trashedSkillSchema),
  /** `what`: an entry of the trash, or the id of a skill in it. */
  restore: procedure.input(z.object({ what: z.string().min(1).max(500) })).output(trashedSkillSchema),
  /** What can be restored, the latest first. */
  trash: procedure.input(nothing).output(z.object({ skills: z.array(trashedSkillSchema) })),
  /** Where a skill came from, and whether it is still what was imported. */
  origin: procedure.input(z.object({ id: skillIdSchema })).output(originReportSchema),
  load: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
  unload: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
  loadReference: procedure.input(inSession.extend({ skill: z.string(), path: z.string() })).output(nothing),
  unloadReference: procedure.input(inSession.extend({ skill: z.string(), path: z.string() })).output(nothing),
  /** A pinned skill is unloaded by the person alone. */
  pin: procedure.input(inSession.extend({ skill: z.string(), pinned: z.boolean() })).output(nothing),
  /** What each phase of a skill costs, in these dialects (all where none is named), with no model call. */
  preview: procedure
    .input(
      z.object({
        skill: z.string(),
        dialects: z.array(z.enum(DIALECTS)).optional(),
        tries: z.array(z.string().max(10_000)).max(100).optional(),
        /** By whose encoding and prices; absent: the one that new sessions get. */
        model: z.string().min(1).max(200).optional(),
      }),
    )
    .output(skillPreviewSchema),
};
