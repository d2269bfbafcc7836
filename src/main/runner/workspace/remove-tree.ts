import { randomUUID } from 'node:crypto';
import { lstat, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, type HeldFolder, holdFolder, inFolder, openUp } from '../../lib/held-folder.ts';

/** Folders inside one another before one is moved up: each is an open descriptor. */
const MAX_DEPTH = 50;
/** Another process may still be writing there. */
const TRIES = 5;
const OWNER_MAY = 0o700;

const unlessGone = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
};

/** @param top where folders go that are too deep. */
async function removeEntry(outer: HeldFolder, name: string, top: HeldFolder | undefined, depth: number): Promise<void> {
  const info = await lstat(await outer.entry(name)).catch(unlessGone);
  if (info === undefined) return;
  if (!info.isDirectory()) return rm(await outer.entry(name), { force: true });
  // Without these rights its contents cannot be removed.
  if ((info.mode & OWNER_MAY) !== OWNER_MAY) await openUp(outer, name);
  if (top !== undefined && depth > MAX_DEPTH)
    return rename(await outer.entry(name), await top.entry(`.${randomUUID()}`));
  for (let tries = 1; ; tries += 1) {
    const folder = await outer.folder(name).catch(unlessGone);
    if (folder === undefined) return;
    await inFolder(folder, async (held) => {
      for (let names = await readdir(held.ownPath); names.length > 0; names = await readdir(held.ownPath)) {
        for (const inner of names) await removeEntry(held, inner, top ?? held, depth + 1);
      }
    });
    try {
      return await rmdir(await outer.entry(name)).catch(unlessGone);
    } catch (error) {
      if (tries === TRIES || !['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(codeOf(error))) throw error;
    }
  }
}

/**
 * Removes a folder and its contents, whatever its rights and depth, while scripts may be renaming things in it: never
 * touches what a link leads to. A link in its place is removed.
 */
export async function removeTree(folder: string): Promise<void> {
  // On Windows only administrators create links, and removal waits for open files.
  if (process.platform === 'win32') return rm(folder, { recursive: true, force: true, maxRetries: 2 });
  const outer = await realpath(path.dirname(folder)).catch(unlessGone);
  if (outer === undefined) return;
  await inFolder(await holdFolder(outer), (held) => removeEntry(held, path.basename(folder), undefined, 0));
}
