/** A program that runs beside the sessions and is spoken to through pipes: in the sandbox, in its own process group. */

import { type ChildProcessWithoutNullStreams, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import spawn from 'cross-spawn';
import type { SandboxKind } from '../../shared/sandbox.ts';
import { sha256 } from '../lib/text.ts';
import type { Bounds, ConfinedProgram, Sandbox, StartedProgram } from './sandbox/sandbox.ts';

// Variables of the host that programs get. Never a key.

export type HostVariables = Readonly<Record<string, string | undefined>>;

/** Passed on where the host has them. Proxies are left out: their addresses may hold a password. */
const ALLOWED = [
  'PATH HOME LANGUAGE TZ TMPDIR USER LOGNAME SHELL',
  // Windows: without these hardly a program starts.
  'SystemRoot SystemDrive windir ComSpec PATHEXT TEMP TMP USERPROFILE USERNAME APPDATA LOCALAPPDATA ProgramData',
  'ProgramFiles ProgramFiles(x86) NUMBER_OF_PROCESSORS OS',
].flatMap((line) => line.split(' '));

/** Windows ignores the case of names, and calls PATH `Path`. */
const isPassedOn = (name: string): boolean =>
  ALLOWED.includes(name) || (process.platform === 'win32' && ALLOWED_IN_CAPITALS.has(name.toUpperCase()));
const ALLOWED_IN_CAPITALS = new Set(ALLOWED.map((name) => name.toUpperCase()));

/** Folders and versions of version managers. Runs do not get them. */
const OF_MANAGERS =
  /^((PYENV|NODENV|GOENV|RBENV|ASDF|MISE|VOLTA|FNM|NVM|UV)_(\w+_)?(ROOT|HOME|DIR|VERSION|CONFIG_FILE)|XDG_(CONFIG|DATA|CACHE|STATE)_HOME)$/;

/** The host's variables without a key, unchanged: for programs of the host that a run is prepared with. */
export const withoutKeys = (host: HostVariables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(host).filter(([name]) => isPassedOn(name) || OF_MANAGERS.test(name)));

/** The host's variables that any program gets; a relative entry of PATH would let a file in its folder replace a program. */
export function hostVariables(host: HostVariables, shims: string): Record<string, string> {
  // The host's own locale may not be installed here (a login from another machine brings its name along), and every
  // shell would then begin with a warning. UTF-8 is what matters.
  const environment: Record<string, string> = { LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  for (const [name, value] of Object.entries(host)) {
    if (value !== undefined && isPassedOn(name)) environment[name] = value;
  }
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const entries = (environment[pathName] ?? '/usr/local/bin:/usr/bin:/bin')
    .split(path.delimiter)
    .filter(path.isAbsolute);
  return { ...environment, [pathName]: [shims, ...entries].join(path.delimiter) };
}

// A run's processes, by /proc or by ps, and the Windows command that ends them.

/** The variable that marks a run's processes. Its value begins with the home's key, so that a later start finds what a crash left. */
export const RUN_MARKER = 'SKILLDECK_RUN';

/** Begins the marker of every run of this data folder. */
export const homeMark = async (home: string): Promise<string> => `${sha256(await realpath(home)).slice(0, 16)}:`;

interface Search {
  /** Value of `RUN_MARKER`, or the beginning of one. */
  readonly marker: string;
  /** Also everything in this process's session or group. */
  readonly leader?: number;
}

/** macOS and the BSDs: `-E` appends the environment of one's own processes to the command. */
const PS_ARGUMENTS = ['-axEww', '-o', 'pid=,ppid=,pgid=,stat=,rss=,command='];

export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** Leaders of its group and, on Linux, of its session. */
  readonly leaders: readonly number[];
  /** Value of `RUN_MARKER`, where its environment is seen. */
  readonly marker: string | undefined;
  /** Memory in use; 0 on Linux, which says it elsewhere. */
  readonly bytes: number;
}

/** Without what has ended. */
export function listedInPs(listing: string): ListedProcess[] {
  return listing.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, kib, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    const [, marker] = new RegExp(` ${RUN_MARKER}=(\\S+)`).exec(command) ?? [];
    const bytes = Number(kib) * 1024;
    return [{ pid: Number(pid), parent: Number(parent), leaders: [Number(group)], marker, bytes }];
  });
}

/** Numbers of all processes but this one, on Linux. */
export const pidsOnLinux = async (): Promise<number[]> =>
  (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 1 && pid !== process.pid);

/** Undefined for a process that has ended. */
export async function statOnLinux(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in parentheses may itself hold spaces and parentheses.
  const end = stat.lastIndexOf(')');
  const [state = 'X', parent, group, session] = stat.slice(end + 2).split(' ');
  if ('ZX'.includes(state)) return undefined;
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { pid, name, state, parent: Number(parent), group: Number(group), session: Number(session) };
}

async function listedOnLinux(pid: number): Promise<ListedProcess[]> {
  const stat = await statOnLinux(pid);
  if (stat === undefined) return [];
  // That of another user's is not seen.
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const [, marker] = new RegExp(`\0${RUN_MARKER}=([^\0]+)`).exec(`\0${environment}`) ?? [];
  return [{ pid, parent: stat.parent, leaders: [stat.group, stat.session], marker, bytes: 0 }];
}

