/**
 * What stays as it is inside a folder that scripts may write to: files there would run later, as the person, outside of
 * any sandbox (a Git hook) or tell the app what to do (a skill).
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface Protection {
  /** Only to be read. */
  readonly fixed: readonly string[];
  /** To be written to, but neither moved nor removed: something fixed lies further in. */
  readonly kept: readonly string[];
}

const SKILL_ROOTS = ['.skilldeck', '.agents', '.claude'];
/** How deep repositories are looked for, and in how many entries: a folder of projects is found, a disk is not searched. */
const MAX_DEPTH = 4;
const MAX_ENTRIES = 5000;

const kindOf = (file: string): 'folder' | 'file' | 'other' | undefined => {
  const info = lstatSync(file, { throwIfNoEntry: false });
  if (info === undefined) return undefined;
  return info.isDirectory() ? 'folder' : info.isFile() ? 'file' : 'other';
};

/** Hooks, and the settings that name programs. Where one is missing it could be made: then all of it is fixed. */
function ofRepository(git: string): Protection {
  const inside = ['hooks', 'config'].map((name) => path.join(git, name));
  const whole = kindOf(git) !== 'folder' || kindOf(inside[0] ?? '') !== 'folder' || kindOf(inside[1] ?? '') !== 'file';
  if (whole) return { fixed: [git], kept: [] };
  const modules = path.join(git, 'modules');
  return { fixed: [...inside, ...(kindOf(modules) === undefined ? [] : [modules])], kept: [git] };
}

/** @param folder that was granted for writing. Links are not followed. */
export function protectedIn(folder: string): Protection {
  const fixed: string[] = [];
  const kept: string[] = [];
  let entries = 0;
  /** @returns is anything fixed in here? */
  const look = (dir: string, depth: number): boolean => {
    let found: Dirent[] = [];
    try {
      found = readdirSync(dir, { withFileTypes: true });
    } catch {
      return false;
    }
    let any = false;
    for (const entry of found) {
      entries += 1;
      if (entries > MAX_ENTRIES) return any;
      const file = path.join(dir, entry.name);
      if (entry.name === '.git') {
        const protection = ofRepository(file);
        fixed.push(...protection.fixed);
        kept.push(...protection.kept);
        any = true;
      } else if (SKILL_ROOTS.includes(entry.name) && entry.isDirectory()) {
        fixed.push(file);
        any = true;
      } else if (entry.isDirectory() && depth < MAX_DEPTH && entry.name !== 'node_modules') {
        if (!look(file, depth + 1)) continue;
        kept.push(file);
        any = true;
      }
    }
    return any;
  };
  // A part of a repository's own folder is never given for writing.
  if (folder.split(path.sep).includes('.git')) return { fixed: [folder], kept: [] };
  look(folder, 0);
  return { fixed, kept };
}
