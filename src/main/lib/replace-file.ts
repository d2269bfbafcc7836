/** Replaces a file's content atomically: a reader sees the old or the new. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param target absolute; an existing file is replaced. @param mode permission bits. @throws the disk's error. */
export function replaceFile(target: string, content: string | Uint8Array, mode: number): void {
  const temporary = path.join(path.dirname(target), `.${path.basename(target).slice(0, 200)}.${process.pid}.tmp`);
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
