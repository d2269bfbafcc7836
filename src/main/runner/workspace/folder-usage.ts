/** Measures a folder's disk usage without following links or blocking the window. */
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

/** A folder with more entries is counted no further: it is large in any case. */
const MAX_ENTRIES = 200_000;

export interface FolderUsage {
  readonly files: number;
  /** Sum of file sizes; a file with several names counts once for each. */
  readonly bytes: number;
}

/** Nothing for a folder that is not there. */
export async function folderUsage(folder: string): Promise<FolderUsage> {
  let files = 0;
  let bytes = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = await opendir(next).catch(() => undefined);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      files += 1;
      if (files > MAX_ENTRIES) return { files, bytes };
      const at = path.join(next, entry.name);
      if (entry.isDirectory()) open.push(at);
      else if (entry.isFile()) bytes += (await lstat(at).catch(() => undefined))?.size ?? 0;
    }
  }
  return { files, bytes };
}
