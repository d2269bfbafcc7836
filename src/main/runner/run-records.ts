/**
 * Location of the app's records of a run: its terminal with times, and output too long for the model. Scripts cannot
 * write there (the sandbox mounts it read-only).
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { realOf } from '../lib/files.ts';
import { holdFolder, inFolder } from '../lib/held-folder.ts';
import { removeTree } from './workspace/remove-tree.ts';
import { RECORDS, runDirName, type Workspace, workspacePath } from './workspace/workspace.ts';

/** The run's folder of records, new and empty. */
export async function newRecords({ records }: Workspace, callId: string): Promise<string> {
  const folder = path.join(records, runDirName(callId));
  await removeTree(folder);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Folder of a run's records, there or not. Undefined if the session has no files. */
export function recordFolder(home: string, sessionId: string, callId: string): string | undefined {
  const root = realOf(workspacePath(home, sessionId));
  return root === undefined ? undefined : path.join(root, RECORDS, runDirName(callId));
}

/** A regular file right in `folder` (a real path), or undefined. The caller closes it. */
export async function openRecord(
  folder: string | undefined,
  name: string,
): Promise<{ readonly handle: FileHandle; readonly size: number } | undefined> {
  if (folder === undefined) return undefined;
  let handle: FileHandle | undefined;
  try {
    handle = await inFolder(await holdFolder(folder), (held) => held.open(name, constants.O_RDONLY));
    const info = await handle.stat();
    if (info.isFile()) return { handle, size: info.size };
  } catch {
    // Not there, or a link in its place.
  }
  await handle?.close();
  return undefined;
}

/** `whole` where there is no more than `maxBytes`. Undefined where there is no regular file, or it cannot be read. */
export async function readRecord(
  folder: string | undefined,
  name: string,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly whole: boolean } | undefined> {
  const opened = await openRecord(folder, name);
  if (opened === undefined) return undefined;
  const { handle, size } = opened;
  try {
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { bytes: buffer.subarray(0, length), whole: size <= maxBytes };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
