/**
 * A skill as its runs see it (CONTRACT §7): `$SKILLS_DIR/ID`, its files read-only, and beside them `out`, `work` and
 * `inputs` of the workspace, so that the relative paths of its instructions work and nothing is written into its source.
 */

import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openInside } from './open-inside.ts';
import { walkFiles } from './walk-files.ts';
import type { Workspace } from './workspace.ts';

/** A larger skill runs in its own folder: copying and comparing it would take longer than most runs. */
const MAX_FILES = 2000;
const MAX_BYTES = 64 * 1024 * 1024;

interface SourceFile {
  /** Relative, with `/`. */
  readonly name: string;
  readonly content: Buffer;
  readonly executable: boolean;
}

/** Links count as what they lead to, inside the skill; undefined where it is too large. */
async function sourceFiles(source: string): Promise<SourceFile[] | undefined> {
  const { names, complete } = await walkFiles(source, { maxEntries: MAX_FILES });
  if (!complete) return undefined;
  const files: SourceFile[] = [];
  let total = 0;
  for (const name of names) {
    const opened = await openInside(source, name);
    if (opened === undefined) continue;
    try {
      total += opened.bytes;
      if (total > MAX_BYTES) return undefined;
      const { mode } = await opened.handle.stat();
      files.push({ name, content: await opened.handle.readFile(), executable: (mode & 0o100) !== 0 });
    } finally {
      await opened.handle.close();
    }
  }
  return files;
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

async function putFile(file: string, { content, executable }: SourceFile): Promise<void> {
  const mode = executable ? 0o555 : 0o444;
  const info = await lstat(file).catch(() => undefined);
  if (info?.isFile() && info.nlink === 1 && info.size === content.length && (await readFile(file)).equals(content)) {
    if ((info.mode & 0o777) !== mode) await chmod(file, mode);
    return;
  }
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, content, { flag: 'wx', mode });
  // Windows renames nothing over a read-only file.
  await rm(file, { force: true, recursive: true });
  await rename(temporary, file);
}

async function putLink(file: string, to: string): Promise<void> {
  if ((await readlink(file).catch(() => undefined)) === to) return;
  await rm(file, { recursive: true, force: true });
  await symlink(to, file, 'junction');
}

/**
 * Brings the copy up to date and takes away what does not belong there, in place: another run may stand in it.
 * @returns its folder; undefined for a skill that is too large or whose id is no folder's name.
 */
export async function stageSkill(
  { skills, out, work }: Workspace,
  skill: { readonly id: string; readonly dir: string },
): Promise<string | undefined> {
  if (skill.id === '' || skill.id !== path.basename(skill.id) || skill.id.startsWith('.')) return undefined;
  const files = await sourceFiles(await realpath(skill.dir));
  if (files === undefined) return undefined;
  const root = path.join(skills, skill.id);
  await ownFolder(root);
  const wanted = new Set(files.map(({ name }) => name));
  const own = new Set(files.map(({ name }) => name.split('/')[0]));
  const links = Object.entries({ out, work, inputs: path.join(work, 'inputs') }).filter(([name]) => !own.has(name));
  const linked = new Set(links.map(([name]) => name));
  await ownFolders(root, [...wanted]);
  for (const name of (await walkFiles(root)).names) {
    if (!wanted.has(name) && !linked.has(name)) await rm(path.join(root, name), { force: true });
  }
  for (const file of files) await putFile(path.join(root, file.name), file);
  await mkdir(path.join(work, 'inputs'), { recursive: true });
  for (const [name, to] of links) await putLink(path.join(root, name), to);
  return root;
}
