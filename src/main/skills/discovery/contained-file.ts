/** Reading other people's files: regular ones only, bounded, and never outside the folder they were promised in. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import { realOf } from '../../lib/files.ts';

/** NONBLOCK: otherwise opening a named pipe waits for a writer forever. Both are 0 on systems without them. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export type FileFault = 'absent' | 'outside' | 'not-a-file' | 'unreadable';
export type OpenedFile<T> = { readonly fault: FileFault } | { readonly fault?: undefined; readonly value: T };

export function isInside(folder: string, file: string): boolean {
  // Nearly always so, and ten times as fast.
  if (file.startsWith(folder) && file[folder.length] === path.sep && !file.includes('..')) return true;
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** The real path of `file`; undefined where it is nothing, or outside. */
export function realInside(folder: string, file: string): string | undefined {
  const real = realOf(file);
  return real !== undefined && isInside(folder, real) ? real : undefined;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

function faultOf(error: unknown): FileFault {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return 'absent';
  if (code === 'ELOOP') return 'outside';
  return code === 'ENXIO' || code === 'EISDIR' ? 'not-a-file' : 'unreadable';
}

/**
 * The real path of the parent plus the last step unresolved: resolving the whole path before opening it could lose a
 * race against a link swapped in between. Undefined if it leads out of the folder.
 */
function pathBelow(folder: string, file: string): string | undefined {
  const end = file.lastIndexOf(path.sep);
  const parent = realpathSync.native(end > 0 ? file.slice(0, end) : path.sep);
  return isInside(folder, parent) ? parent + file.slice(end) : undefined;
}

/** Does not follow a link in the last step. */
function openBelow(folder: string, file: string): number | FileFault {
  const real = pathBelow(folder, file);
  if (real === undefined) return 'outside';
  const stat = lstatSync(real);
  // Opening a device can already have an effect; opening a link fails.
  if (!stat.isFile() && !stat.isSymbolicLink()) return 'not-a-file';
  return openSync(real, OPEN_FLAGS);
}

/**
 * Calls `use` with the open file and its stat data, then closes it. Never opens pipes and devices.
 * @param folder absolute and real; a link is followed only to targets inside it.
 */
export function withFileInside<T>(
  folder: string,
  file: string,
  use: (fd: number, size: number, stat: Stats) => T,
): OpenedFile<T> {
  let fd: number | FileFault;
  try {
    try {
      fd = openBelow(folder, file);
    } catch (error) {
      if (codeOf(error) !== 'ELOOP') throw error;
      // The path ends in a link.
      fd = openBelow(folder, realpathSync.native(file));
    }
  } catch (error) {
    return { fault: faultOf(error) };
  }
  if (typeof fd === 'string') return { fault: fd };
  try {
    const stat = fstatSync(fd);
    return stat.isFile() ? { value: use(fd, stat.size, stat) } : { fault: 'not-a-file' };
  } catch (error) {
    // Only the system's own refusals are faults of the file; what `use` throws is its caller's.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return { fault: faultOf(error) };
  } finally {
    closeSync(fd);
  }
}

/** The file's first bytes, or all of them. @param most of them. */
export function readBytes(fd: number, size: number, most = size): Buffer {
  const bytes = Buffer.alloc(Math.min(size, most));
  let filled = 0;
  for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
    count = readSync(fd, bytes, filled, bytes.length - filled, filled);
  return bytes.subarray(0, filled);
}

/** The first bytes of a regular file of our own. */
export function headOf(file: string, most: number): Buffer {
  const fd = openSync(file, 'r');
  try {
    return readBytes(fd, most);
  } finally {
    closeSync(fd);
  }
}
