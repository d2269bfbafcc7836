/** Lists the files in a skill's folder, and hashes them all. */
import { type Dirent, fstatSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../lib/sha256.ts';
import { readInto, withFileInside } from '../skills/discovery/contained-file.ts';
import { createTimeSlice } from '../skills/discovery/time-slice.ts';
import { MAX_ENTRIES, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from './limits.ts';
import { isSystemFile } from './names.ts';

export interface TreeFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  readonly executable: boolean;
  /** False for a link, a pipe, a device. */
  readonly regular: boolean;
  /** Hash of the bytes; for anything but a regular file, of a description of it. */
  readonly sha256: string;
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

/**
 * Lists every file, including dot files, sorted by path; skips files that systems leave behind (`isSystemFile`). Lists
 * a link as its target and never follows it. Undefined if there is more than an import accepts, or if a part cannot be
 * read: such a folder is not what was imported.
 * @param dir absolute and real.
 */
export async function listTree(dir: string): Promise<readonly TreeFile[] | undefined> {
  const slice = createTimeSlice();
  const files: TreeFile[] = [];
  let bytes = 0;
  const visit = async (relative: string): Promise<boolean> => {
    let entries: Dirent[];
    try {
      entries = readdirSync(path.join(dir, relative), { withFileTypes: true });
    } catch {
      return false;
    }
    for (const entry of entries) {
      if (isSystemFile(entry.name)) continue;
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!(await visit(below))) return false;
        continue;
      }
      const file = readEntry(dir, below, entry);
      if (file === undefined || files.length === MAX_ENTRIES) return false;
      bytes += file.bytes;
      if (bytes > MAX_TOTAL_BYTES) return false;
      files.push(file);
      if (slice.due()) await slice.pause();
    }
    return true;
  };
  return (await visit('')) ? files.sort(byPath) : undefined;
}

function readEntry(dir: string, relative: string, entry: Dirent): TreeFile | undefined {
  const absolute = path.join(dir, ...relative.split('/'));
  const odd = (what: string): TreeFile => ({
    path: relative,
    absolute,
    bytes: 0,
    executable: false,
    regular: false,
    sha256: sha256(`no regular file: ${what}`),
  });
  if (entry.isSymbolicLink()) {
    try {
      return odd(`link to ${readlinkSync(absolute)}`);
    } catch {
      return undefined;
    }
  }
  if (!entry.isFile()) return odd('special');
  const opened = withFileInside(dir, absolute, (fd, size) => {
    if (size > MAX_FILE_BYTES) return undefined;
    const bytes = Buffer.alloc(size);
    const content = bytes.subarray(0, readInto(fd, bytes));
    const executable = (fstatSync(fd).mode & 0o100) !== 0;
    return { path: relative, absolute, bytes: content.length, executable, regular: true, sha256: sha256(content) };
  });
  return opened.fault === undefined ? opened.value : undefined;
}

/** Covers paths and bytes, but not modes and times, which systems change. */
export const hashOfTree = (files: readonly TreeFile[]): string =>
  sha256(files.map((file) => `${JSON.stringify(file.path)} ${file.sha256}\n`).join(''));

/** Undefined as in `listTree`: it is nothing that was ever imported. @param dir absolute and real. */
export async function contentHash(dir: string): Promise<string | undefined> {
  const files = await listTree(dir);
  return files === undefined ? undefined : hashOfTree(files);
}
