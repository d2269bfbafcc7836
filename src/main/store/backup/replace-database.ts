/** Puts a repaired database in place of the old one. After a crash at any moment one of them is there, or the next start finishes. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { syncFile, syncFolder } from './make-backup.ts';

/** The database itself comes first: once it has moved, the exchange has begun. */
const FILES = ['', '-wal', '-shm', '-journal'];

/** Whole and checked. */
export const repairedFile = (file: string): string => `${file}.repaired`;

export function removeDatabase(file: string): void {
  for (const end of FILES) rmSync(`${file}${end}`, { force: true });
}

/** @param part closed and checked. @returns the folder to which the old one was moved; undefined where there was none. */
export function replaceDatabase(file: string, part: string): string | undefined {
  syncFile(part);
  renameSync(part, repairedFile(file));
  syncFolder(path.dirname(file));
  return moveIn(file);
}

/** Remains of a crash. No one else may be writing in the folder. */
export function finishReplacing(file: string): void {
  if (!existsSync(repairedFile(file))) return;
  if (existsSync(file)) rmSync(repairedFile(file));
  else moveIn(file);
}

function moveIn(file: string): string | undefined {
  const home = path.dirname(file);
  const repaired = repairedFile(file);
  // By the time of the repair, so that a second try moves the rest to the same folder.
  const name = statSync(repaired).mtime.toISOString().replaceAll(/[-:.]/g, '');
  const folder = path.join(home, 'kept-aside', name);
  const old = FILES.filter((end) => existsSync(`${file}${end}`));
  if (old.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const end of old) renameSync(`${file}${end}`, path.join(folder, `skilldeck.db${end}`));
  if (old.length > 0) syncFolder(folder);
  renameSync(repaired, file);
  syncFolder(home);
  return old.length > 0 ? folder : undefined;
}
