/** What a run printed to standard error, where that was kept apart in a file of its RUN_DIR. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** UTF-8 bytes that are read; what a run prints beyond is in the file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Nothing where the run took the file away or put something else in its place. */
export async function readStderr(file: string, onText: (text: string) => void): Promise<void> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch(() => undefined);
  if (handle === undefined) return;
  try {
    if (!(await handle.stat()).isFile()) return;
    const stream = handle.createReadStream({ encoding: 'utf8', end: MAX_BYTES - 1, autoClose: false });
    for await (const text of stream) onText(String(text));
  } finally {
    await handle.close();
  }
}
