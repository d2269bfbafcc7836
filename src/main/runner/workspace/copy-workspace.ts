/** A session's files for a branch of it: what its scripts left, without what another session must not share. */
import { constants, copyFile, mkdir, open, opendir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SessionEvent } from '../../../shared/events.ts';
import { HAS_DESCRIPTOR_PATHS, type HeldFolder, holdFolder, inFolder } from '../../lib/held-folder.ts';
import { openRecord, recordFolders } from '../run/run-records.ts';
import { TERMINAL_LOG } from '../terminal/terminal-log.ts';
import { TERMINAL_TIMES } from '../terminal/terminal-times.ts';
import { ensureWorkspace, runDirName, type Workspace, workspacePath } from './workspace.ts';

/** Nesting limit; deeper folders are not copied. */
const MAX_DEPTH = 200;

export interface WorkspaceCopy {
  readonly home: string;
  readonly from: string;
  readonly to: string;
  /** Copied part of the log: files in `out/` become what they were at its end. */
  readonly events: readonly SessionEvent[];
  /** The log after that: outputs created only then are omitted. */
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
  const source = await realpath(workspacePath(home, from)).catch(() => undefined);
  if (source === undefined) return;
  const target = await ensureWorkspace(home, to);
  await copyFolder(path.join(source, 'work'), target.work);
  await copyFolder(path.join(source, 'out'), target.out);
  for (const event of events) {
    if (event.type !== 'script-started') continue;
    await copyRecords(recordFolders(home, from, event.callId), path.join(target.records, runDirName(event.callId)));
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

/** @param from a real path. Nothing where it is not there, or has become a link. */
async function copyFolder(from: string, to: string): Promise<void> {
  const source = await holdFolder(from).catch(() => undefined);
  if (source === undefined) return;
  await inFolder(source, async (held) => inFolder(await holdFolder(to), (target) => copyEntries(held, target, 0)));
}

/** The session may be at work: each file is opened in the folder that was looked at. */
async function copyEntries(from: HeldFolder, to: HeldFolder, depth: number): Promise<void> {
  const folders: string[] = [];
  for await (const entry of await opendir(from.ownPath)) {
    if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isFile()) await copyEntry(from, to, entry.name);
  }
  if (depth === MAX_DEPTH) return;
  for (const name of folders) {
    const inner = await from.folder(name).catch(() => undefined);
    if (inner === undefined) continue;
    await inFolder(inner, async (held) =>
      inFolder(await to.makeFolder(name), (target) => copyEntries(held, target, depth + 1)),
    );
  }
}

async function copyEntry(from: HeldFolder, to: HeldFolder, name: string): Promise<void> {
  const handle = await from.open(name, constants.O_RDONLY).catch(() => undefined);
  if (handle === undefined) return;
  try {
    if (!(await handle.stat()).isFile()) return;
    const source = HAS_DESCRIPTOR_PATHS ? `/proc/self/fd/${handle.fd}` : await from.entry(name);
    await copyFile(source, await to.entry(name), constants.COPYFILE_FICLONE);
  } finally {
    await handle.close();
  }
}

async function copyRecords(from: readonly string[], to: string): Promise<void> {
  for (const folder of from) {
    const log = await openRecord(folder, TERMINAL_LOG);
    if (log === undefined) continue;
    await log.handle.close();
    await mkdir(to, { recursive: true, mode: 0o700 });
    await inFolder(await holdFolder(folder), async (source) =>
      inFolder(await holdFolder(to), async (target) => {
        for (const name of [TERMINAL_LOG, TERMINAL_TIMES]) await copyEntry(source, target, name);
      }),
    );
    return;
  }
}

/** A file that the session continued to change after the branch is here as it was then. */
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
