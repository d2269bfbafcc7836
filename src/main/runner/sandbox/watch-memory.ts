/**
 * Adds up the memory of a run's processes where no control group does, and ends a run that has too much. One look at the
 * machine's processes serves all runs.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type ListedProcess, listedInPs, PS_ARGUMENTS, processesByMarker, RUN_MARKER } from '../process.ts';

/** Milliseconds between two looks; longer where a look takes long, so that looking costs a sixth of a core at most. */
const PAUSE_MS = 250;
const PAUSE_FOR_EACH_MS = 5;

export interface MemoryWatch {
  /** Aborts when the run has more. Its largest process is killed before, as it may grow faster than it is asked to end. */
  readonly over: AbortSignal;
  end(): void;
}

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
export function watchMemory(marker: string, most: number): MemoryWatch {
  const over = new AbortController();
  const one: Watched = { marker, most, over };
  watched.add(one);
  if (!looking) schedule(PAUSE_MS);
  return { over: over.signal, end: () => void watched.delete(one) };
}

function schedule(ms: number): void {
  clearTimeout(timer);
  timer = watched.size === 0 ? undefined : setTimeout(() => void look(), ms).unref();
}

async function look(): Promise<void> {
  looking = true;
  const from = performance.now();
  const runs = processesByMarker(await listed());
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

/** Never rejects: what cannot be listed is not counted. */
async function listed(): Promise<readonly ListedProcess[]> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await promisify(execFile)('ps', [...PS_ARGUMENTS], { maxBuffer: 64 * 1024 * 1024 });
      return listedInPs(stdout);
    }
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
    return (await Promise.all(pids.map(listedOnLinux))).filter((one) => one !== undefined);
  } catch {
    return [];
  }
}

const textOf = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');

async function listedOnLinux(pid: number): Promise<ListedProcess | undefined> {
  const stat = await textOf(`/proc/${pid}/stat`);
  // The name in parentheses may itself hold spaces and parentheses.
  const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || 'ZX'.includes(state)) return undefined;
  const [, marker] = new RegExp(`\0${RUN_MARKER}=([^\0]+)`).exec(`\0${await textOf(`/proc/${pid}/environ`)}`) ?? [];
  return { pid, parent: Number(parent), group: Number(session), marker, bytes: 0 };
}

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
