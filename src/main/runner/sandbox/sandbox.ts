/** Port for enforcing a run's bounds. The runner knows only this; each kind of sandbox has its own file. */

import type { BigIntStats, Dir, Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { RunAccess, RunLimit, SandboxKind } from '../../../shared/sandbox.ts';
import { openUpAt } from '../../lib/held-folder.ts';
import { proxyEnvironment } from '../../lib/network.ts';

/** Resources a confined run may use. Limits without a sum apply to each process. */
export interface RunLimits {
  /** Seconds of CPU for a process; the wall clock ends a run after 300 s, so this bounds programs of several threads. */
  readonly cpuSeconds: number;
  /** Bytes of memory that all processes of a run may use together. */
  readonly memoryBytes: number;
  /** Processes at a time in one run. The kernel does not count the real root's; a control group, if any, does. */
  readonly processes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of each folder that lives in memory: /tmp, /dev/shm, the home. */
  readonly scratchBytes: number;
  /** Bytes that a run's folders may hold on the disk: the workspace, and what a granted folder grew by. */
  readonly workspaceBytes: number;
  /** Files and folders that a run may add to its own folders. */
  readonly workspaceEntries: number;
}

const GIB = 1024 ** 3;

/**
 * Bytes of data that the kernel lets one process map: a second bound, which holds before anything adds up. It counts
 * what a process only reserves, and Node reserves half a GiB for each of its workers.
 */
export const mappableBytes = ({ memoryBytes }: Pick<RunLimits, 'memoryBytes'>): number => memoryBytes + 3 * GIB;

export const DEFAULT_LIMITS: RunLimits = {
  cpuSeconds: 900,
  memoryBytes: 2 * GIB,
  processes: 512,
  fileBytes: 2 * GIB,
  scratchBytes: GIB / 2,
  workspaceBytes: GIB,
  workspaceEntries: 50_000,
};

export interface StartedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** It is spoken to through pipes; default: it has a terminal. */
  readonly piped?: boolean;
}

/** Absolute paths. If one folder is inside another, the inner one's access applies to it. */
export interface Bounds {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Inside a writable folder these are only to be read: other skills, which the app would run as theirs. */
  readonly fixed?: readonly string[] | undefined;
  /** Seen empty, where the kind can do that. */
  readonly hidden?: readonly string[] | undefined;
  /** Folder that the sandbox, if it can, fills with links for the run alone; else it is as it is outside. */
  readonly links?: { readonly at: string; readonly to: Readonly<Record<string, string>> } | undefined;
  /** Access granted beyond folders; default none, so no network. */
  readonly access?: RunAccess | undefined;
}

/** End of a run, as its terminal saw it, and its output. */
export interface RunEnd {
  readonly exitCode: number | null;
  readonly signal?: number;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** Milliseconds of wall-clock time since the start. */
  readonly ms: number;
  /** The end of its output, standard error included. */
  readonly output: string;
}

/** Program to start instead. Its environment is complete: pass `env` unchanged. */
export interface ConfinedProgram extends StartedProgram {
  /** Aborts if the run reaches a limit that does not end it (a fork bomb's): the caller then ends it. */
  readonly over?: AbortSignal;
  /**
   * The limit that ended the run, or kept it from continuing; undefined where none did, or where it cannot be known: it
   * never guesses. Call once, when the run has ended, before `dispose`. Never throws. The clock's limits (`time`, `idle`)
   * and the workspace's size are the caller's to name.
   */
  explain(end: RunEnd): RunLimit | undefined;
  /** Hosts it was refused, for the reader of the result; `HOST:PORT`. */
  refusedHosts(): readonly string[];
  /**
   * Moves reserved names that the run made in lent folders into this folder. Call once, when the run has ended.
   * @returns a line for each, for the reader of the result. Never rejects.
   */
  setAside(into: string): Promise<readonly string[]>;
  /** Ends what the kind keeps beside the run (a proxy, a control group, a container); also where it never started. Never rejects. */
  dispose(): Promise<void>;
}

export interface Sandbox {
  /** Name used by `doctor`, the log and the screen. */
  readonly kind: SandboxKind;
  /** Reason why there is no better one; empty where this is what was asked for. */
  readonly reason: string;
  /**
   * Wraps the program so that it accesses only what its bounds allow, and only the granted network.
   * @throws Error if it cannot be confined: it must not be started then.
   */
  wrap(program: StartedProgram, bounds: Bounds): Promise<ConfinedProgram>;
}

/** Nothing beside the run, and nothing known of its end. */
const unexplained: Omit<ConfinedProgram, keyof StartedProgram> = {
  explain: () => undefined,
  refusedHosts: () => [],
  setAside: async () => [],
  dispose: async () => {},
};

/** No bounds: a run can do what its user can. What it may use is bounded anyway (`sandbox/limited.ts`). */
export function noSandboxFor(reason: string): Sandbox {
  const wrap: Sandbox['wrap'] = async (program) => ({
    ...program,
    // It reaches the network by itself.
    env: { ...(await proxyEnvironment()), ...program.env },
    ...unexplained,
  });
  return { kind: 'none', reason, wrap };
}
export const noSandbox: Sandbox = noSandboxFor('');

// Measures a run's disk usage while it runs: its own folders completely, the user's folders only by their growth.

/** Milliseconds between two looks; longer where a look takes long, so that looking costs a sixth of a core at most. */
const PAUSE_MS = 250;
/** The same between two counts, which are cheap: a script makes thousands of files in this time. */
const COUNT_PAUSE_MS = 50;
const PAUSE_FOR_EACH_MS = 5;
/** Entries per look. More in our own folders counts as too much, whatever their size, so that nothing hides there. */
const MAX_ENTRIES = 500_000;
/** Unit of `st_blocks`, regardless of the file system's block size (POSIX). */
const BLOCK_BYTES = 512;

interface WatchedFolders {
  /** Counted whole. */
  readonly own: readonly string[];
  /** Counted by what they grew since the watch began. */
  readonly lent: readonly string[];
}

export type SizeWatch = ReturnType<typeof watchSize>;

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
    const mode = await openUpAt(folder).then(
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
) {
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
    /** Resolves when the files that were there before are counted: the program starts then. */
    counted: entriesBefore,
    /** Limit that was reached; undefined before. */
    reached: () => reached,
    end,
    /** Ends the watch with a last count, so that nothing made since the one before is missed. */
    async endWithCount(): Promise<void> {
      end();
      if (reached === undefined && (await counts(() => true))) reached = 'workspace-files';
    },
  };
}
