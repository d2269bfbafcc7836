/** Editing a skill's own files: shapes for the author's view. Paths are relative to the skill's folder. */
import { z } from 'zod';
import { diagnosticSchema } from '../events.ts';

const skill = z.string().min(1).max(200);
export const skillPathSchema = z.string().min(1).max(1_000);
const tokens = z.int().min(0);
const sha256 = z.string();

/** UTF-16 units of one file that can be edited. */
export const MAX_EDITED_LENGTH = 2_000_000;

const FILE_ROLES = ['instructions', 'reference', 'script', 'tools', 'other'] as const;

const skillFileEntrySchema = z.object({
  path: skillPathSchema,
  role: z.enum(FILE_ROLES),
  bytes: z.int().min(0),
  /** False for what is no UTF-8 text or is too long to edit. */
  editable: z.boolean(),
  executable: z.boolean(),
});
export type SkillFileEntry = z.infer<typeof skillFileEntrySchema>;

export const skillTreeSchema = z.object({
  skill,
  name: z.string(),
  /** Absolute. */
  dir: z.string(),
  /** Bundled skills are read-only: they are duplicated to be changed. */
  writable: z.boolean(),
  files: z.array(skillFileEntrySchema),
});
export type SkillTree = z.infer<typeof skillTreeSchema>;

export const openedFileSchema = z.object({
  path: skillPathSchema,
  text: z.string(),
  /** Hash of the bytes on disk, which a save is based on. */
  sha256,
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

/** Unsaved text of a file, for a check as one types. */
export const unsavedSchema = z.object({ path: skillPathSchema, text: z.string().max(MAX_EDITED_LENGTH) });
export type Unsaved = z.infer<typeof unsavedSchema>;

const ruleWordsSchema = z.object({ why: z.string(), fix: z.string().optional() });

export const skillCheckSchema = z.object({
  /** From every lint rule; `file` is relative to the skill's folder. */
  findings: z.array(
    diagnosticSchema.extend({
      /** `fix` would do something about it. */
      fixable: z.boolean(),
    }),
  ),
  /** Those of the findings. */
  rules: z.array(
    z.object({
      id: z.string(),
      /** Its reason, and the effect of `fix` where findings can be fixed automatically, in each language. */
      words: z.object({ en: ruleWordsSchema, zh: ruleWordsSchema }),
    }),
  ),
  /** Sections of SKILL.md's body by heading, in order. The first may have no heading. */
  sections: z.array(
    z.object({ title: z.string(), depth: z.int().min(0).max(6), line: z.int().min(1), tokens, path: skillPathSchema }),
  ),
  tokens: z.object({
    /** Its line in the catalog. */
    catalog: tokens,
    /** All that a load adds: text, heading and tools; compare with `budget`. */
    instructions: tokens,
    references: z.array(z.object({ path: skillPathSchema, tokens })),
    budget: tokens,
    encoding: z.string(),
  }),
});
export type SkillCheck = z.infer<typeof skillCheckSchema>;
