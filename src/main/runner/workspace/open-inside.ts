/** Opens a file so that no link, even one swapped in at any moment, leads outside a folder. */
import { constants } from 'node:fs';
import { type FileHandle, realpath } from 'node:fs/promises';
import path from 'node:path';
import { holdFolder, inFolder } from '../../lib/held-folder.ts';
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
    if (!isInside(folder, real) || real === folder) return undefined;
    // Its folder is held: it is the one that was looked at, or none.
    handle = await inFolder(await holdFolder(path.dirname(real)), (held) =>
      held.open(path.basename(real), constants.O_RDONLY),
    );
    const info = await handle.stat();
    if (info.isFile()) return { handle, real, bytes: info.size };
  } catch {
    // Gone in the meantime, or not for us.
  }
  await handle?.close();
  return undefined;
}
