/** Renaming files of a skill, and taking them out of it in a way that can be undone. */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { detailed } from '../../shared/messages/failure.ts';
import { attempt, entriesOf } from '../lib/files.ts';
import { checkFilePath, newPlace, placeInside } from './files.ts';

/** Same time as for an uninstalled skill. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Absolute; a link itself, not what it leads to. @throws SkilldeckError `file-not-found`. */
function placeOf(dir: string, file: string): string {
  checkFilePath(file);
  const place = placeInside(dir, file);
  if (place !== undefined && lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === false) return place;
  throw detailed('file-not-found', 'file-missing', { file });
}

/** @throws SkilldeckError `file-not-found`, `file-changed` where the new name is taken, `bad-input`. */
export function moveSkillFile(dir: string, from: string, to: string): void {
  const source = placeOf(dir, from);
  checkFilePath(to);
  if (from === to) return;
  renameSync(source, isSameFile(dir, from, to) ? path.join(dir, to) : newPlace(dir, to));
  removeEmptyFolders(dir, path.dirname(source));
}

/** On a case-insensitive disk the new name already exists, as the same file. */
function isSameFile(dir: string, from: string, to: string): boolean {
  if (from.toLowerCase() !== to.toLowerCase()) return false;
  const there = statSync(path.join(dir, to), { throwIfNoEntry: false });
  return there !== undefined && there.ino === statSync(path.join(dir, from)).ino;
}

/**
 * `folder/ENTRY/PATH`: removed files, for 30 days.
 * @param move to another disk too.
 */
export function createFileTrash(folder: string, move: (from: string, to: string) => void, now: () => Date) {
  return {
    /** @returns the entry, for `restore`. */
    put(dir: string, file: string): string {
      const source = placeOf(dir, file);
      sweep(folder, now());
      const entry = `${now().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      const target = path.join(folder, entry, file);
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
      move(source, target);
      removeEmptyFolders(dir, path.dirname(source));
      return entry;
    },
    /** Puts it back where it was, below `dir`. @returns the file's path. @throws SkilldeckError `file-not-found`, `file-changed`. */
    restore(dir: string, entry: string): string {
      const kept = /^[\w-]+$/.test(entry) ? onlyFile(path.join(folder, entry)) : undefined;
      if (kept === undefined) throw detailed('file-not-found', 'file-not-in-trash');
      move(path.join(folder, entry, kept), newPlace(dir, kept));
      rmSync(path.join(folder, entry), { recursive: true, force: true });
      return kept;
    },
  };
}

const onlyFile = (folder: string): string | undefined =>
  attempt(() => {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).find((one) => !one.isDirectory());
    if (found === undefined) return undefined;
    return path.relative(folder, path.join(found.parentPath, found.name)).split(path.sep).join('/');
  });

function sweep(folder: string, now: Date): void {
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString().replaceAll(/[:.]/g, '-');
  for (const { name } of entriesOf(folder)) {
    if (name < oldest) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Removes `from` and the folders above it while they are empty, but never the skill's folder. */
function removeEmptyFolders(dir: string, from: string): void {
  try {
    for (let at = from; at !== dir && at.startsWith(dir + path.sep); at = path.dirname(at)) rmdirSync(at);
  } catch {
    // Something else is in it.
  }
}
