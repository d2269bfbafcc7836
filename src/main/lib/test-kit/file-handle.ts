/** Prototype of all open files, for tests that act between two steps of the product. */
import { type FileHandle, open } from 'node:fs/promises';

export async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}
