/** The files of one skill's folder. */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from './contained-file.ts';
import { createTimeSlice } from './time-slice.ts';

export interface FolderFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
}

const MAX_DEPTH = 8;
/** A folder with more is no skill that anyone reads; the rest is left out. */
const MAX_FILES = 2_000;

export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Cases are for the author: an agent that is tried must not see what is expected of it. */
export const isEvalFile = (file: string): boolean => file.startsWith('evals/');

/** Lists regular files; a link counts as its target if that is inside the folder. Sorted, files before sub-folders. */
export async function listFolder(dir: string): Promise<readonly FolderFile[]> {
  const slice = createTimeSlice();
  const files: FolderFile[] = [];
  const visit = async (relative: string, depth: number): Promise<void> => {
    let entries: Dirent[];
    try {
      entries = readdirSync(path.join(dir, relative), { withFileTypes: true });
    } catch {
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const visible = entries.filter((entry) => !isHidden(entry.name));
    for (const entry of visible) {
      if (files.length >= MAX_FILES) return;
      if (!entry.isFile() && !entry.isSymbolicLink()) continue;
      const file = fileAt(dir, path.join(relative, entry.name), entry.isSymbolicLink());
      if (file !== undefined) files.push(file);
      if (slice.due()) await slice.pause();
    }
    if (depth === MAX_DEPTH) return;
    for (const entry of visible) if (entry.isDirectory()) await visit(path.join(relative, entry.name), depth + 1);
  };
  await visit('', 0);
  return files;
}

/** @param isLink only then it can lead out: a linked folder is not visited, and `dir` is real. */
function fileAt(dir: string, relative: string, isLink: boolean): FolderFile | undefined {
  const absolute = path.join(dir, relative);
  try {
    const stat = statSync(absolute);
    if (!stat.isFile() || (isLink && !isInside(dir, realpathSync(absolute)))) return undefined;
    return { path: relative.split(path.sep).join('/'), absolute, bytes: stat.size };
  } catch {
    return undefined;
  }
}
