/** Finds what else a skill's folder has besides files and folders: links out or to nothing, pipes, sockets, devices. */
import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../discovery/contained-file.ts';
import { isHidden } from '../discovery/skill-files.ts';
import type { OddEntry } from './types.ts';

const MAX_DEPTH = 8;
const MAX_ENTRIES = 5_000;
/** Files after which the rest of a folder is not listed (`skill-files.ts`). */
export const MAX_LISTED = 2_000;

/** Links are not followed, so a loop of them ends here. @param listed how many files were found. */
export function findOddEntries(dir: string, listed: number): readonly OddEntry[] {
  const odd: OddEntry[] = [];
  let seen = 0;
  const visit = (relative: string, depth: number): void => {
    for (const entry of entriesOf(path.join(dir, relative))) {
      if (isHidden(entry.name)) continue;
      seen += 1;
      if (seen > MAX_ENTRIES) return;
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const kind = kindOf(dir, below, entry);
      if (kind !== undefined) odd.push({ path: below, absolute: path.join(dir, below), kind });
      else if (entry.isDirectory() && depth < MAX_DEPTH) visit(below, depth + 1);
    }
  };
  visit('', 0);
  if (seen > MAX_ENTRIES || listed >= MAX_LISTED) odd.push({ path: '', absolute: dir, kind: 'too-many' });
  return odd;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function kindOf(dir: string, relative: string, entry: Dirent): OddEntry['kind'] | undefined {
  if (entry.isFile() || entry.isDirectory()) return undefined;
  if (!entry.isSymbolicLink()) return 'special';
  try {
    return isInside(dir, realpathSync(path.join(dir, relative))) ? undefined : 'link-outside';
  } catch {
    return 'link-broken';
  }
}
