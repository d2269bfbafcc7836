/** The author's view of a skill's own files. */
import { z } from 'zod';
import { nothing, procedure, sessionId } from '../../shared/contract/procedure.ts';
import {
  MAX_EDITED_LENGTH,
  openedFileSchema,
  skillCheckSchema,
  skillPathSchema,
  skillTreeSchema,
  unsavedSchema,
} from '../../shared/skills/author.ts';
import { skillIdSchema } from '../../shared/skills/skill-import.ts';

export const authorContract = {
  tree: procedure.input(z.object({ skill: skillIdSchema })).output(skillTreeSchema),
  read: procedure.input(z.object({ skill: skillIdSchema, path: skillPathSchema })).output(openedFileSchema),
  /** Refused with `file-changed` where the disk no longer holds what `basedOn` names; `null` makes a new file. */
  write: procedure
    .input(
      z.object({
        skill: skillIdSchema,
        path: skillPathSchema,
        text: z.string().max(MAX_EDITED_LENGTH),
        basedOn: z.string().nullable(),
      }),
    )
    .output(openedFileSchema),
  moveFile: procedure
    .input(z.object({ skill: skillIdSchema, from: skillPathSchema, to: skillPathSchema }))
    .output(nothing),
  /** Moves the file to the trash; `entry` is for `restoreFile`. */
  removeFile: procedure
    .input(z.object({ skill: skillIdSchema, path: skillPathSchema }))
    .output(z.object({ entry: z.string() })),
  restoreFile: procedure
    .input(z.object({ skill: skillIdSchema, entry: z.string().max(200) }))
    .output(z.object({ path: skillPathSchema })),
  /** Findings and tokens, with what is typed and not yet saved. Nothing is written. */
  check: procedure
    .input(z.object({ skill: skillIdSchema, unsaved: z.array(unsavedSchema).max(20).optional() }))
    .output(skillCheckSchema),
  /** Fixes what can be fixed automatically, in the files on disk. */
  fix: procedure
    // Without `rule`, all that is mechanical.
    .input(z.object({ skill: skillIdSchema, rule: z.string().max(100).optional() }))
    .output(z.object({ fixed: z.int(), fix: z.string().optional() })),
  /** Undoes the latest fix. Refused with `file-changed` where a file is no longer as the fix left it. */
  undoFix: procedure.input(z.object({ skill: skillIdSchema, fix: z.string().max(100) })).output(nothing),
  create: procedure
    .input(
      z.object({
        name: z.string().max(64),
        description: z.string().max(1_024),
      }),
    )
    .output(z.object({ skill: skillIdSchema })),
  duplicate: procedure
    .input(z.object({ skill: skillIdSchema, name: z.string().max(64) }))
    .output(z.object({ skill: skillIdSchema })),
  /** The folder and the name in the front matter together. */
  rename: procedure
    .input(z.object({ skill: skillIdSchema, name: z.string().max(64) }))
    .output(z.object({ skill: skillIdSchema })),
  /** A new session with this skill and no other. */
  tryIt: procedure.input(z.object({ skill: skillIdSchema })).output(z.object({ sessionId })),
};
