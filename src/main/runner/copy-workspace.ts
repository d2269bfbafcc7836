/** A session's files for a branch of it: what its scripts left, without what another session must not share. */
import { constants, cp, lstat, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SessionEvent } from '../../shared/events.ts';
import { terminalLogFile } from './terminal-log.ts';
import { terminalTimesFile } from './terminal-times.ts';
import { ensureWorkspace, runDirName, type Workspace, workspacePath } from './workspace.ts';

export interface WorkspaceCopy {
  readonly home: string;
  readonly from: string;
  readonly to: string;
  /** What of the log is copied: files in `out/` become what they were at its end. */
  readonly events: readonly SessionEvent[];
  /** Of the log after that: outputs that came only then are left out. */
  readonly later?: readonly SessionEvent[];
  /** Undefined where the content is gone. */
  readArtifact(sha256: string): Promise<Buffer | undefined>;
}

/** Links are left out: they would lead back. What is not there any more is not copied, and no failure. */
export async function copyWorkspace({
  home,
  from,
  to,
  events,
  later = [],
  readArtifact,
}: WorkspaceCopy): Promise<void> {
  const source = workspacePath(home, from);
  if (!(await isFolder(source))) return;
  const target = await ensureWorkspace(home, to);
  await copyFolder(path.join(source, 'work'), target.work);
  await copyFolder(path.join(source, 'out'), target.out);
  for (const event of events) {
    if (event.type === 'script-started') await copyRun(source, target, event.callId);
  }
  await removeLater(target, events, later);
  await restoreOutputs(target, events, readArtifact);
}

async function removeLater(
  target: Workspace,
  events: readonly SessionEvent[],
  later: readonly SessionEvent[],
): Promise<void> {
  const known = new Set(events.flatMap((event) => (event.type === 'artifact-saved' ? [event.name] : [])));
  for (const event of later) {
    if (event.type !== 'artifact-saved' || known.has(event.name)) continue;
    const file = path.resolve(target.out, event.name);
    if (file.startsWith(target.out + path.sep)) await rm(file, { force: true });
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  if (!(await isFolder(from))) return;
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (file) => {
      const found = await lstat(file).catch(() => undefined);
      return found?.isFile() === true || found?.isDirectory() === true;
    },
  });
}

async function copyRun(source: string, target: Workspace, callId: string): Promise<void> {
  const name = runDirName(callId);
  for (const fileOf of [terminalLogFile, terminalTimesFile]) {
    const from = fileOf(path.join(source, 'runs', name));
    if (!(await lstat(from).catch(() => undefined))?.isFile()) continue;
    const to = fileOf(path.join(target.runs, name));
    await mkdir(path.dirname(to), { recursive: true });
    await cp(from, to, { mode: constants.COPYFILE_FICLONE });
  }
}

/** A file that the session went on to change after the branch is here as it was then. */
async function restoreOutputs(
  target: Workspace,
  events: readonly SessionEvent[],
  readArtifact: WorkspaceCopy['readArtifact'],
): Promise<void> {
  const latest = new Map<string, string>();
  for (const event of events) if (event.type === 'artifact-saved') latest.set(event.name, event.sha256);
  for (const [name, sha256] of latest) {
    const file = path.resolve(target.out, name);
    const content = file.startsWith(target.out + path.sep) ? await readArtifact(sha256) : undefined;
    if (content === undefined) continue;
    await mkdir(path.dirname(file), { recursive: true });
    // No link is among what was copied: nothing leads out of the new folder.
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
}
