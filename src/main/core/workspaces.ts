/** Sessions' files: shown, measured, cleaned by age and size; and their artifacts. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { type FilePreview, MAX_PREVIEW_BYTES, type WorkspaceFiles } from '../../shared/contract/files.ts';
import { detailed } from '../../shared/messages/detail.ts';
import type { Runner } from '../runner/runner.ts';
import { cleanedOf } from '../runner/workspace/workspace-clean.ts';
import { fromRoot, listWorkspaceFiles, readWorkspaceFile } from '../runner/workspace/workspace-files.ts';
import { type ArtifactsDeps, sessionArtifacts } from './session-artifacts.ts';
import { type CleaningDeps, workspaceCleaning } from './workspace-cleaning.ts';

export interface WorkspacesDeps extends CleaningDeps, ArtifactsDeps {
  readonly runner: CleaningDeps['runner'] & Pick<Runner, 'workspacePath'>;
  readonly reveal: (absolute: string) => Promise<boolean>;
}

/** Methods with a session throw SkilldeckError `session-not-found`; those with a file `file-not-found` or `artifact-not-found`. */
export function createWorkspaces(deps: WorkspacesDeps) {
  const { home, runner, sessions } = deps;

  /** @throws SkilldeckError `file-not-found`. */
  const notHere = async (sessionId: string, name: string): Promise<never> => {
    const cleaned = await cleanedOf(home, sessionId);
    const code = cleaned === undefined ? 'workspace-file' : 'workspace-cleaned';
    throw detailed('file-not-found', code, { file: name, day: cleaned?.at.slice(0, 10) ?? '' });
  };
  const rootOf = (sessionId: string): string => runner.workspacePath(sessions.get(sessionId).id);
  const realRoot = (sessionId: string): Promise<string | undefined> =>
    realpath(rootOf(sessionId)).catch(() => undefined);

  return {
    ...sessionArtifacts(deps),
    ...workspaceCleaning(deps),
    async files(sessionId: string): Promise<WorkspaceFiles> {
      const root = rootOf(sessionId);
      const real = await realRoot(sessionId);
      const found = real === undefined ? { files: [], truncated: false } : await listWorkspaceFiles(real);
      const cleaned = await cleanedOf(home, sessionId);
      return { root, ...found, ...(cleaned === undefined ? {} : { cleaned }) };
    },
    async read(sessionId: string, name: string, maxBytes: number = MAX_PREVIEW_BYTES): Promise<FilePreview> {
      const root = await realRoot(sessionId);
      const found = root === undefined ? undefined : await readWorkspaceFile(root, name, maxBytes);
      return found ?? notHere(sessionId, name);
    },
    async reveal(sessionId: string, name: string | undefined): Promise<{ path: string; shown: boolean }> {
      const root = await realRoot(sessionId);
      if (root === undefined) return notHere(sessionId, name ?? '.');
      const target = await realpath(path.join(root, fromRoot(name ?? ''))).catch(() => undefined);
      const relative = target === undefined ? '..' : path.relative(root, target);
      if (target === undefined || relative.startsWith('..') || path.isAbsolute(relative)) {
        return notHere(sessionId, name ?? '.');
      }
      return { path: target, shown: await deps.reveal(target) };
    },
  };
}
