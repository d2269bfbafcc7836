/**
 * Records of the covers in use: a file for each process in the data folder. One that was killed leaves its file, by which
 * the next removes what it left; one that is alive keeps the others from removing what it needs.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from '../../lib/processes.ts';

const madeSchema = z.object({ kind: z.enum(['folder', 'file']), inode: z.number(), bytes: z.number() });
const recordSchema = z.array(madeSchema.extend({ file: z.string() }));
export type CoverRecord = z.infer<typeof madeSchema>;

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
export function withCoverLock<T>(folder: string, work: () => T): T {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, LOCK);
  takeLock(file);
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

export function writeRecord(folder: string, placed: ReadonlyMap<string, CoverRecord>): void {
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
export function otherCovers(
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
