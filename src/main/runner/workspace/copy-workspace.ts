/** A session's files for a branch of it: what its scripts left, without what another session must not share. */

import { mkdirSync } from 'node:fs';
import { constants, copyFile, mkdir, open, opendir, readdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Cleaned, cleanedSchema, type WorkspaceLimits } from '../../../shared/contract/files.ts';
import { isOutOfSpace } from '../../../shared/errors.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { readSmallJson, replaceFile } from '../../lib/files.ts';
import { type HeldFolder, holdFolder, inFolder } from '../../lib/held-folder.ts';
import { HAS_DESCRIPTOR_PATHS } from '../../lib/processes.ts';
import { openRecord, recordFolder } from '../run-records.ts';
import { TERMINAL_LOG, TERMINAL_TIMES } from '../terminal/terminal-times.ts';
import { type FolderUsage, folderUsage } from './folder-usage.ts';
import { removeTree } from './remove-tree.ts';
import { ensureWorkspace, isInside, runDirName, type Workspace, workspacePath } from './workspace.ts';

// The files below a folder. Each folder is held open while it is looked through: no link put in its place leads elsewhere.

/** Files and folders looked at before giving up. */
export const MAX_WALKED = 10_000;
/** Folders inside one another; each is an open descriptor. */
const MAX_DEPTH = 100;

export interface WalkedFiles {
  /** Files and links, relative to the root, with `/`. */
  readonly names: readonly string[];
  /** False where there was more than could be looked at. */
  readonly complete: boolean;
}

export interface WalkOptions {
  /** Begins here; relative to the root, with `/`. Default: the root. */
  readonly base?: string;
  readonly takes?: (name: string) => boolean;
  /** @param name of a folder. */
  readonly enters?: (name: string) => boolean;
  readonly maxEntries?: number;
  /** Ends the walk where it is. */
  readonly signal?: AbortSignal;
  /** Real path: links to folders in it are followed where they lead out of what is walked anyway. Default: none is. */
  readonly within?: string;
}

