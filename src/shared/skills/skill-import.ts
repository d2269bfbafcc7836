/** Messages between screen and core about importing, exporting and removing skills. */
import { z } from 'zod';
import { errorDetailSchema } from '../errors.ts';
import { findingFields } from '../events.ts';
import { skillGradeSchema } from './skill-grade.ts';
import { skillRequirementsSchema } from './skill-packages.ts';

/** Bytes of an uploaded archive: in base64 it has to fit one message of the browser host. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;

/** A skill's id: the name of a folder. */
export const skillIdSchema = z.string().min(1).max(255);

export const importSourceSchema = z.discriminatedUnion('kind', [
  /** Typed by the user: a folder, an archive (`.skill .zip .tar.gz .tgz`), or a Git address. */
  z.object({
    kind: z.literal('address'),
    address: z.string().trim().min(1).max(4_096),
    /** For a Git repository: branch, tag or commit. */
    ref: z.string().trim().min(1).max(1_000).optional(),
    /** Below the folder or inside the repository. */
    path: z.string().trim().min(1).max(1_000).optional(),
    /** Ids of the skills to take, and of those to leave out. */
    only: z.array(skillIdSchema).min(1).max(1_000).optional(),
    except: z.array(skillIdSchema).max(1_000).optional(),
  }),
  z.object({
    kind: z.literal('upload'),
    /** The file's, as the person knows it. */
    name: z.string().min(1).max(255),
    base64: z.string().max(Math.ceil(MAX_UPLOAD_BYTES / 3) * 4),
  }),
]);
export type ImportSource = z.infer<typeof importSourceSchema>;

/** `repository`: from a database or registry, which alone can be asked for it again. */
const ORIGIN_KINDS = ['folder', 'archive', 'git', 'upload', 'repository'] as const;

export const skillOriginSchema = z.object({
  kind: z.enum(ORIGIN_KINDS),
  /** Absolute path, Git address, or the name of the file that was uploaded. */
  address: z.string(),
  ref: z.string().optional(),
  commit: z.string().optional(),
  /** Name of the repository that brought it. */
  repository: z.string().optional(),
  /** Path of the skill's folder inside the source, with `/`; '' for its top. */
  path: z.string(),
  /** Hash of the paths and bytes of all files. */
  contentHash: z.string(),
  /** ISO 8601. */
  installedAt: z.string(),
});
export type SkillOrigin = z.infer<typeof skillOriginSchema>;

/** `changed-outside`: by something else than the app, so what it may run is to be agreed on again. `unknown`: not imported. */
const ORIGIN_STATUSES = ['unchanged', 'changed-outside', 'unknown'] as const;

const plannedFileSchema = z.object({
  /** Relative to the skill's folder, with `/`. */
  path: z.string(),
  bytes: z.int(),
  executable: z.boolean(),
});

