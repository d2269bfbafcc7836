/** Covers reserved names that are missing at the top of a lent folder, so that a run cannot make them. */
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from '../../lib/processes.ts';
import type { LentFolder, Mount } from './mounts.ts';
import { GIT_PARTS, isRepository, RESERVED } from './protected.ts';

// Records of the covers in use: a file for each process in the data folder. One that was killed leaves its file, by which
// the next removes what it left; one that is alive keeps the others from removing what it needs.

const madeSchema = z.object({ kind: z.enum(['folder', 'file']), inode: z.number(), bytes: z.number() });
const recordSchema = z.array(madeSchema.extend({ file: z.string() }));
type CoverRecord = z.infer<typeof madeSchema>;

const ENDING = '.covers';
const LOCK = 'covers.lock';
/** Milliseconds. What is done under the lock takes some. */
const WAIT_MS = 5;
const LONGEST_WAIT_MS = 2000;

const numberIn = (file: string): number => {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
};

function takeLock(file: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const since = performance.now(); ; Atomics.wait(pause, 0, 0, WAIT_MS)) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = numberIn(file);
      const late = performance.now() - since > LONGEST_WAIT_MS;
      // Killed while it held it; a number is missing only for the moment between the two calls above.
      if (late || (!Number.isNaN(holder) && (holder === process.pid || !isAlive(holder))))
        rmSync(file, { force: true });
    }
  }
}

/** Keeps out the other processes of the data folder while `work` runs. @param folder of the records. */
function withCoverLock<T>(folder: string, work: () => T): T {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, LOCK);
  takeLock(file);
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function writeRecord(folder: string, placed: ReadonlyMap<string, CoverRecord>): void {
  const file = path.join(folder, `${process.pid}${ENDING}`);
  const record = [...placed].map(([file, { kind, inode, bytes }]) => ({ file, kind, inode, bytes }));
  if (record.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
}

function recordIn(file: string): [string, CoverRecord][] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ file, ...made }) => [file, made]);
  } catch {
    // Cut short: what it named is empty, and stays.
    return [];
  }
}

/** Covers of the other processes. @param isOurs false for a record with our number that an earlier process wrote. */
function otherCovers(
  folder: string,
  isOurs: boolean,
): { inUse: ReadonlyMap<string, CoverRecord>; left: ReadonlyMap<string, CoverRecord> } {
  const inUse = new Map<string, CoverRecord>();
  const left = new Map<string, CoverRecord>();
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(ENDING)) continue;
    const record = path.join(folder, name);
    const pid = Number.parseInt(name, 10);
    if (pid === process.pid && isOurs) continue;
    const alive = pid !== process.pid && isAlive(pid);
    for (const [file, made] of recordIn(record)) (alive ? inUse : left).set(file, made);
    if (!alive) rmSync(record, { force: true });
  }
  return { inUse, left };
}

interface Cover extends CoverRecord {
  /** Runs that have it mounted: removing it would take the mount away from the others. */
  users: number;
}

/** Git takes an empty one for damage; this means the repository itself. */
const CONTENT: Readonly<Record<string, string>> = { commondir: '.\n' };
const placed = new Map<string, Cover>();

type Others = ReadonlyMap<string, CoverRecord>;

const isStill = (file: string, made: CoverRecord | undefined): made is CoverRecord =>
  made !== undefined && lstatSync(file, { throwIfNoEntry: false })?.ino === made.inode;

function place(file: string, kind: CoverRecord['kind'], others: Others): boolean {
  const known = placed.get(file);
  if (known !== undefined) {
    known.users += 1;
    return true;
  }
  const theirs = others.get(file);
  if (isStill(file, theirs)) {
    placed.set(file, { ...theirs, users: 1 });
    return true;
  }
  try {
    const text = CONTENT[path.basename(file)] ?? '';
    if (kind === 'folder') {
      mkdirSync(file, { mode: 0o755 });
      placed.set(file, { kind, inode: lstatSync(file).ino, bytes: 0, users: 1 });
    } else {
      const handle = openSync(file, 'wx', 0o644);
      writeSync(handle, text);
      placed.set(file, { kind, inode: fstatSync(handle).ino, bytes: text.length, users: 1 });
      closeSync(handle);
    }
    return true;
  } catch {
    // Where we cannot make it, the run, which is the same user, cannot either; or it was made this moment.
    return false;
  }
}

function removeMade(file: string, made: CoverRecord): void {
  if (!isStill(file, made)) return;
  try {
    if (made.kind === 'folder') rmdirSync(file);
    else if (lstatSync(file).size === made.bytes) unlinkSync(file);
  } catch {
    // The person put something into it: theirs.
  }
}

function release(file: string, others: Others): void {
  const known = placed.get(file);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  placed.delete(file);
  // Another process has it mounted, and removes it in its turn.
  if (!isStill(file, others.get(file))) removeMade(file, known);
}

function missingIn(at: string, { git }: LentFolder, others: Others): [string, CoverRecord['kind']][] {
  const inside = git && isRepository(path.basename(at));
  const names = inside ? GIT_PARTS : RESERVED;
  return [...names].flatMap(([name, kind]) => {
    const file = path.join(at, name);
    const isCover = placed.has(file) || isStill(file, others.get(file));
    const isThere = !isCover && lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    return isThere ? [] : [[file, kind] as [string, CoverRecord['kind']]];
  });
}

/** True once this process has written its record. */
let hasRecord = false;

/** Removes the covers of killed processes. @returns those that other processes have in use. */
function othersIn(folder: string): Others {
  const { inUse, left } = otherCovers(folder, hasRecord);
  // The inner ones first.
  for (const [file, made] of [...left].toReversed()) if (!isStill(file, inUse.get(file))) removeMade(file, made);
  return inUse;
}

/** Removes what killed processes left. Never throws. @param folder of the records. */
export function removeLeftCovers(folder: string): void {
  try {
    if (existsSync(folder)) withCoverLock(folder, () => othersIn(folder));
  } catch {
    // On a full disk or one to read only: at the next start.
  }
}

export interface Covers {
  readonly mounts: readonly Mount[];
  /** Removes what was made for the mounts, unless somebody changed it or another run needs it. */
  dispose(): void;
}

/**
 * @param mounts outer ones first: the outermost lent folders and granted repositories are covered.
 * @param folder of the data folder, for a record of the covers.
 */
export function coverMissing(mounts: readonly Mount[], folder: string): Covers {
  const tops = mounts.filter(
    ({ at, lent }) =>
      lent !== undefined &&
      ((lent.git && isRepository(path.basename(at))) ||
        !mounts.some((outer) => outer.lent !== undefined && outer.at !== at && at.startsWith(outer.at + path.sep))),
  );
  if (tops.length === 0) return { mounts: [], dispose() {} };
  const taken = new Set(mounts.map(({ at }) => at));
  const made = withCoverLock(folder, () => {
    const others = othersIn(folder);
    const files = tops
      .flatMap(({ at, lent }) => (lent === undefined ? [] : missingIn(at, lent, others)))
      .filter(([file, kind]) => place(file, kind, others))
      .map(([file]) => file);
    hasRecord = true;
    writeRecord(folder, placed);
    return files;
  });
  return {
    mounts: made.filter((at) => !taken.has(at)).map((at): Mount => ({ at, how: 'read' })),
    dispose() {
      try {
        withCoverLock(folder, () => {
          const others = othersIn(folder);
          for (const file of made) release(file, others);
          writeRecord(folder, placed);
        });
      } catch {
        // A full disk: what stays is in the record, and goes at the next start.
      }
    },
  };
}
