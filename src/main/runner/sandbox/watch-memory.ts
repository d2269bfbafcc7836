/**
 * Adds up the memory of a run's processes where no control group does, and ends a run that has too much. One look at the
 * machine's processes serves all runs.
 */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLimit } from '../../../shared/sandbox.ts';
import { type ListedProcess, listProcesses, processesByMarker, RUN_MARKER } from '../process.ts';
import { limitScript } from './programs.ts';
import type { RunEnd, RunLimits, Sandbox } from './sandbox.ts';

/** Milliseconds between two looks; longer where a look takes long, so that looking costs a sixth of a core at most. */
const PAUSE_MS = 250;
const PAUSE_FOR_EACH_MS = 5;

interface Watched {
  readonly marker: string;
  readonly most: number;
  readonly over: AbortController;
}

interface Used {
  readonly pid: number;
  readonly bytes: number;
}

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;
let looking = false;

/** @param marker of the run's processes (`RUN_MARKER`). @param most bytes of all of them together. */
export function watchMemory(marker: string, most: number) {
  const over = new AbortController();
  const one: Watched = { marker, most, over };
  watched.add(one);
  if (!looking) schedule(PAUSE_MS);
  return {
    /** Aborts when the run has more. Its largest process is killed before, as it may grow faster than it is asked to end. */
    over: over.signal,
    end: () => void watched.delete(one),
  };
}

function schedule(ms: number): void {
  clearTimeout(timer);
  timer = watched.size === 0 ? undefined : setTimeout(() => void look(), ms).unref();
}

async function look(): Promise<void> {
  looking = true;
  const from = performance.now();
  const runs = processesByMarker(await listProcesses());
  for (const one of [...watched]) {
    const used = await memoryOf(runs.get(one.marker) ?? [], one.most);
    if (sum(used) <= one.most || !watched.delete(one)) continue;
    const [largest] = used.toSorted((a, b) => b.bytes - a.bytes);
    if (largest !== undefined) kill(largest.pid);
    one.over.abort();
  }
  looking = false;
  schedule(PAUSE_MS + PAUSE_FOR_EACH_MS * (performance.now() - from));
}

const sum = (used: readonly Used[]): number => used.reduce((all, { bytes }) => all + bytes, 0);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in the meantime.
  }
}

const textOf = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');

/** Exact only where the rough figure, in which processes that share memory have it each, is over `most`. */
async function memoryOf(run: readonly ListedProcess[], most: number): Promise<readonly Used[]> {
  if (process.platform !== 'linux') return run;
  const rough = await figures(run, 'status', ['RssAnon', 'RssShmem', 'VmSwap']);
  if (sum(rough) <= most) return rough;
  const exact = await figures(run, 'smaps_rollup', ['Pss_Anon', 'Pss_Shmem', 'SwapPss']);
  // A kernel before 5.6 gives no parts, and a process may hide: then the rough figure holds.
  return exact.map((one, index) => (one.bytes > 0 ? one : (rough[index] ?? one)));
}

/** Adds these lines of a file of each process, in which they are given in kB. */
function figures(run: readonly ListedProcess[], file: string, names: readonly string[]): Promise<Used[]> {
  return Promise.all(
    run.map(async ({ pid }) => {
      const text = await textOf(`/proc/${pid}/${file}`);
      const kib = names.map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0));
      return { pid, bytes: kib.reduce((all, one) => all + one, 0) * 1024 };
    }),
  );
}

// A control group for a run, where this process may make one: it counts the processes of the real root too, and the
// memory of all of them together. Without one the limits of each process hold, and `watch-memory.ts` adds up.

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'skilldeck-';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

