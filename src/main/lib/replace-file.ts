/** A file's new content, whole or not at all: whoever reads sees the old or the new. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param target absolute; what stands there makes way. @param mode permission bits. @throws what the disk says. */
export function replaceFile(target: string, content: string | Uint8Array, mode: number): void {
  const temporary = path.join(path.dirname(target), `.${path.basename(target).slice(0, 200)}.${process.pid}.tmp`);
  // What a crash left: a process of the same number would fail on it for ever.
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
