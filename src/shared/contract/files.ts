/** A session's files and artifacts. */
import { z } from 'zod';
import { type WorkspaceLimits, workspaceLimitsSchema } from '../settings/limits.ts';

export type { WorkspaceLimits };

import { PREVIEW_KINDS } from '../window/preview-kind.ts';
import { inSession, nothing, procedure, sessionId } from './procedure.ts';

/** Bytes of a file that a preview gets at most. */
export const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;
/** Days for which a deleted artifact can be restored. */
export const ARTIFACT_TRASH_DAYS = 7;

const bytes = z.int().min(0);
const ofArtifact = inSession.extend({ name: z.string().min(1), version: z.int().min(1).optional() });

/** All that a session's log says of an artifact's version, and whether its content is there. */
const artifactVersionSchema = z.object({
  version: z.int().min(1),
  mime: z.string(),
  kind: z.enum(PREVIEW_KINDS),
  bytes,
  sha256: z.string(),
  at: z.string(),
  callId: z.string().optional(),
  /** False where the content is gone from the data folder, or came from another computer's log. */
  here: z.boolean(),
  /** When the person deleted it; it can be restored while it is here. */
  deletedAt: z.string().optional(),
});

const artifactListSchema = z.object({
  /** The latest first, by their latest version; versions likewise. */
  artifacts: z.array(z.object({ name: z.string(), versions: z.array(artifactVersionSchema) })),
});
export type ArtifactList = z.infer<typeof artifactListSchema>;

const filePreviewSchema = z.object({
  mime: z.string(),
  kind: z.enum(PREVIEW_KINDS),
  /** Size of the whole file. */
  bytes,
  /** Valid UTF-8, cut between characters; else `base64`. */
  text: z.string().optional(),
  base64: z.string().optional(),
  /** True where this is not all of it. */
  truncated: z.boolean(),
});
export type FilePreview = z.infer<typeof filePreviewSchema>;

export const artifactsContract = {
  list: procedure.input(inSession).output(artifactListSchema),
  read: procedure.input(ofArtifact).output(z.object({ name: z.string(), mime: z.string(), base64: z.string() })),
  /** One version, or all where none is named. Can be undone for some days. */
  remove: procedure.input(ofArtifact).output(nothing),
  restore: procedure.input(ofArtifact).output(nothing),
};

const workspaceFileSchema = z.object({
  /** Relative to the workspace, with `/`. */
  path: z.string(),
  bytes,
  modified: z.string(),
  kind: z.enum(PREVIEW_KINDS),
});
export type WorkspaceFile = z.infer<typeof workspaceFileSchema>;

export const cleanedSchema = z.object({ at: z.string(), files: z.int().min(0), bytes });
export type Cleaned = z.infer<typeof cleanedSchema>;

const workspaceFilesSchema = z.object({
  /** Absolute; there may be no such folder yet. */
  root: z.string(),
  files: z.array(workspaceFileSchema),
  /** There are more than these. */
  truncated: z.boolean(),
  cleaned: cleanedSchema.optional(),
});
export type WorkspaceFiles = z.infer<typeof workspaceFilesSchema>;

const workspaceUsageSchema = z.object({
  limits: workspaceLimitsSchema,
  /** Size of sessions' files; results kept as artifacts are not counted. */
  bytes,
  /** Those with files, the longest unused first. */
  sessions: z.array(
    z.object({
      id: sessionId,
      title: z.string(),
      files: z.int(),
      bytes,
      /** Time of the last event, or of the folder without one. */
      lastUsed: z.string(),
      /** Cleaning lets it be: it is at work, on a screen, or pinned. */
      inUse: z.boolean(),
    }),
  ),
  artifacts: z.object({ files: z.int(), bytes }),
});
export type WorkspaceUsage = z.infer<typeof workspaceUsageSchema>;

export const workspaceContract = {
  files: procedure.input(inSession).output(workspaceFilesSchema),
  /** A file of the workspace, by its real path. */
  read: procedure
    .input(
      inSession.extend({
        path: z.string().min(1).max(4096),
        maxBytes: z.int().min(1).max(MAX_PREVIEW_BYTES).optional(),
      }),
    )
    .output(filePreviewSchema),
  /** Shows the workspace, or a file of it, in the file manager. */
  reveal: procedure
    .input(inSession.extend({ path: z.string().max(4096).optional() }))
    .output(z.object({ path: z.string(), shown: z.boolean() })),
  usage: procedure.input(nothing).output(workspaceUsageSchema),
  /** Into `config.jsonc`; it holds from the next cleaning on. */
  configure: procedure.input(workspaceLimitsSchema).output(nothing),
  /** Deletes by the limits, or with `olderThanDays` all files unused for that long; never files in use. Final. */
  clean: procedure
    .input(z.object({ olderThanDays: z.int().min(0).max(36_500).optional() }))
    .output(z.object({ sessions: z.int(), files: z.int(), bytes })),
};
