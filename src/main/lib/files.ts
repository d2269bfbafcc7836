import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './held-folder.ts';

/** Settings, records and keys: small regular files. A pipe or a device in their place is refused at once instead of waited for. */
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
    if (length > maxBytes || info.size > maxBytes)
      throw new Error(`${file} is larger than ${maxBytes / MIB} MiB, which no file of its kind is`);
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

const isFolder = (at: string): boolean => statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder with all above it that are missing. Node's own `recursive` never returns where a file system says of
 * a folder that can be seen that it is not there (`/proc` does).
 * @throws the system's error.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process was quicker.
    if (!isFolder(folder)) throw error;
  }
}

// Flushes a folder: a renamed file survives a power cut only once its name is on the disk too.

/** File systems of other machines and of memory may have nothing to flush. */
const CANNOT_FLUSH: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR']);

/** Windows keeps names without being asked, and cannot open a folder. @throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_FLUSH.has(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file below `folder` that is there whole or not at all, and stays after a power cut.
 * @param write fills it, and says where it belongs: its folder is made.
 */
export async function putFile(folder: string, write: (handle: FileHandle) => Promise<string>): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(path.dirname(made));
  const temporary = path.join(folder, `${randomUUID()}.part`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    const file = await write(handle);
    await handle.sync();
    const isNew = (await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })) !== undefined;
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
    if (isNew) await syncFolder(folder);
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
}

// Replaces a file's content atomically: a reader sees the old or the new.

/** @param target absolute; an existing file is replaced. @param mode permission bits. @throws the disk's error. */
export function replaceFile(target: string, content: string | Uint8Array, mode: number): void {
  const temporary = path.join(path.dirname(target), `.${path.basename(target).slice(0, 60)}.${process.pid}.tmp`);
  // Left by a crash: a process with the same number would fail on it every time.
  rmSync(temporary, { force: true });
  const fd = openSync(temporary, 'wx', mode);
  try {
    try {
      writeFileSync(fd, content);
      fchmodSync(fd, mode);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The disk's answer; undefined where it refuses, whatever the reason. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The real path of `file`; undefined where there is none. */
export const realOf = (file: string): string | undefined => attempt(() => realpathSync.native(file));

/** Undefined where nothing is there, or it cannot be looked at. */
export const statOf = (file: string): Stats | undefined => attempt(() => statSync(file, { throwIfNoEntry: false }));

/** Entries of a folder, sorted by name; none where it cannot be read. */
export const entriesOf = (folder: string): readonly Dirent[] =>
  (attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
