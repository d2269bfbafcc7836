/** How much room a run takes on the disk while it runs: its own folders whole, a person's folder by what it grew. */
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Milliseconds between two looks; longer where a look takes long, so that looking costs a sixth of a core at most. */
const PAUSE_MS = 250;
const PAUSE_FOR_EACH_MS = 5;
/** Of one look. Folders with more are measured in part: what was counted is surely there. */
const MAX_ENTRIES = 200_000;
/** `st_blocks` counts these, whatever the file system's own block is (POSIX). */
const BLOCK_BYTES = 512;

export interface WatchedFolders {
  /** Counted whole. */
  readonly own: readonly string[];
  /** Counted by what they grew since the watch began. */
  readonly lent: readonly string[];
}

export interface SizeWatch {
  /** Aborts when the folders hold more than the limit. */
  readonly over: AbortSignal;
  end(): void;
}

/** Bytes on the disk: a hole in a file takes no room. Links are not followed; a file with two names counts once. */
async function bytesIn(folders: readonly string[], goesOn: () => boolean): Promise<number> {
  const left = [...folders];
  const seen = new Set<string>();
  let bytes = 0;
  let entries = 0;
  for (let folder = left.pop(); folder !== undefined && goesOn(); folder = left.pop()) {
    const found = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of found) {
      entries += 1;
      if (entries > MAX_ENTRIES || !goesOn()) return bytes;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) left.push(file);
      else if (entry.isFile()) {
        const info = await lstat(file, { bigint: true }).catch((): BigIntStats | undefined => undefined);
        if (info === undefined) continue;
        const id = `${info.dev}:${info.ino}`;
        if (info.nlink > 1n && seen.has(id)) continue;
        if (info.nlink > 1n) seen.add(id);
        bytes += Number(info.blocks) * BLOCK_BYTES;
      }
    }
  }
  return bytes;
}

/** @param limit bytes. Never rejects: what cannot be measured is not counted. */
export function watchSize({ own, lent }: WatchedFolders, limit: number): SizeWatch {
  const over = new AbortController();
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const goesOn = (): boolean => !ended;
  const before = lent.length === 0 ? Promise.resolve(0) : bytesIn(lent, goesOn);
  const look = async (): Promise<void> => {
    const from = performance.now();
    const grown = lent.length === 0 ? 0 : (await bytesIn(lent, goesOn)) - (await before);
    const bytes = (await bytesIn(own, goesOn)) + Math.max(0, grown);
    if (ended) return;
    if (bytes > limit) over.abort();
    else timer = setTimeout(() => void look(), PAUSE_MS + PAUSE_FOR_EACH_MS * (performance.now() - from)).unref();
  };
  timer = setTimeout(() => void look(), PAUSE_MS).unref();
  return {
    over: over.signal,
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
