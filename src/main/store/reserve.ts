/** Space held back in the data folder: given up on a full disk, so that deletions can still be stored. */
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EventBody } from '../../shared/events.ts';

/** Enough for the write-ahead log of some twenty deletions, with its shared memory. */
const RESERVE_BYTES = 1024 * 1024;
/** Free bytes below which no reserve is made. */
const MIN_FREE_BYTES = 16 * RESERVE_BYTES;
const MAKES_ROOM: ReadonlySet<string> = new Set<EventBody['type']>(['session-deleted', 'artifact-deleted']);

export const makesRoom = (bodies: readonly EventBody[]): boolean => bodies.every(({ type }) => MAKES_ROOM.has(type));

interface Reserve {
  /** Makes it where it is missing and there is enough space. Never throws. */
  keep(): void;
  /** True if there was one to give up. */
  release(): boolean;
}

export function createReserve(home: string): Reserve {
  const file = path.join(home, 'reserve.bin');
  let isKept = statSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  return {
    keep() {
      if (isKept) return;
      try {
        const { bavail, bsize } = statfsSync(home);
        if (bavail * bsize < MIN_FREE_BYTES) return;
        // Random, because zeros take no space on a file system that compresses.
        writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 });
        isKept = true;
      } catch {
        // Only deletions on a full disk need it.
      }
    },
    release() {
      const wasKept = isKept;
      isKept = false;
      rmSync(file, { force: true });
      return wasKept;
    },
  };
}
