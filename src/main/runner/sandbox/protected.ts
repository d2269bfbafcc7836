/**
 * Read-only paths inside a folder that scripts may write to: files that would run later, as the user, outside any
 * sandbox (a Git hook) or control the app (a skill).
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Protection {
  /** Only to be read. */
  readonly fixed: readonly string[];
  /** Writable, but cannot be moved or removed: they contain something fixed. */
  readonly kept: readonly string[];
}

const SKILL_ROOTS = ['.skilldeck', '.agents', '.claude'];
/** Repositories are looked for in so many folders, at any depth; a disk is not searched. Some 15 µs each. */
const MAX_FOLDERS = 30_000;
/** More than these, each on its own, and what holds them is fixed instead. */
const MAX_UNSEEN = 200;
/** Mounts for what was found; more, and the whole is fixed instead. */
const MAX_FIXED = 2000;
/** Characters. A path that nears the system's bound (PATH_MAX, 4,096 bytes) cannot be mounted. */
const MAX_PATH = 1000;
/** Milliseconds of looking between two turns of the event loop. */
const SLICE_MS = 4;

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

/** Detects a repository without a working folder, as `git clone --bare` creates it: hooks run there on a push. */
const isBare = (entries: readonly Dirent[]): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));

/** True for a folder in which agents keep skills, or one inside it. */
function isSkills(folder: string): boolean {
  const parts = folder.toLowerCase().split(path.sep);
  return parts.some(
    (part, index) => SKILL_ROOTS.includes(part) && (index === parts.length - 1 || parts[index + 1] === 'skills'),
  );
}

/** `closed`: it is there, and what is in it cannot be known. */
function entriesOf(folder: string): readonly Dirent[] | 'closed' {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : 'closed';
  }
}

interface Looked extends Protection {
  /** Folders to search. */
  readonly inner: readonly string[];
  /** Folders to search last: many, and rarely the user's own. */
  readonly last: readonly string[];
}

/** Finds the fixed parts of one folder, and its folders to search. */
function look(dir: string): Looked {
  const entries = entriesOf(dir);
  const nothing: Looked = { fixed: [], kept: [], inner: [], last: [] };
  if (entries === 'closed' || dir.length > MAX_PATH) return { ...nothing, fixed: [dir] };
  if (isBare(entries)) return { ...nothing, ...ofRepository(dir) };
  const fixed: string[] = [];
  const kept: string[] = [];
  const inner: string[] = [];
  const last: string[] = [];
  for (const entry of entries) {
    const file = path.join(dir, entry.name);
    // File systems differ in what they take for the same name.
    if (entry.name.toLowerCase() === '.git') {
      // Nothing can be held over a link: another could be put in its place, so all around it stays.
      if (entry.isSymbolicLink()) return { ...nothing, fixed: [dir] };
      const protection = ofRepository(file);
      fixed.push(...protection.fixed);
      kept.push(...protection.kept);
    } else if (entry.isDirectory()) {
      if (SKILL_ROOTS.includes(entry.name.toLowerCase())) fixed.push(file);
      else (entry.name === 'node_modules' ? last : inner).push(file);
    }
  }
  return { fixed, kept, inner, last };
}

/** The folders between them: one of them put elsewhere would take along what is fixed in it. */
export function foldersBetween(folder: string, files: readonly string[]): string[] {
  const between = new Set<string>();
  for (const file of files) {
    for (let dir = path.dirname(file); dir !== folder && dir.startsWith(folder); dir = path.dirname(dir))
      between.add(dir);
  }
  return [...between];
}

const depthOf = (file: string): number => file.split(path.sep).length;

/** Reduces the unsearched folders to a few: the deepest are replaced by their parents. */
function gathered(unseen: readonly string[]): string[] {
  let folders = new Set(unseen);
  while (folders.size > MAX_UNSEEN) {
    const deepest = Math.max(...[...folders].map(depthOf));
    folders = new Set([...folders].map((dir) => (depthOf(dir) === deepest ? path.dirname(dir) : dir)));
  }
  return [...folders];
}

const isIn = (outer: string, file: string): boolean => file === outer || file.startsWith(outer + path.sep);

/** Nothing inside of what is fixed as a whole is named again: it would be given back. */
function outermost(fixed: readonly string[], kept: readonly string[], whole: readonly string[]): Protection {
  const top = whole.filter((dir) => !whole.some((outer) => outer !== dir && isIn(outer, dir)));
  const free = (file: string): boolean => !top.some((outer) => isIn(outer, file));
  return { fixed: [...fixed.filter(free), ...top], kept: kept.filter(free) };
}

/**
 * Looks everywhere in it; where that were too much, what was not looked into is only to be read. Links are not followed.
 * @param folder that was granted for writing.
 */
export async function protectedIn(folder: string, maxFolders: number = MAX_FOLDERS): Promise<Protection> {
  // A part of a repository's own folder is never given for writing.
  if (folder.toLowerCase().split(path.sep).includes('.git') || isSkills(folder)) return { fixed: [folder], kept: [] };
  const whole: Protection = { fixed: [folder], kept: [] };
  const fixed: string[] = [];
  const kept: string[] = [];
  // Level by level: a script must not fill one folder so that another is not looked into.
  const queue = [folder];
  const last: string[] = [];
  let looked = 0;
  for (let since = performance.now(); looked < maxFolders; looked += 1) {
    const dir = queue[looked] ?? (queue.length === looked ? last.shift() : undefined);
    if (dir === undefined) break;
    if (queue.length === looked) queue.push(dir);
    const found = look(dir);
    fixed.push(...found.fixed);
    kept.push(...found.kept);
    queue.push(...found.inner);
    last.push(...found.last);
    if (performance.now() - since > SLICE_MS) {
      await nextTurn();
      since = performance.now();
    }
  }
  const unseen = gathered([...queue.slice(looked), ...last]);
  if (unseen.includes(folder) || fixed.includes(folder) || fixed.length > MAX_FIXED) return whole;
  const all = outermost(fixed, kept, unseen);
  return { fixed: all.fixed, kept: [...new Set([...all.kept, ...foldersBetween(folder, all.fixed)])] };
}
