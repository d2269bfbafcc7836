/** Records what is flushed to the disk: no test can cut the power. */
import { fstatSync, type Stats, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';
import { fileHandlePrototype } from './file-handle.ts';

export interface Syncs {
  /** The file, with all that it holds now, or the folder was flushed. */
  has(file: string): boolean;
}

/** Records from now until the end of the test. */
export async function watchSyncs(): Promise<Syncs> {
  const prototype = await fileHandlePrototype();
  const seen: Stats[] = [];
  const { sync } = prototype;
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    seen.push(fstatSync(this.fd));
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return {
    has(file) {
      const now = statSync(file);
      return seen.some(({ dev, ino, size }) => {
        const isIt = dev === now.dev && ino === now.ino;
        return isIt && (now.isDirectory() || size === now.size);
      });
    },
  };
}
