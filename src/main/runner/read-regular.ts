/** Reads files that a run could have replaced: a link is not followed, and a pipe does not hold us. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Undefined where there is no regular file of this name. The caller closes it. */
export async function openRegular(file: string): Promise<{ handle: FileHandle; size: number } | undefined> {
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return undefined;
  const info = await handle.stat().catch(() => undefined);
  if (info?.isFile()) return { handle, size: info.size };
  await handle.close();
  return undefined;
}

/** `whole` where there is no more than `maxBytes`. Undefined where there is no regular file, or it cannot be read. */
export async function readBeginning(
  file: string,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly whole: boolean } | undefined> {
  const opened = await openRegular(file);
  if (opened === undefined) return undefined;
  const { handle, size } = opened;
  try {
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { bytes: buffer.subarray(0, length), whole: size <= maxBytes };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
