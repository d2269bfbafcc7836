/** Writes a source's entries into a fresh folder of our own, believing nothing of them. */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { SourceEntry } from './entry.ts';
import { inMib, MAX_ENTRIES, MAX_FILE_BYTES, MAX_RATIO, MAX_TOTAL_BYTES, RATIO_FROM_BYTES } from './limits.ts';
import { checkedPath, createNameGate, isJunk } from './names.ts';
import { escaped, refused } from './refused.ts';

export interface StageOptions {
  /** Bytes of the archive, for the ratio; undefined where nothing was packed. */
  readonly packedBytes?: number | undefined;
  readonly signal: AbortSignal;
}

export interface Staged {
  /** Number of skipped files that systems and tools leave behind. */
  readonly passedOver: number;
}

const NOT_TAKEN = {
  'symbolic link': 'import-symbolic-link',
  'hard link': 'import-hard-link',
  'device or pipe': 'import-device',
} as const;

/** @returns the check of a count of bytes so far, in all and of one file. Each throws `import-refused`. */
function createMeter(packedBytes: number | undefined) {
  let total = 0;
  return {
    file(name: string, bytes: number): void {
      if (bytes > MAX_FILE_BYTES)
        throw refused('import-file-size', { name: escaped(name), size: inMib(MAX_FILE_BYTES) });
    },
    add(bytes: number): void {
      total += bytes;
      if (total > MAX_TOTAL_BYTES) throw refused('import-unpacked-size', { size: inMib(MAX_TOTAL_BYTES) });
      if (packedBytes !== undefined && total > RATIO_FROM_BYTES && total > packedBytes * MAX_RATIO) {
        throw refused('import-bomb', { times: MAX_RATIO });
      }
    },
  };
}

/**
 * Never writes a link.
 * @param dir absolute, empty, and used by no one else.
 * @throws `import-refused`; the caller removes what was written before.
 */
export async function stageEntries(
  entries: AsyncIterable<SourceEntry>,
  dir: string,
  { packedBytes, signal }: StageOptions,
): Promise<Staged> {
  const names = createNameGate();
  const meter = createMeter(packedBytes);
  let count = 0;
  let passedOver = 0;
  for await (const entry of entries) {
    signal.throwIfAborted();
    count += 1;
    if (count > MAX_ENTRIES) throw refused('import-entries', { most: MAX_ENTRIES });
    const relative = checkedPath(entry.path);
    if (entry.kind !== 'file' && entry.kind !== 'folder') {
      throw refused(NOT_TAKEN[entry.kind], { name: escaped(entry.path) });
    }
    if (relative === '') continue;
    names.admit(relative, entry.kind === 'folder');
    if (isJunk(relative)) {
      passedOver += entry.kind === 'file' ? 1 : 0;
      continue;
    }
    const target = path.join(dir, ...relative.split('/'));
    if (entry.kind === 'folder') {
      await mkdir(target, { recursive: true });
      continue;
    }
    meter.file(relative, entry.bytes ?? 0);
    await mkdir(path.dirname(target), { recursive: true });
    const file = await open(target, 'wx', entry.executable ? 0o755 : 0o644);
    try {
      let bytes = 0;
      for await (const chunk of entry.content()) {
        signal.throwIfAborted();
        bytes += chunk.length;
        meter.file(relative, bytes);
        meter.add(chunk.length);
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
  }
  return { passedOver };
}
