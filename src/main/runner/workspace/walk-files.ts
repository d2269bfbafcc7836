/** The files below a folder. Each folder is held open while it is looked through: no link put in its place leads elsewhere. */
import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type HeldFolder, holdFolder, inFolder } from '../../lib/held-folder.ts';
import { isInside } from './workspace.ts';

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
  const { base = '', takes = () => true, enters = () => true, maxEntries = MAX_WALKED, within } = options;
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
      if (seen > maxEntries) return false;
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
