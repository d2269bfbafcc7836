/** What a run printed to standard error, where that went into a file of its RUN_DIR: on systems without named pipes. */
import { constants } from 'node:fs';
import type { HeldFolder } from '../../lib/held-folder.ts';

export const STDERR_FILE = 'stderr.log';
/** Bytes that are read; what a run prints beyond is in the file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Nothing where the run took the file away or put something else in its place. */
export async function readStderr(run: HeldFolder, onBytes: (bytes: Buffer) => void): Promise<void> {
  const handle = await run.open(STDERR_FILE, constants.O_RDONLY).catch(() => undefined);
  if (handle === undefined) return;
  try {
    if (!(await handle.stat()).isFile()) return;
    const stream = handle.createReadStream({ end: MAX_BYTES - 1, autoClose: false });
    for await (const bytes of stream) onBytes(Buffer.from(bytes));
  } finally {
    await handle.close();
  }
}
