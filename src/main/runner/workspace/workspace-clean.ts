/**
 * Removes the files of old sessions. Pure in its choice; what was taken is noted beside the workspaces, so that a
 * session can say so instead of failing.
 */

import { mkdirSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Cleaned, cleanedSchema, type WorkspaceLimits } from '../../../shared/contract/files.ts';
import { isOutOfSpace } from '../../../shared/errors.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { type FolderUsage, folderUsage } from './folder-usage.ts';
import { removeTree } from './remove-tree.ts';
import { workspacePath } from './workspace.ts';

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
export function unusedFor<T extends UsedWorkspace>(all: readonly T[], days: number, now: Date): T[] {
  return all.filter((one) => !one.inUse && now.getTime() - one.lastUsed.getTime() >= days * DAY_MS);
}

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
  const text = await readFile(noteOf(home, id), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return cleanedSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