function mayMakeIn(folder: string): boolean {
  try {
    // A process moves only where it may write to the common ancestor's list too.
    accessSync(folder, constants.W_OK);
    accessSync(path.join(folder, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A place where groups can be made, and what of a run is counted there. */
interface Parent {
  readonly folder: string;
  readonly version: 1 | 2;
  readonly counts: 'both' | 'pids' | 'memory';
}

/** Version 2: in our own group or beside it, where its children are counted; version 1: among those of processes, and of memory. */
function parentFolders(): Parent[] {
  const own = new Map(
    read('/proc/self/cgroup')
      .split('\n')
      .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? '/'] as const])),
  );
  const unified = path.join(ROOT, own.get('') ?? '/');
  for (const folder of new Set([unified, path.dirname(unified)])) {
    const counted = read(path.join(folder, 'cgroup.subtree_control')).split(/\s+/);
    if (folder.startsWith(ROOT) && counted.includes('pids') && mayMakeIn(folder))
      return [{ folder, version: 2, counts: counted.includes('memory') ? 'both' : 'pids' }];
  }
  return (['pids', 'memory'] as const).flatMap((counts) => {
    const folder = path.join(ROOT, counts, own.get(counts) ?? '/');
    return own.has(counts) && mayMakeIn(folder) ? [{ folder, version: 1, counts } as const] : [];
  });
}

/** Milliseconds after which a run has joined its group; before, another run's sweep would leave it without limits. */
const JOINED_MS = 60_000;

/** Removes groups whose processes have ended; the kernel refuses to remove any other. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(PREFIX))) {
    const group = path.join(folder, name);
    const made = statSync(group, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - made > JOINED_MS) remove(group);
  }
}

function remove(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    return !existsSync(group);
  }
}

/** The number after this word in a file of events. */
const eventsIn = (file: string, word: string): number =>
  Number(new RegExp(`^${word} (\\d+)$`, 'm').exec(read(file))?.[1] ?? 0);

function reachedIn(group: string, { version, counts }: Parent): RunLimit | undefined {
  if (counts !== 'pids') {
    const [file, word] = version === 2 ? ['memory.events', 'oom_kill'] : ['memory.oom_control', 'oom_kill'];
    if (eventsIn(path.join(group, file), word) > 0) return 'memory';
  }
  return counts !== 'memory' && eventsIn(path.join(group, 'pids.events'), 'max') > 0 ? 'processes' : undefined;
}

function setLimits(group: string, { version, counts }: Parent, limits: RunLimits): void {
  const set = (name: string, value: number | string): void => writeFileSync(path.join(group, name), String(value));
  if (counts !== 'memory') set('pids.max', limits.processes);
  if (counts === 'pids') return;
  set(version === 2 ? 'memory.max' : 'memory.limit_in_bytes', limits.memoryBytes);
  // All of it or nothing: what is left of a run after one of its processes was killed for memory makes no sense.
  if (version === 2) set('memory.oom.group', 1);
}

type RunGroup = ReturnType<ReturnType<typeof controlGroups>['make']>;

/** True if groups count a run's processes under any user. Otherwise the kernel counts all but the real root's. */
export const countsProcesses = (): boolean => parentFolders().some(({ counts }) => counts !== 'memory');

const REMOVE_TRIES = 25;
const REMOVE_PAUSE_MS = 20;

export function controlGroups(limits: RunLimits) {
  const parents = process.platform === 'linux' ? parentFolders() : [];
  return {
    make(id: string) {
      const made = parents.flatMap((parent) => {
        const group = path.join(parent.folder, `${PREFIX}${id}`);
        try {
          sweep(parent.folder);
          mkdirSync(group);
          setLimits(group, parent, limits);
          return [{ group, parent }];
        } catch {
          remove(group);
          return [];
        }
      });
      let reached: RunLimit | undefined;
      const look = (): RunLimit | undefined => {
        for (const { group, parent } of made) reached ??= reachedIn(group, parent);
        return reached;
      };
      return {
        /** Files that a process writes its number to in order to join; none where no group can be had. */
        join: made.map(({ group }) => path.join(group, 'cgroup.procs')),
        /** True where the memory of its processes is counted together. */
        countsMemory: made.some(({ parent }) => parent.counts !== 'pids'),
        /** The limit that the kernel held the run to, so far. */
        reached: look,
        /** Waits a little for its last processes to go; what stays is swept away by a later run. */
        async dispose(): Promise<void> {
          look();
          let left = made.map(({ group }) => group);
          for (let tries = 0; tries < REMOVE_TRIES; tries += 1) {
            left = left.filter((group) => !remove(group));
            if (left.length === 0) return;
            await sleep(REMOVE_PAUSE_MS);
          }
        },
      };
    },
  };
}

