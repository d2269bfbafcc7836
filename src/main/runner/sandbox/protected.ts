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
/** How deep repositories are looked for, and in how many folders: a folder of projects is found, a disk is not searched. */
const MAX_DEPTH = 4;
const MAX_FOLDERS = 8000;
/** More than these, each on its own, and the whole is fixed instead. */
const MAX_UNSEEN = 200;

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

/** A repository without a working folder, as `git clone --bare` makes it: hooks run there when somebody pushes. */
const isBare = (entries: readonly Dirent[]): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));

/** It is, or lies among, what agents keep their skills in. */
function isSkills(folder: string): boolean {
  const parts = folder.toLowerCase().split(path.sep);
  return parts.some(
    (part, index) => SKILL_ROOTS.includes(part) && (index === parts.length - 1 || parts[index + 1] === 'skills'),
  );
}

const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

/** What is fixed in one folder, and which of its folders are to be looked into. */
function look(dir: string): Protection & { readonly inner: readonly string[] } {
  const entries = entriesOf(dir);
  if (isBare(entries)) return { ...ofRepository(dir), inner: [] };
  const fixed: string[] = [];
  const kept: string[] = [];
  const inner: string[] = [];
  for (const entry of entries) {
    const file = path.join(dir, entry.name);
    // File systems differ in what they take for the same name.
    if (entry.name.toLowerCase() === '.git') {
      // Nothing can be held over a link: another could be put in its place, so all around it stays.
      if (entry.isSymbolicLink()) return { fixed: [dir], kept: [], inner: [] };
      const protection = ofRepository(file);
      fixed.push(...protection.fixed);
      kept.push(...protection.kept);
    } else if (entry.isDirectory()) {
      if (SKILL_ROOTS.includes(entry.name.toLowerCase())) fixed.push(file);
      else if (entry.name !== 'node_modules') inner.push(file);
    }
  }
  return { fixed, kept, inner };
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

/** @param folder that was granted for writing. Links are not followed. */
export function protectedIn(folder: string, maxFolders: number = MAX_FOLDERS): Protection {
  // A part of a repository's own folder is never given for writing.
  if (folder.toLowerCase().split(path.sep).includes('.git') || isSkills(folder)) return { fixed: [folder], kept: [] };
  const fixed: string[] = [];
  const kept: string[] = [];
  let level = [folder];
  let looked = 0;
  // Level by level: a script must not fill one folder so that another is not looked into.
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const [index, dir] of level.entries()) {
      looked += 1;
      if (looked > maxFolders) {
        // What is in the rest is not known: it is only to be read.
        const unseen = [...level.slice(index), ...next];
        if (unseen.length > MAX_UNSEEN) return { fixed: [folder], kept: [] };
        fixed.push(...unseen);
        return { fixed, kept: [...kept, ...foldersBetween(folder, fixed)] };
      }
      const found = look(dir);
      fixed.push(...found.fixed);
      kept.push(...found.kept);
      next.push(...found.inner);
    }
    level = next;
  }
  return { fixed, kept: [...new Set([...kept, ...foldersBetween(folder, fixed)])] };
}
