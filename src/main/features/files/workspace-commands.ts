/** Sessions' files and artifacts, as the screen and the command line ask for them. */
import type {
  ArtifactList,
  FilePreview,
  WorkspaceFiles,
  WorkspaceLimits,
  WorkspaceUsage,
} from '../../../shared/contract/files.ts';

export interface CleanResult {
  readonly sessions: number;
  readonly files: number;
  readonly bytes: number;
}

export interface Workspaces {
  /** @throws SkilldeckError `session-not-found`, as every method with a session does. */
  files(sessionId: string): Promise<WorkspaceFiles>;
  /** @throws SkilldeckError `file-not-found`. */
  read(sessionId: string, path: string, maxBytes: number | undefined): Promise<FilePreview>;
  /** @throws SkilldeckError `file-not-found`. */
  reveal(sessionId: string, path: string | undefined): Promise<{ path: string; shown: boolean }>;
  artifacts(sessionId: string): Promise<ArtifactList>;
  /** One version, or all. @throws SkilldeckError `artifact-not-found`. */
  removeArtifact(sessionId: string, name: string, version: number | undefined): void;
  /** @throws SkilldeckError `artifact-not-found` where the content is gone meanwhile. */
  restoreArtifact(sessionId: string, name: string, version: number | undefined): Promise<void>;
  usage(): Promise<WorkspaceUsage>;
  /** @throws SkilldeckError `config-invalid`. */
  configure(limits: WorkspaceLimits): void;
  /** By the limits, or what was not used for so many days. */
  clean(olderThanDays?: number): Promise<CleanResult>;
  /** Cleaning lets be what this says is open, besides what is at work. */
  spare(isOpen: (sessionId: string) => boolean): void;
}
