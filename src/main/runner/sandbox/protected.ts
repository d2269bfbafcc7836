/**
 * Read-only paths inside a folder that scripts may write to: files that would run later, as the user, outside any
 * sandbox (a Git hook) or control the app (a skill).
 */
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GIT_PARTS, isAgentFolder, isBare, isRepository, isReserved } from './reserved.ts';

export interface Protection {
  /** Only to be read. */
  readonly fixed: readonly string[];
  /** Writable, but cannot be moved or removed: they contain something fixed. */
  readonly kept: readonly string[];
  /** Reserved names that are links, with where they lead: nothing can be mounted over one, so they are compared later. */
  readonly links: ReadonlyMap<string, string>;
}

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

/** All of it; with `git` granted, the parts that name programs, and all where one is not what it should be. */
function ofRepository(repository: string, git: boolean): Pick<Protection, 'fixed' | 'kept'> {
  if (!git || kindOf(repository) !== 'folder') return { fixed: [repository], kept: [] };
  const parts = [...GIT_PARTS].map(([name, kind]) => ({ file: path.join(repository, name), kind }));
  const odd = parts.some(({ file, kind }) => {
    const is = kindOf(file);
    return is !== undefined && is !== kind;
  });
  if (odd) return { fixed: [repository], kept: [] };
  return { fixed: parts.flatMap(({ file }) => (kindOf(file) === undefined ? [] : [file])), kept: [repository] };
}

/** The folder of hooks that its settings name, if it is beside it. */
function hooksOf(repository: string): string[] {
  const work = path.dirname(repository);
  try {
    const [, named] =
      /^\s*hooksPath\s*=\s*"?([^"\n]+)/im.exec(readFileSync(path.join(repository, 'config'), 'utf8')) ?? [];
    const hooks = realpathSync(path.resolve(work, named?.trim() ?? ''));
    return hooks !== work && isIn(work, hooks) && !isIn(repository, hooks) ? [hooks] : [];
  } catch {
    return [];
  }
}

/** True for a folder in which agents keep skills, or one inside it. */
function isSkills(folder: string): boolean {
  const parts = folder.toLowerCase().split(path.sep);
  return parts.some(
    (part, index) => isAgentFolder(part) && (index === parts.length - 1 || parts[index + 1] === 'skills'),
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
function look(dir: string, git: boolean): Looked {
  const entries = entriesOf(dir);
  const nothing: Looked = { fixed: [], kept: [], links: new Map(), inner: [], last: [] };
  if (entries === 'closed' || dir.length > MAX_PATH) return { ...nothing, fixed: [dir] };
  if (isBare(entries.map(({ name }) => name))) return { ...nothing, fixed: [dir] };
  const fixed: string[] = [];
  const kept: string[] = [];
  const links = new Map<string, string>();
  const inner: string[] = [];
  const last: string[] = [];
  for (const entry of entries) {
    const file = path.join(dir, entry.name);
    if (isReserved(entry.name) && entry.isSymbolicLink()) {
      // Another could be put in its place, so all around a repository's link stays.
      if (isRepository(entry.name)) return { ...nothing, fixed: [dir] };
      links.set(file, readlinkSync(file));
    } else if (isRepository(entry.name)) {
      const protection = ofRepository(file, git);
      fixed.push(...protection.fixed, ...hooksOf(file));
      kept.push(...protection.kept);
    } else if (isReserved(entry.name)) fixed.push(file);
    else if (entry.isDirectory()) (entry.name === 'node_modules' ? last : inner).push(file);
  }
  return { fixed, kept, links, inner, last };
}

/** Targets of links, where they are inside the folder. */
function ledTo(folder: string, links: ReadonlyMap<string, string>): string[] {
  return [...links.keys()].flatMap((link) => {
    try {
      const real = realpathSync(link);
      return isIn(folder, real) ? [real] : [];
    } catch {
      return [];
    }
  });
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
function outermost(
  fixed: readonly string[],
  kept: readonly string[],
  whole: readonly string[],
): Pick<Protection, 'fixed' | 'kept'> {
  const top = whole.filter((dir) => !whole.some((outer) => outer !== dir && isIn(outer, dir)));
  const free = (file: string): boolean => !top.some((outer) => isIn(outer, file));
  return { fixed: [...fixed.filter(free), ...top], kept: kept.filter(free) };
}

/**
 * Looks everywhere in it; where that were too much, what was not looked into is only to be read. Links are not followed.
 * @param folder that was granted for writing.
 */
export async function protectedIn(
  folder: string,
  { git = false, maxFolders = MAX_FOLDERS }: { readonly git?: boolean; readonly maxFolders?: number } = {},
): Promise<Protection> {
  // A part of a repository's own folder is never given for writing.
  const whole: Protection = { fixed: [folder], kept: [], links: new Map() };
  if (folder.split(path.sep).some(isRepository) || isReserved(path.basename(folder)) || isSkills(folder)) return whole;
  const links = new Map<string, string>();
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
    const found = look(dir, git);
    fixed.push(...found.fixed);
    kept.push(...found.kept);
    for (const [link, target] of found.links) links.set(link, target);
    queue.push(...found.inner);
    last.push(...found.last);
    if (performance.now() - since > SLICE_MS) {
      await nextTurn();
      since = performance.now();
    }
  }
  const unseen = gathered([...queue.slice(looked), ...last]);
  if (unseen.includes(folder) || fixed.includes(folder) || fixed.length > MAX_FIXED) return whole;
  const targets = ledTo(folder, links);
  if (targets.includes(folder)) return whole;
  const all = outermost(fixed, kept, [...unseen, ...targets]);
  const between = foldersBetween(folder, [...all.fixed, ...links.keys()]);
  const free = between.filter((dir) => !all.fixed.some((outer) => isIn(outer, dir)));
  return { fixed: all.fixed, kept: [...new Set([...all.kept, ...free])], links };
}