// Finds the limit that ended a run, where the kernel said so.

/** 128 and the signal's number, as shells and bubblewrap give it on. Linux and macOS number these alike. */
const CPU_SIGNAL = 128 + 24; // SIGXCPU
const FILE_SIGNAL = 128 + 25; // SIGXFSZ
/** Messages of the C library, Python and Node for EFBIG: on today's file systems only the limit causes it. */
const FILE_TOO_LARGE = /\bFile too large\b|\bEFBIG\b/;

/**
 * Messages of Python, the C and C++ libraries and Node for ENOMEM. If other programs can still get memory, only the
 * limit on a process's data causes it. Excludes Node's messages about its heap: that limit is Node's own.
 */
const NO_MEMORY =
  /\bMemoryError\b|\bCannot allocate memory\b|\bENOMEM\b|\bstd::bad_alloc\b|\bArray buffer allocation failed\b/;
/** Characters: a program says last what ended it. */
const LAST_WORDS = 4000;

/** True if that much CPU time fits into the elapsed time. A program may exit with any code itself. */
const couldUse = (seconds: number, ms: number): boolean => (ms / 1000) * os.availableParallelism() >= seconds;

/** @param reached what the control group saw. */
export function explainEnd(end: RunEnd, limits: RunLimits, reached: RunLimit | undefined): RunLimit | undefined {
  if (end.exitCode === 0) return undefined;
  if (reached !== undefined) return reached;
  const code = end.signal === undefined ? end.exitCode : 128 + end.signal;
  if (code === CPU_SIGNAL && couldUse(limits.cpuSeconds, end.ms)) return 'cpu';
  if (code === FILE_SIGNAL || FILE_TOO_LARGE.test(end.output)) return 'file-size';
  if (!end.stopped && !end.timedOut && NO_MEMORY.test(end.output.slice(-LAST_WORDS))) return 'memory';
  return undefined;
}

/** Milliseconds. Two small files are read each time. */
const LOOK_EVERY_MS = 250;

/** A group only refuses what exceeds its limit: a run that keeps asking is ended. */
export function watchGroup(group: RunGroup): { readonly over: AbortSignal; end(): void } {
  const over = new AbortController();
  const timer = setInterval(() => {
    if (group.reached() === undefined) return;
    clearInterval(timer);
    over.abort();
  }, LOOK_EVERY_MS).unref();
  if (group.join.length === 0) clearInterval(timer);
  return { over: over.signal, end: () => clearInterval(timer) };
}

// Applies and explains the limits when there is no sandbox.

/** @returns any kind other than none unchanged: it applies them itself. */
export function withLimits(sandbox: Sandbox, limits: RunLimits): Sandbox {
  if (sandbox.kind !== 'none' || process.platform === 'win32') return sandbox;
  // Not of processes: without a sandbox the kernel counts all that the person has.
  const script = limitScript({ ...limits, processes: undefined });
  return {
    ...sandbox,
    async wrap(program, bounds) {
      const plain = await sandbox.wrap(program, bounds);
      const memory = watchMemory(program.env[RUN_MARKER] ?? '', limits.memoryBytes);
      return {
        ...plain,
        file: '/bin/sh',
        args: ['-c', script, 'sh', plain.file, ...plain.args],
        over: memory.over,
        explain: (end) => explainEnd(end, limits, memory.over.aborted ? 'memory' : undefined),
        async dispose() {
          memory.end();
          await plain.dispose();
        },
      };
    },
  };
}
