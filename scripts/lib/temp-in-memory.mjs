/** Temporary folders of tests in memory: on a disk they wait for each `fsync` that the product rightly asks for. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes; the tests that run use a tenth of it at most. */
const ENOUGH = 1024 ** 3;

/** Linux mounts it; in a container it is often small, or refuses to run programs. */
function isFit() {
  if (process.platform !== 'linux') return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const mounted = mounts.findLast((line) => line.split(' ')[1] === MEMORY);
  if (mounted === undefined || /\b(?:noexec|ro)\b/.test(mounted)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= ENOUGH;
}

/** @param {string} folder */
const remove = (folder) => rmSync(folder, { recursive: true, force: true });

/** Begins a run of Vitest; what it returns ends it. */
export function setup() {
  if (!isFit()) return () => undefined;
  const own = `skilldeck-tests-${process.getuid?.()}-`;
  for (const name of readdirSync(MEMORY)) {
    // Left by a run that was killed.
    if (name.startsWith(own) && !existsSync(`/proc/${name.slice(own.length)}`)) remove(path.join(MEMORY, name));
  }
  const folder = path.join(MEMORY, own + process.pid);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  return () => remove(folder);
}
