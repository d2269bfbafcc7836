/** Opens a file so that no link, swapped in at whatever moment, leads outside a folder. */
import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from './workspace.ts';

export interface OpenedFile {
  readonly handle: FileHandle;
  /** Real path. */
  readonly real: string;
  readonly bytes: number;
}

/**
 * The open file, regular and really inside `folder` (a real path); undefined where it is not, or not there. The caller
 * closes the handle.
 * @param name absolute, or relative to `folder`.
 */
export async function openInside(folder: string, name: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    const real = await realpath(path.resolve(folder, name));
    if (!isInside(folder, real)) return undefined;
    // O_NONBLOCK: a named pipe must not hang us.
    handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    // A folder on the way may have become a link meanwhile: the kernel's word for what was opened counts.
    const opened = process.platform === 'linux' ? await readlink(`/proc/self/fd/${handle.fd}`) : real;
    const info = await handle.stat();
    if (info.isFile() && isInside(folder, opened)) return { handle, real, bytes: info.size };
  } catch {
    // Gone meanwhile, or not for us.
  }
  await handle?.close();
  return undefined;
}
