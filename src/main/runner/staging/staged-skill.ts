/**
 * A skill as its runs see it (CONTRACT §7): `$SKILLS_DIR/ID`, its files read-only, and beside them `out`, `work` and
 * `inputs` of the workspace, so that the relative paths of its instructions work and nothing is written into its source.
 * The files are hard links into the store that all sessions share (docs/decisions/0012).
 */
import { randomUUID } from 'node:crypto';
import { copyFile, link, lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../lib/held-folder.ts';
import { walkFiles } from '../workspace/walk-files.ts';
import { linkTarget, VIEW_LINKS } from '../workspace/work-links.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface StagedTree {
  readonly folder: string;
  /** Relative, with `/`. */
  readonly names: readonly string[];
}

/** A real folder at this very path; a link or a file in its place goes. */
async function ownFolder(folder: string): Promise<void> {
  const info = await lstat(folder).catch(() => undefined);
  if (info?.isDirectory()) return;
  await rm(folder, { force: true });
  await mkdir(folder, { recursive: true });
}

async function ownFolders(root: string, names: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const name of names) {
    for (let dir = path.posix.dirname(name); dir !== '.'; dir = path.posix.dirname(dir)) folders.add(dir);
  }
  // The outer ones first: a link on the way must not be followed.
  for (const dir of [...folders].sort()) await ownFolder(path.join(root, dir));
}

/** The store's own file under another name; a copy where the disk makes no such links (FAT), or no more of them. */
async function putFile(file: string, stored: string): Promise<void> {
  const [here, there] = await Promise.all([lstat(file).catch(() => undefined), lstat(stored)]);
  if (here?.isFile() && here.ino === there.ino && here.dev === there.dev) return;
  const temporary = `${file}.${randomUUID()}`;
  await link(stored, temporary).catch(() => copyFile(stored, temporary));
  // Windows renames nothing over a read-only file.
  await rm(file, { force: true, recursive: true });
  await rename(temporary, file);
}

async function putLink(file: string, to: string): Promise<void> {
  if ((await readlink(file).catch(() => undefined)) === to) return;
  await rm(file, { recursive: true, force: true });
  await symlink(to, file, 'junction').catch((error: unknown) => {
    // The start of another run repaired it this moment.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/**
 * Updates the session's view and removes what does not belong there, in place, as another run may be using it.
 * @returns its folder.
 */
export async function viewOf({ skills }: Workspace, id: string, tree: StagedTree): Promise<string> {
  const root = path.join(skills, id);
  await ownFolder(root);
  const wanted = new Set(tree.names);
  const own = new Set(tree.names.map((name) => name.split('/')[0]));
  const links = Object.entries(VIEW_LINKS).filter(([name]) => !own.has(name));
  const linked = new Set(links.map(([name]) => name));
  await ownFolders(root, tree.names);
  for (const name of (await walkFiles(root)).names) {
    if (!wanted.has(name) && !linked.has(name)) await rm(path.join(root, name), { force: true });
  }
  for (const name of tree.names) await putFile(path.join(root, name), path.join(tree.folder, name));
  for (const [name, to] of links) await putLink(path.join(root, name), linkTarget(root, to));
  return root;
}
