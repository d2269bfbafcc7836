/** A session's own folder: `HOME/workspaces/SESSION_ID/` with `skills/ work/ out/ runs/` (CONTRACT §7). */
import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { SkilldeckError } from '../../shared/errors.ts';

/** Absolute, real paths. */
export interface Workspace {
  readonly root: string;
  readonly skills: string;
  readonly work: string;
  readonly out: string;
  readonly runs: string;
}

const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Where the workspace is or would be; makes nothing. @throws SkilldeckError `bad-input` for an id that is no folder name. */
export function workspacePath(home: string, sessionId: string): string {
  if (!SAFE_NAME.test(sessionId)) throw new SkilldeckError('bad-input', `"${sessionId}" is not a session's id.`);
  return path.join(path.resolve(home), 'workspaces', sessionId);
}

/** Made on first use; safe to call again. @throws SkilldeckError `home-unusable` where a script put a link in place of a folder. */
export async function ensureWorkspace(home: string, sessionId: string): Promise<Workspace> {
  const dir = workspacePath(home, sessionId);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const root = await realpath(dir);
  const folder = async (name: string): Promise<string> => {
    const wanted = path.join(root, name);
    await mkdir(wanted, { recursive: true });
    if ((await realpath(wanted)) !== wanted) {
      throw new SkilldeckError(
        'home-unusable',
        `The workspace's folder ${wanted} has become a link to elsewhere. Remove the link, then try again.`,
      );
    }
    // A script may have shut the next one out.
    const { mode } = await stat(wanted);
    if ((mode & 0o700) !== 0o700) await chmod(wanted, 0o755);
    return wanted;
  };
  return {
    root,
    skills: await folder('skills'),
    work: await folder('work'),
    out: await folder('out'),
    runs: await folder('runs'),
  };
}

/** The folder's name in `runs/`: ids come from the model's provider and may hold anything. */
export function runDirName(callId: string): string {
  if (SAFE_NAME.test(callId)) return callId;
  return `call-${createHash('sha256').update(callId).digest('hex').slice(0, 32)}`;
}

/** By text alone: resolve both first. The folder counts as inside itself. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