/** All but this one. Never rejects: what cannot be listed is not there. */
export async function listProcesses(): Promise<ListedProcess[]> {
  if (process.platform === 'linux') return (await Promise.all((await pidsOnLinux()).map(listedOnLinux))).flat();
  const listing = await run('ps', PS_ARGUMENTS, { maxBuffer: 64 * 1024 * 1024 }).catch(() => ({ stdout: '' }));
  return listedInPs(listing.stdout).filter(({ pid }) => pid !== process.pid);
}

/** The processes of each run: the marked ones, those that a marked one leads, and all that these started. */
export function processesByMarker(all: readonly ListedProcess[]): ReadonlyMap<string, readonly ListedProcess[]> {
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const markerOf = (one: ListedProcess, seen: number): string | undefined => {
    const own = [one, ...one.leaders.map((leader) => byPid.get(leader))].find((each) => each?.marker !== undefined);
    const parent = byPid.get(one.parent);
    // A listing is no snapshot: a number may have become another's.
    return own?.marker ?? (parent === undefined || seen > all.length ? undefined : markerOf(parent, seen + 1));
  };
  return Map.groupBy(
    all.filter((one) => markerOf(one, 0) !== undefined),
    (one) => markerOf(one, 0) ?? '',
  );
}

/** Kills the whole tree at once: a console program has no request to end. */
export const taskkillArguments = (leader: number): string[] => ['/T', '/F', '/PID', String(leader)];

/** Processes by leader, by marker, and by parent: macOS hides its programs' environment, and a `sleep` may leave its group. */
export function foundIn(all: readonly ListedProcess[], { marker, leader }: Search): number[] {
  const isTheirs = (one: ListedProcess) =>
    one.marker?.startsWith(marker) === true || (leader !== undefined && [one.pid, ...one.leaders].includes(leader));
  const found = new Set(all.filter(isTheirs).map(({ pid }) => pid));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/**
 * Ends a command and all that it started: its process group and session, and what left both by `setsid` or a double
 * fork, found through the marker that every process of the run has in its environment.
 */
const POLL_MS = 20;
/** Milliseconds to wait after the kill; a process that still exists then is stuck in the kernel. */
const KILL_WAIT_MS = 3000;

const run = promisify(execFile);

const find = async (search: Search): Promise<number[]> => foundIn(await listProcesses(), search);

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
    await sleep(POLL_MS);
    left = await find(search);
  }
  for (const until = performance.now() + KILL_WAIT_MS; left.length > 0 && performance.now() < until; ) {
    for (const pid of left) send(pid, 'SIGKILL');
    await sleep(POLL_MS);
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

/** Milliseconds between the end of its input, the request to end, and the kill. */
const GRACE_MS = 1_500;

interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Reserved names that it made in lent folders: a line for each that was moved away. */
  readonly moved: readonly string[];
}

export type ServedProgram = ReturnType<typeof served>;

/** @throws Error where it cannot be confined or started. */
export async function serveProgram(
  program: StartedProgram,
  bounds: Bounds,
  { sandbox, homeMark, aside }: { readonly sandbox: Sandbox; readonly homeMark: string; readonly aside: string },
) {
  const marker = `${homeMark}${randomUUID()}`;
  const confined = await sandbox.wrap({ ...program, env: { ...program.env, [RUN_MARKER]: marker } }, bounds);
  try {
    const { file, args, cwd, env } = confined;
    const options = { cwd, env, detached: true, stdio: 'pipe', windowsHide: true } as const;
    const child = spawn(file, [...args], options) as ChildProcessWithoutNullStreams;
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return served(child, confined, { marker, sandbox: sandbox.kind, aside });
  } catch (error) {
    await confined.dispose();
    throw error;
  }
}

function served(
  child: ChildProcessWithoutNullStreams,
  confined: ConfinedProgram,
  { marker, sandbox, aside }: { readonly marker: string; readonly sandbox: SandboxKind; readonly aside: string },
) {
  const pid = child.pid ?? 0;
  // A pipe whose reader is gone is the program's end, which `ended` reports.
  child.stdin.on('error', () => {});
  let isOver = false;
  const clear = (): Promise<void> => endProcessTree({ leader: pid, leaderAlive: !isOver, marker, graceMs: GRACE_MS });
  const exited = new Promise<Omit<ProgramEnd, 'moved'>>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      isOver = true;
      resolve({ exitCode, signal });
    });
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = exited.then(async (end): Promise<ProgramEnd> => {
    // Programs that it left running hold its pipes open.
    await clear();
    await closed;
    const moved = await confined.setAside(path.join(aside, randomUUID()));
    await confined.dispose();
    return { ...end, moved };
  });
  confined.over?.addEventListener('abort', () => void clear(), { once: true });
  return {
    pid,
    sandbox,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    /** Its own end or ours, when its output is read and nothing is left of it. Never rejects. */
    ended,
    /** Ends it with all that it started; resolves when nothing is left. */
    async end(): Promise<void> {
      child.stdin.end();
      if (!isOver) await clear();
      await ended;
    },
  };
}
