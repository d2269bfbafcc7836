/** Measures a run's disk usage while it runs: its own folders completely, the user's folders only by their growth. */
import type { BigIntStats, Dir, Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { RunLimit } from '../../../shared/sandbox.ts';
import { holdFolder, inFolder, openUp } from '../../lib/held-folder.ts';
import type { RunLimits } from './limits.ts';

/** Milliseconds between two looks; longer where a look takes long, so that looking costs a sixth of a core at most. */
const PAUSE_MS = 250;
/** The same between two counts, which are cheap: a script makes thousands of files in this time. */
const COUNT_PAUSE_MS = 50;
const PAUSE_FOR_EACH_MS = 5;
/** Entries per look. More in our own folders counts as too much, whatever their size, so that nothing hides there. */
const MAX_ENTRIES = 500_000;
/** Unit of `st_blocks`, regardless of the file system's block size (POSIX). */
const BLOCK_BYTES = 512;

export interface WatchedFolders {
  /** Counted whole. */
  readonly own: readonly string[];
  /** Counted by what they grew since the watch began. */
  readonly lent: readonly string[];
}

export interface SizeWatch {
  /** Aborts when a limit is met. */
  readonly over: AbortSignal;
  /** Resolves when the files that were there before are counted: the program starts then. */
  readonly counted: Promise<unknown>;
  /** Limit that was reached; undefined before. */
  reached(): RunLimit | undefined;
  /** Ends the watch. */
  end(): void;
  /** Ends the watch with a last count, so that nothing made since the one before is missed. */
  endWithCount(): Promise<void>;
}

interface Measured {
  readonly bytes: number;
  readonly entries: number;
  /** Set where not all of it could be measured: why. */
  readonly unmeasured?: RunLimit;
}

/** A script's folder that its owner may not read is opened: it could write to it anyway. */
async function opened(folder: string, isOurs: boolean): Promise<Dir | undefined | RunLimit> {
  try {
    return await opendir(folder, { bufferSize: 512 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENAMETOOLONG') return 'workspace-depth';
    if (code !== 'EACCES' || !isOurs) return undefined;
    // Its outer folder is held: a link in its place is not followed.
    const mode = await holdFolder(path.dirname(folder))
      .then((outer) => inFolder(outer, (held) => openUp(held, path.basename(folder))))
      .then(
        () => true,
        () => false,
      );
    return mode ? opendir(folder, { bufferSize: 512 }).catch(() => undefined) : 'workspace-size';
  }
}

/** Until its end, or until it is taken away in the meantime. */
async function* entriesOf(dir: Dir): AsyncGenerator<Dirent> {
  try {
    yield* dir;
  } catch {
    // The entries listed so far were there.
  }
}

interface Measuring {
  readonly isOurs: boolean;
  goesOn(): boolean;
  /** `entries`: without the sizes, which cost a call for each file. */
  readonly what?: 'all' | 'entries';
  /** Default: `MAX_ENTRIES`. */
  readonly most?: number;
}

/** Bytes on disk: a hole in a file takes no space. Does not follow links; counts a file with two names once. */
async function measured(
  folders: readonly string[],
  { isOurs, goesOn, what = 'all', most = MAX_ENTRIES }: Measuring,
): Promise<Measured> {
  const left = [...folders];
  const seen = new Set<string>();
  let bytes = 0;
  let entries = 0;
  let unmeasured: RunLimit | undefined;
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const dir = await opened(folder, isOurs);
    if (typeof dir === 'string') unmeasured ??= dir;
    if (typeof dir === 'string' || dir === undefined) continue;
    for await (const entry of entriesOf(dir)) {
      entries += 1;
      if (entries > most || !goesOn()) return { bytes, entries, unmeasured: 'workspace-files' };
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) left.push(file);
      else if (what === 'all' && entry.isFile()) {
        const info = await lstat(file, { bigint: true }).catch((): BigIntStats | undefined => undefined);
        if (info === undefined) continue;
        const id = `${info.dev}:${info.ino}`;
        if (info.nlink > 1n && seen.has(id)) continue;
        if (info.nlink > 1n) seen.add(id);
        bytes += Number(info.blocks) * BLOCK_BYTES;
      }
    }
  }
  return { bytes, entries, ...(unmeasured === undefined ? {} : { unmeasured }) };
}

/** Never rejects: of a person's folder, what cannot be measured is not counted. */
export function watchSize(
  { own, lent }: WatchedFolders,
  limits: Pick<RunLimits, 'workspaceBytes' | 'workspaceEntries'>,
): SizeWatch {
  const over = new AbortController();
  let reached: RunLimit | undefined;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let countTimer: NodeJS.Timeout | undefined;
  const goesOn = (): boolean => !ended;
  const ofLent = async (): Promise<number> =>
    lent.length === 0 ? 0 : (await measured(lent, { isOurs: false, goesOn })).bytes;
  const before = ofLent();
  // Files of earlier runs do not count: this run may be about to remove them.
  const entriesBefore = measured(own, { isOurs: true, goesOn, what: 'entries' }).then(({ entries }) => entries);
  const meet = (limit: RunLimit): void => {
    reached ??= limit;
    over.abort();
  };
  const counts = async (goesOn: () => boolean): Promise<boolean> => {
    const most = Math.min(MAX_ENTRIES, (await entriesBefore) + limits.workspaceEntries);
    return (await measured(own, { isOurs: true, goesOn, what: 'entries', most })).entries > most;
  };
  const count = async (): Promise<void> => {
    const from = performance.now();
    const tooMany = await counts(goesOn);
    if (ended) return;
    if (tooMany) meet('workspace-files');
    else {
      const pause = COUNT_PAUSE_MS + PAUSE_FOR_EACH_MS * (performance.now() - from);
      countTimer = setTimeout(() => void count(), pause).unref();
    }
  };
  const look = async (): Promise<void> => {
    const from = performance.now();
    const grown = (await ofLent()) - (await before);
    const ours = await measured(own, { isOurs: true, goesOn });
    if (ended) return;
    if (ours.unmeasured !== undefined) meet(ours.unmeasured);
    else if (ours.bytes + Math.max(0, grown) > limits.workspaceBytes) meet('workspace-size');
    else timer = setTimeout(() => void look(), PAUSE_MS + PAUSE_FOR_EACH_MS * (performance.now() - from)).unref();
  };
  timer = setTimeout(() => void look(), PAUSE_MS).unref();
  countTimer = setTimeout(() => void count(), COUNT_PAUSE_MS).unref();
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    clearTimeout(countTimer);
  };
  return {
    over: over.signal,
    counted: entriesBefore,
    reached: () => reached,
    end,
    async endWithCount() {
      end();
      if (reached === undefined && (await counts(() => true))) reached = 'workspace-files';
    },
  };
}
