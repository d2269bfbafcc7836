/** Reading other people's files: regular ones only, bounded, and never outside the folder they were promised in. */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Without NONBLOCK, opening a named pipe would wait for its writer for ever. Both are 0 where the system has none. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export type FileFault = 'absent' | 'outside' | 'not-a-file' | 'unreadable';
export type Opened<T> = { readonly fault: FileFault } | { readonly fault?: undefined; readonly value: T };

export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function faultOf(error: unknown): FileFault {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return 'absent';
  if (code === 'ELOOP') return 'outside';
  return code === 'ENXIO' || code === 'EISDIR' ? 'not-a-file' : 'unreadable';
}

/**
 * Opens what the real path of the parent gives, without following a link in the last step: resolving the whole path
 * and opening it afterwards loses races against a link swapped in between.
 */
function openBelow(folder: string, file: string): number | FileFault {
  const parent = realpathSync.native(path.dirname(file));
  if (!isInside(folder, parent)) return 'outside';
  return openSync(path.join(parent, path.basename(file)), OPEN_FLAGS);
}

/**
 * Calls `use` with the open file and its size, and closes it.
 * @param folder absolute and real; a link is followed only to what lies inside it.
 */
export function withFileInside<T>(folder: string, file: string, use: (fd: number, size: number) => T): Opened<T> {
  let fd: number | FileFault;
  try {
    try {
      fd = openBelow(folder, file);
    } catch (error) {
      if (codeOf(error) !== 'ELOOP') throw error;
      fd = openBelow(folder, realpathSync.native(file));
    }
  } catch (error) {
    return { fault: faultOf(error) };
  }
  if (typeof fd === 'string') return { fault: fd };
  try {
    const stat = fstatSync(fd);
    return stat.isFile() ? { value: use(fd, stat.size) } : { fault: 'not-a-file' };
  } catch (error) {
    // Only the system's own refusals are faults of the file; what `use` throws is its caller's.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return { fault: faultOf(error) };
  } finally {
    closeSync(fd);
  }
}

/** Fills `target` from the start of the file as far as there is something; gives the count of bytes. */
export function readInto(fd: number, target: Uint8Array, offset = 0): number {
  let filled = offset;
  while (filled < target.length) {
    const count = readSync(fd, target, filled, target.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
