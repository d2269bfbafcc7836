/** Detects changed files without reading them. */
import type { Stats } from 'node:fs';

/** Only the needed fields of `Stats`: thousands are held at once. */
export type FileStamp = Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>;

/** Milliseconds within which a second write may get the time of the first one: the clock of file times ticks slowly … */
const TICK_MS = 20;
/** … and on some file systems by seconds only. */
const COARSE_TICK_MS = 2_000;

/** Without the rest of `Stats`, which takes ten times the memory. */
export const stampOf = ({ mtimeMs, ctimeMs, size, ino }: FileStamp): FileStamp => ({ mtimeMs, ctimeMs, size, ino });

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino;

/**
 * False for a file so new that it may change again and keep its stamp: it must be reread.
 * @param now epoch milliseconds, taken before the stamp.
 */
export function isSettled({ ctimeMs, mtimeMs }: FileStamp, now: number): boolean {
  const changed = Math.max(ctimeMs, mtimeMs);
  return now - changed > (changed % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS);
}
