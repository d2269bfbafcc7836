import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

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
