/**
 * A session's own folder: `HOME/workspaces/SESSION_ID/` with `skills/ work/ out/ runs/` (CONTRACT §7), and `.records/`,
 * where the app keeps what it records of runs: scripts may read it, and write to none of it.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { detailed } from '../../../shared/messages/failure.ts';
import { holdFolder, inFolder, openUp, replaced } from '../../lib/held-folder.ts';
import { emptyThrough, putLasting, THROUGH } from './work-links.ts';

/** Absolute, real paths. */
export interface Workspace {
  readonly root: string;
  readonly skills: string;
  readonly work: string;
  readonly out: string;
  readonly runs: string;
  readonly records: string;
}

const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Path of the workspace; creates nothing. @throws SkilldeckError `bad-input` for an id that is no folder name. */
export function workspacePath(home: string, sessionId: string): string {
  if (!SAFE_NAME.test(sessionId)) throw detailed('bad-input', 'conversation-id', { id: sessionId });
  return path.join(path.resolve(home), 'workspaces', sessionId);
}

/** Folder in the workspace, hidden from listings. */
export const RECORDS = '.records';

/** Folder below `work/` for the user's files and the inputs of runs. */
export const INPUTS = 'inputs';

/** Made on first use; safe to call again. @throws SkilldeckError `home-unusable` where a script put a link in place of a folder. */
export async function ensureWorkspace(home: string, sessionId: string): Promise<Workspace> {
  const dir = workspacePath(home, sessionId);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const root = await realpath(dir);
  return inFolder(await holdFolder(root), async (held) => {
    const folder = async (name: string): Promise<string> => {
      const wanted = path.join(root, name);
      const info = await mkdir(await held.entry(name), 0o755).then(
        () => undefined,
        async () => lstat(await held.entry(name)),
      );
      if (info !== undefined && !info.isDirectory()) throw replaced(wanted);
      // A script may have shut the next one out.
      if (info !== undefined && (info.mode & 0o700) !== 0o700) await openUp(held, name);
      return wanted;
    };
    const workspace = {
      root,
      skills: await folder('skills'),
      work: await folder('work'),
      out: await folder('out'),
      runs: await folder('runs'),
      records: await folder(RECORDS),
    };
    await inFolder(await held.makeFolder(THROUGH), emptyThrough);
    await inFolder(await held.folder('work'), async (work) => {
      await mkdir(await work.entry(INPUTS), 0o755).catch(() => {});
      await putLasting(work);
    });
    return workspace;
  });
}

/** The folder's name in `runs/`: ids come from the model's provider and may hold anything. */
export function runDirName(callId: string): string {
  if (SAFE_NAME.test(callId)) return callId;
  return `call-${createHash('sha256').update(callId).digest('hex').slice(0, 32)}`;
}

/** Compares text only: resolve both paths first. The folder counts as inside itself. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
