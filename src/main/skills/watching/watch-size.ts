/** Counts the folders that watching a root would take, up to the limit that matters. */
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { createTimeSlice } from '../discovery/time-slice.ts';
import { isIgnoredName } from './watch-ignored.ts';

/** Levels of folders below a root: discovery's five, and a skill's own eight. */
export const WATCH_DEPTH = 13;

/** Folders at and below `dir`; `most + 1` where there are more than `most`. */
export async function countFolders(dir: string, most: number): Promise<number> {
  const slice = createTimeSlice();
  const pending: { readonly dir: string; readonly depth: number }[] = [{ dir, depth: 0 }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    count += 1;
    if (count > most) return count;
    if (next.depth < WATCH_DEPTH) {
      for (const name of foldersIn(next.dir)) {
        pending.push({ dir: path.join(next.dir, name), depth: next.depth + 1 });
        if (count + pending.length > most) return most + 1;
      }
    }
    if (slice.due()) await slice.pause();
  }
  return count;
}

function foldersIn(dir: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.filter((entry) => entry.isDirectory() && !isIgnoredName(entry.name)).map(({ name }) => name);
}
