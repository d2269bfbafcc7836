import { randomUUID } from 'node:crypto';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Well under what a path may be long (4096 on Linux, 1024 on macOS); a script that goes down step by step gets further. */
const LONG_PATH = 700;

/** Folders without the right to write or to be entered, or deeper than a path reaches, hold on to what is in them. */
export async function removeTree(folder: string): Promise<void> {
  const open = async (dir: string): Promise<void> => {
    await chmod(dir, 0o700);
    for (const entry of await readdir(dir, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      let inner = path.join(dir, entry.name);
      if (inner.length - folder.length > LONG_PATH) {
        const higher = path.join(folder, `.${randomUUID()}`);
        await chmod(inner, 0o700);
        await rename(inner, higher);
        inner = higher;
      }
      await open(inner);
    }
  };
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await open(folder).catch(() => {});
    await rm(folder, { recursive: true, force: true, maxRetries: 2 });
  });
}
