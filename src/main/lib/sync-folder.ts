/** Flushes a folder: a renamed file survives a power cut only once its name is on the disk too. */
import { open } from 'node:fs/promises';
import { codeOf } from './held-folder.ts';

/** File systems of other machines and of memory may have nothing to flush. */
const CANNOT_FLUSH: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR']);

/** Windows keeps names without being asked, and cannot open a folder. @throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_FLUSH.has(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}
