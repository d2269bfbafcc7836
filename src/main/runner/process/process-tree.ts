/**
 * Ends a command and all that it started: its process group and session, and what left both by `setsid` or a double
 * fork, found through the marker that every process of the run has in its environment.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { foundInPs, PS_ARGUMENTS, RUN_MARKER, type Search, taskkillArguments } from './process-listing.ts';

export { RUN_MARKER } from './process-listing.ts';

const POLL_MS = 20;
/** Milliseconds to wait after the kill; a process that still exists then is stuck in the kernel. */
const KILL_WAIT_MS = 3000;

const run = promisify(execFile);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function matchesOnLinux(pid: number, search: Search): Promise<boolean> {
  try {
    if (search.leader !== undefined) {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
      // The name in parentheses may itself hold spaces and parentheses.
      const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') return false;
      if (Number(group) === search.leader || Number(session) === search.leader) return true;
    }
    // That of a process which has ended is empty.
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
    return `\0${environment}`.includes(`\0${RUN_MARKER}=${search.marker}`);
  } catch {
    return false; // Gone in the meantime, or another user's.
  }
}

async function findOnLinux(search: Search): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found = await Promise.all(pids.map(async (pid) => ((await matchesOnLinux(pid, search)) ? pid : 0)));
  return found.filter((pid) => pid > 1);
}

async function findByPs(search: Search): Promise<number[]> {
  const { stdout } = await run('ps', [...PS_ARGUMENTS], { maxBuffer: 64 * 1024 * 1024 });
  return foundInPs(stdout, search, process.pid);
}

async function find(search: Search): Promise<number[]> {
  try {
    return process.platform === 'linux' ? await findOnLinux(search) : await findByPs(search);
  } catch {
    return [];
  }
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone in the meantime.
  }
}

/** Asks, waits, kills, and searches again until none is left: a process may have forked between search and kill. */
async function endAll(search: Search, graceMs: number): Promise<void> {
  let left = await find(search);
  if (left.length === 0) return;
  for (const pid of left) send(pid, 'SIGTERM');
  for (const until = performance.now() + graceMs; left.length > 0 && performance.now() < until; ) {
    await pause(POLL_MS);
    left = await find(search);
  }
  for (const until = performance.now() + KILL_WAIT_MS; left.length > 0 && performance.now() < until; ) {
    for (const pid of left) send(pid, 'SIGKILL');
    await pause(POLL_MS);
    left = await find(search);
  }
}

export interface TreeToEnd {
  readonly leader: number;
  /** False once the leader has exited: its number may then be another's. */
  readonly leaderAlive: boolean;
  readonly marker: string;
  readonly graceMs: number;
}

/** Resolves when nothing of the run is left, or nothing more can be done. Never rejects. */
export async function endProcessTree(tree: TreeToEnd): Promise<void> {
  if (process.platform === 'win32') {
    if (tree.leaderAlive) await run('taskkill', taskkillArguments(tree.leader)).catch(() => {});
    return;
  }
  // First, before any look at the table: it costs nothing and the group is most often everything.
  if (tree.leaderAlive) send(-tree.leader, 'SIGTERM');
  await endAll({ marker: `${tree.marker}`, leader: tree.leader }, tree.graceMs);
}

/** Ends processes left by an earlier, crashed program. Only for the sole owner of the data folder. */
export async function endMarked(markerPrefix: string): Promise<void> {
  if (process.platform !== 'win32') await endAll({ marker: markerPrefix }, 0);
}
