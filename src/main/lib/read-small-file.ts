/** Settings, records and keys: small regular files. A pipe or a device in their place is refused at once instead of waited for. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const MIB = 1024 * 1024;
/** Bytes. The largest of these files list some thousand entries of a hundred bytes. */
const MAX_SMALL_BYTES = 4 * MIB;
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Undefined where nothing is there. @throws Error that says what is there instead, or the system's own error. */
export function readSmallFile(file: string, maxBytes: number = MAX_SMALL_BYTES): string | undefined {
  // Most of them are not there, which takes `open` twenty times as long to say.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  let fd: number;
  try {
    fd = openSync(file, OPEN_FLAGS);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    // Linux reports this for a socket.
    if (code === 'ENXIO') throw new Error(`${file} is not a regular file; move it away`, { cause: error });
    throw error;
  }
  try {
    const info = fstatSync(fd);
    if (!info.isFile()) throw new Error(`${file} is not a regular file; move it away`);
    // One byte more than is allowed: a file of `/proc` says that it is empty, and one may grow in the meantime.
    const bytes = Buffer.alloc(Math.min(maxBytes, Math.max(info.size, 64 * 1024)) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, null);
    }
    if (length > maxBytes || info.size > maxBytes) {
      throw new Error(`${file} is larger than ${maxBytes / MIB} MiB, which no file of its kind is`);
    }
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(fd);
  }
}

/** JSON of our own making. Undefined where it is not there or cannot be read: the caller makes a fresh one. */
export function readSmallJson(file: string): unknown {
  try {
    const text = readSmallFile(file);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
