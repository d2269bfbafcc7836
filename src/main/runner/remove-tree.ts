import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Folders without the right to write or to be entered, our own or a script's, hold on to what is in them. */
export async function removeTree(folder: string): Promise<void> {
  const open = async (dir: string): Promise<void> => {
    await chmod(dir, 0o700);
    for (const entry of await readdir(dir, { withFileTypes: true })) {
      if (entry.isDirectory()) await open(path.join(dir, entry.name));
    }
  };
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await open(folder).catch(() => {});
    await rm(folder, { recursive: true, force: true, maxRetries: 2 });
  });
}
