/** What a run printed to standard error, where that went into a file of its RUN_DIR: on systems without named pipes. */

import path from 'node:path';
import { openInside } from './open-inside.ts';

/** Bytes that are read; what a run prints beyond is in the file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Nothing where the run took the file away or put something else in its place. */
export async function readStderr(file: string, onBytes: (bytes: Buffer) => void): Promise<void> {
  const opened = await openInside(path.dirname(file), file);
  if (opened === undefined) return;
  try {
    const stream = opened.handle.createReadStream({ end: MAX_BYTES - 1, autoClose: false });
    for await (const bytes of stream) onBytes(Buffer.from(bytes));
  } finally {
    await opened.handle.close();
  }
}