const fileChangeSchema = z.object({
  path: z.string(),
  /** Unified, perhaps cut at its end; absent where there is none to show. */
  diff: z.string().optional(),
  /** Reason why there is no diff, or not all of it. */
  note: z.enum(['binary', 'too-large', 'cut', 'mode-only']).optional(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** Something that the installed version of a skill does not ask for. */
const askedMoreSchema = z.object({
  kind: z.enum(['host', 'folder-read', 'folder-write', 'program', 'tool', 'script']),
  what: z.string(),
});
export type AskedMore = z.infer<typeof askedMoreSchema>;

/** Source of a skill of the same plan. */
export const SAME_IMPORT = 'import';

const plannedSkillSchema = z.object({
  id: skillIdSchema,
  name: z.string(),
  description: z.string(),
  /** Inside the source; '' for its top. */
  path: z.string(),
  bytes: z.int(),
  files: z.array(plannedFileSchema),
  mayRun: z.object({
    /** Scripts listed for the agent. */
    scripts: z.array(z.string()),
    /** Other files that are marked executable or are programs. */
    executables: z.array(z.string()),
    /** Tools that it brings for the model to call, each with the script behind it. */
    tools: z.array(z.object({ name: z.string(), script: z.string() })),
  }),
  findings: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      column: z.int(),
      severity: z.enum(['error', 'warning', 'info']),
      rule: z.string(),
      message: z.string(),
      ignored: z.string().optional(),
      ...findingFields,
    }),
  ),
  licence: z.object({
    /** Declared in the front matter. */
    declared: z.string().optional(),
    /** A licence's file, and its first line. */
    file: z.string().optional(),
    title: z.string().optional(),
  }),
  /** `null` if not counted. */
  tokens: z.object({ catalog: z.int(), instructions: z.int() }).nullable(),
  /** Packages and programs that its scripts need; absent where they were not read. */
  requirements: skillRequirementsSchema.optional(),
  grade: skillGradeSchema,
  contentHash: z.string(),
  /** Installed skill with this id that would be moved to the trash. */
  replaces: z
    .object({
      path: z.string(),
      status: z.enum(ORIGIN_STATUSES),
      /** Nothing would change. */
      same: z.boolean(),
      asksMore: z.array(askedMoreSchema),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      changed: z.array(fileChangeSchema),
    })
    .optional(),
  /** Other skills of this name, or of one that looks like it, those of the same plan too; of two of one name, the first root's is used. */
  alsoAt: z.array(z.object({ id: z.string(), path: z.string(), source: z.string() })),
});
export type PlannedSkill = z.infer<typeof plannedSkillSchema>;

/** Skills whose name shadows or resembles another skill's: they need a confirmation apart from the import's. */
export function shadowingIn(skills: readonly PlannedSkill[]): readonly PlannedSkill[] {
  const isMeant = ({ id, source }: PlannedSkill['alsoAt'][number]): boolean =>
    source !== SAME_IMPORT || skills.some((skill) => skill.id === id);
  return skills
    .filter(({ replaces }) => replaces?.same !== true)
    .map((skill) => ({ ...skill, alsoAt: skill.alsoAt.filter(isMeant) }))
    .filter(({ alsoAt }) => alsoAt.length > 0);
}

/** Other repositories, files that are only pointers, and skills inside another, which are files of that one. */
const NOTES = ['submodule', 'lfs', 'nested'] as const;

export const importPlanSchema = z.object({
  /** Good for one `install`, until the app is closed or newer plans take its place. */
  planId: z.string(),
  source: skillOriginSchema.pick({ kind: true, address: true, ref: true, commit: true, repository: true }),
  /** The folder of skills into which they would go. */
  root: z.string(),
  skills: z.array(plannedSkillSchema),
  /** Skill folders that cannot be used, and are left out. */
  broken: z.array(
    z.object({ path: z.string(), reason: z.string(), ...findingFields, detail: errorDetailSchema.optional() }),
  ),
  notes: z.array(z.object({ kind: z.enum(NOTES), path: z.string() })),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

export const installResultSchema = z.object({
  installed: z.array(
    z.object({
      id: skillIdSchema,
      path: z.string(),
      contentHash: z.string(),
      /** Trash entry of the replaced skill, for `restore`. */
      trashed: z.string().optional(),
    }),
  ),
});
export type InstallResult = z.infer<typeof installResultSchema>;

export const skillExportSchema = z.object({
  /** `ID.skill`. */
  name: z.string(),
  base64: z.string(),
  bytes: z.int(),
  files: z.int(),
  contentHash: z.string(),
});
export type SkillExport = z.infer<typeof skillExportSchema>;

export const trashedSkillSchema = z.object({
  /** For `restore`. */
  entry: z.string(),
  id: skillIdSchema,
  path: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type TrashedSkill = z.infer<typeof trashedSkillSchema>;

export const originReportSchema = z.object({
  status: z.enum(ORIGIN_STATUSES),
  /** Now. */
  contentHash: z.string(),
  origin: skillOriginSchema.optional(),
});
export type OriginReport = z.infer<typeof originReportSchema>;
