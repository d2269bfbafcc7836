/** The database's file before SQLite sees it: whether there is one, whether there should be, and whether it is still the same. */

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isOutOfSpace, messageOf } from '../../shared/errors.ts';
import type { EventBody } from '../../shared/events.ts';
import { type DetailCode, detailed } from '../../shared/messages/failure.ts';
import type { Figures } from '../../shared/messages/format.ts';
import type { DatabaseFinding } from '../../shared/window/database-repair.ts';
import { makeFolder, readSmallFile } from '../lib/files.ts';
import { listBackups, repairChoices } from './backup/backup-list.ts';
import { syncFile, syncFolder } from './backup/make-backup.ts';
import { explainSqlite, isBusy, isDamage, openExclusively } from './db.ts';

/** The database itself comes first: once it has moved, the exchange has begun. */
const FILES = ['', '-wal', '-shm', '-journal'];

/** Whole and checked. */
const repairedFile = (file: string): string => `${file}.repaired`;

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

/** One writer per data folder, across processes. */
export interface HomeLock {
  /** The writer before this one did not let go of the folder: it was killed, or the machine went down. */
  readonly endedUncleanly: boolean;
  release(): void;
}

/** For people and messages only; the operating system does the locking. */
const pidFile = (home: string): string => path.join(home, 'writer.pid');

/** Process ID. */
function holder(home: string): string | undefined {
  try {
    const pid = readSmallFile(pidFile(home))?.trim() ?? '';
    return /^\d+$/.test(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates the folder if missing (private to its owner).
 * @throws SkilldeckError `home-in-use` with the other's process id, `home-unusable`.
 */
export function lockHome(home: string): HomeLock {
  const file = path.join(home, 'writer.lock');
  try {
    makeFolder(home, 0o700);
    // One that was made for us; what has other things in it keeps the rights that its owner gave.
    if (readdirSync(home).length === 0) chmodSync(home, 0o700);
  } catch (error) {
    throw detailed('home-unusable', 'home-not-made', { home, why: messageOf(error) }, { cause: error });
  }
  let held: ReturnType<typeof openExclusively>;
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw detailed('home-unusable', 'lock-not-regular', { file });
  try {
    held = openExclusively(file);
  } catch (error) {
    if (isDamage(error)) throw detailed('home-unusable', 'lock-damaged', { file });
    if (!isBusy(error)) throw explainSqlite(error, file);
    const pid = holder(home);
    throw pid === undefined
      ? detailed('home-in-use', 'home-held-elsewhere', { home })
      : detailed('home-in-use', 'home-held', { home, pid });
  }
  const endedUncleanly = existsSync(pidFile(home));
  const release: HomeLock = {
    endedUncleanly,
    release() {
      if (!held.open) return;
      rmSync(pidFile(home), { force: true });
      held.close();
    },
  };
  try {
    writeFileSync(pidFile(home), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    // Only messages need it, and on a full disk the user must get in to free space.
    if (isOutOfSpace(error)) return release;
    held.close();
    throw detailed('home-unusable', 'home-not-writable', { home, why: messageOf(error) }, { cause: error });
  }
  return release;
}

// Space held back in the data folder: given up on a full disk, so that deletions can still be stored.

/** Enough for the write-ahead log of some twenty deletions, with its shared memory. */
const RESERVE_BYTES = 1024 * 1024;
/** Free bytes below which no reserve is made. */
const MIN_FREE_BYTES = 16 * RESERVE_BYTES;
const MAKES_ROOM: ReadonlySet<string> = new Set<EventBody['type']>(['session-deleted', 'artifact-deleted']);

export const makesRoom = (bodies: readonly EventBody[]): boolean => bodies.every(({ type }) => MAKES_ROOM.has(type));

export function createReserve(home: string) {
  const file = path.join(home, 'reserve.bin');
  let isKept = statSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  return {
    /** Makes it where it is missing and there is enough space. Never throws. */
    keep() {
      if (isKept) return;
      try {
        const { bavail, bsize } = statfsSync(home);
        if (bavail * bsize < MIN_FREE_BYTES) return;
        // Random, because zeros take no space on a file system that compresses.
        writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 });
        isKept = true;
      } catch {
        // Only deletions on a full disk need it.
      }
    },
    /** True if there was one to give up. */
    release() {
      const wasKept = isKept;
      isKept = false;
      rmSync(file, { force: true });
      return wasKept;
    },
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Evidence that a folder had a database before; undefined for a fresh one. */
function tracesOfUse(home: string): ({ because: DetailCode } & Figures) | undefined {
  const n = namesIn(path.join(home, 'workspaces')).length;
  if (n > 0) return { because: 'used-workspaces', n };
  if (sizeOf(path.join(home, 'skilldeck.db-wal')) > 0) return { because: 'used-log' };
  if (sizeOf(repairedFile(path.join(home, 'skilldeck.db'))) > 0) return { because: 'used-repair' };
  return listBackups(home).length > 0 ? { because: 'used-backups' } : undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Checks without opening it. `fresh`: no file exists, nor ever did.
 * @throws SkilldeckError `home-unusable` for a pipe, a device or a folder, which SQLite would wait for.
 */
export function findDatabase(file: string): 'present' | 'fresh' | Extract<DatabaseFinding, 'missing' | 'empty'> {
  const info = statSync(file, { throwIfNoEntry: false });
  if (info !== undefined && !info.isFile()) throw detailed('home-unusable', 'database-not-regular', { file });
  if (info !== undefined && info.size > 0) return 'present';
  if (tracesOfUse(path.dirname(file)) === undefined) return 'fresh';
  return info === undefined ? 'missing' : 'empty';
}

/** Never starts over silently. @throws SkilldeckError `database-damaged`, with the exact commands to choose from. */
export function refuseLost(file: string): void {
  const found = findDatabase(file);
  if (found === 'present' || found === 'fresh') return;
  const home = path.dirname(file);
  throw detailed('database-damaged', `database-${found}`, {
    file,
    ...tracesOfUse(home),
    ...repairChoices(home, false),
  });
}

type Identity = Pick<Stats, 'dev' | 'ino' | 'birthtimeMs'>;

const identityOf = (file: string): Identity | undefined => statSync(file, { throwIfNoEntry: false });
const isSame = (one: Identity, other: Identity | undefined): boolean =>
  other !== undefined && one.dev === other.dev && one.ino === other.ino && one.birthtimeMs === other.birthtimeMs;

/**
 * SQLite silently keeps writing to a deleted file.
 * @returns a check to run before each write. It throws SkilldeckError `home-unusable`.
 */
export function watchIdentity(file: string): () => void {
  const names = [file, `${file}-wal`];
  const opened = names.map(identityOf);
  return () => {
    for (const [index, name] of names.entries()) {
      const before = opened[index];
      if (before === undefined || isSame(before, identityOf(name))) continue;
      throw detailed('home-unusable', 'database-replaced', { file: name });
    }
  };
}