/** The folder a link leads to, where it is one inside `within`. */
async function linkedFolder(folder: HeldFolder, name: string, within: string): Promise<string | undefined> {
  try {
    const real = await realpath(await folder.entry(name));
    return isInside(within, real) && (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** @param root a real path. Nothing where it is not there, or is one no longer. */
export async function walkFiles(root: string, options: WalkOptions = {}): Promise<WalkedFiles> {
  const { base = '', takes = () => true, enters = () => true, maxEntries = MAX_WALKED, signal, within } = options;
  const names: string[] = [];
  const start = await realpath(path.join(root, base)).catch(() => undefined);
  if (start === undefined || !isInside(root, start)) return { names, complete: true };
  /** Real paths of folders that links led to. */
  const followed = new Set<string>();
  let seen = 0;
  const visit = async (folder: HeldFolder, at: string, depth: number): Promise<boolean> => {
    if (depth > MAX_DEPTH) return false;
    const opened = await opendir(folder.ownPath).catch(() => undefined);
    if (opened === undefined) return true;
    const folders: string[] = [];
    const links: { readonly name: string; readonly real: string }[] = [];
    // Entry by entry: a folder that a script filled with a million files must not be read whole. The loop closes it.
    for await (const entry of opened) {
      seen += 1;
      if (seen > maxEntries || signal?.aborted) return false;
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (enters(name)) folders.push(entry.name);
        continue;
      }
      if (entry.isSymbolicLink() && within !== undefined) {
        if (!enters(name)) continue;
        const real = await linkedFolder(folder, entry.name, within);
        if (real !== undefined) {
          // Files in the walked folder are found under their own names.
          if (![start, ...followed].some((folder) => isInside(folder, real) || isInside(real, folder))) {
            followed.add(real);
            links.push({ name, real });
          }
          continue;
        }
      }
      if ((entry.isFile() || entry.isSymbolicLink()) && takes(name)) names.push(name);
    }
    for (const name of folders) {
      const inner = await folder.folder(name).catch(() => undefined);
      if (inner === undefined) continue;
      const next = at === '' ? name : `${at}/${name}`;
      if (!(await inFolder(inner, (held) => visit(held, next, depth + 1)))) return false;
    }
    for (const { name, real } of links) {
      const inner = await holdFolder(real).catch(() => undefined);
      if (inner !== undefined && !(await inFolder(inner, (held) => visit(held, name, depth + 1)))) return false;
    }
    return true;
  };
  const held = await holdFolder(start).catch(() => undefined);
  const complete = held === undefined ? true : await inFolder(held, (folder) => visit(folder, base, 0));
  return { names: names.sort(), complete };
}

/** Nesting limit; deeper folders are not copied. */
const COPY_WORKSPACE_MAX_DEPTH = 200;

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
export async function copyWorkspace(copy: WorkspaceCopy): Promise<void> {
  const { home, from, to, events, later = [], readArtifact } = copy;
  const source = await realpath(workspacePath(home, from)).catch(() => undefined);
  if (source === undefined) return;
  const target = await ensureWorkspace(home, to);
  await copyFolder(path.join(source, 'work'), target.work);
  await copyFolder(path.join(source, 'out'), target.out);
  for (const event of events) {
    if (event.type !== 'script-started') continue;
    await copyRecords(recordFolder(home, from, event.callId), path.join(target.records, runDirName(event.callId)));
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
  if (depth === COPY_WORKSPACE_MAX_DEPTH) return;
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

async function copyRecords(from: string | undefined, to: string): Promise<void> {
  const log = await openRecord(from, TERMINAL_LOG);
  if (from === undefined || log === undefined) return;
  await log.handle.close();
  await mkdir(to, { recursive: true, mode: 0o700 });
  await inFolder(await holdFolder(from), async (source) =>
    inFolder(await holdFolder(to), async (target) => {
      for (const name of [TERMINAL_LOG, TERMINAL_TIMES]) await copyEntry(source, target, name);
    }),
  );
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

/**
 * Removes the files of old sessions. Pure in its choice; what was taken is noted beside the workspaces, so that a
 * session can say so instead of failing.
 */
export const DEFAULT_WORKSPACE_LIMITS: WorkspaceLimits = { keepDays: 90, maxBytes: 5 * 1024 ** 3 };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Its files are hard links into the store that sessions share. */
const SHARED = ['skills'];

export interface UsedWorkspace {
  readonly id: string;
  readonly bytes: number;
  readonly files: number;
  readonly lastUsed: Date;
  readonly inUse: boolean;
}

/** Those past their time, and as many of the longest unused as bring the rest under the limit. */
export function dueForCleaning<T extends UsedWorkspace>(
  all: readonly T[],
  { keepDays, maxBytes }: WorkspaceLimits,
  now: Date,
): T[] {
  const old = (one: T): boolean => keepDays > 0 && now.getTime() - one.lastUsed.getTime() > keepDays * DAY_MS;
  let bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  const due: T[] = [];
  for (const one of all.toSorted((a, b) => a.lastUsed.getTime() - b.lastUsed.getTime())) {
    const tooMuch = maxBytes > 0 && bytes > maxBytes && one.bytes > 0;
    if (one.inUse || !(old(one) || tooMuch)) continue;
    due.push(one);
    bytes -= one.bytes;
  }
  return due;
}

/** Selects workspaces unused for this long. */
export const unusedFor = <T extends UsedWorkspace>(all: readonly T[], days: number, now: Date): T[] =>
  all.filter((one) => !one.inUse && now.getTime() - one.lastUsed.getTime() >= days * DAY_MS);

/** Measures every session that has files, with its folder's modification time. */
export async function measureWorkspaces(
  home: string,
): Promise<{ readonly id: string; readonly usage: FolderUsage; readonly modified: Date }[]> {
  const root = path.join(home, 'workspaces');
  const found: { id: string; usage: FolderUsage; modified: Date }[] = [];
  for (const id of (await readdir(root).catch(() => [])).sort()) {
    // Skips our own cleaning notes, and anything else that is not a session's.
    if (id.startsWith('.')) continue;
    const folder = path.join(root, id);
    const info = await stat(folder).catch(() => undefined);
    if (info?.isDirectory() !== true) continue;
    const usage = await filesOf(folder);
    if (usage.files > 0) found.push({ id, usage, modified: info.mtime });
  }
  return found;
}

/** The four folders that every workspace has are no files of anybody's. */
async function filesOf(folder: string): Promise<FolderUsage> {
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(folder).catch(() => [])) {
    if (SHARED.includes(entry)) continue;
    const inner = await folderUsage(path.join(folder, entry));
    files += inner.files;
    bytes += inner.bytes;
  }
  return { files, bytes };
}

const noteOf = (home: string, id: string): string =>
  path.join(path.dirname(workspacePath(home, id)), '.cleaned', `${id}.json`);

/**
 * Noted first: a crash halfway leaves a session that says more than is true, not one that fails. On a full disk the files
 * make room for the note.
 */
export async function cleanWorkspace(home: string, id: string, { files, bytes }: FolderUsage, at: Date): Promise<void> {
  const cleaned: Cleaned = { at: at.toISOString(), files, bytes };
  const note = (): void => {
    const file = noteOf(home, id);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, `${JSON.stringify(cleaned)}\n`, 0o600);
  };
  const remove = (): Promise<void> => removeTree(workspacePath(home, id));
  try {
    note();
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    await remove();
    note();
  }
  await remove();
}

/** Undefined if the session's files were never cleaned. */
export async function cleanedOf(home: string, id: string): Promise<Cleaned | undefined> {
  return cleanedSchema.safeParse(readSmallJson(noteOf(home, id))).data;
}
