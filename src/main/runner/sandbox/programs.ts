/** The interpreters that live outside the system's folders (pyenv, nvm, a project's node_modules): what of them a run must see. */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../../shared/errors.ts';
import type { RunAccess } from '../../../shared/sandbox.ts';
import { findProgram } from '../../lib/processes.ts';
import type { FoundPrograms } from '../interpreters.ts';
import { serveProgram } from '../process.ts';
import { realProgram } from '../real-program.ts';
import { isInside } from '../workspace/workspace.ts';
import { mappableBytes, type RunLimits, type Sandbox } from './sandbox.ts';

// Explains failures caused by the sandbox to the reader of the output, who would otherwise retry.

/** Messages of the C library, Node, Python, curl and Git, in English, since runs use the C locale. */
const READ_ONLY = /Read-only file system|\bEROFS\b/;
const NO_NETWORK =
  /Network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|Could not resolve host|Temporary failure in name resolution|No address associated with hostname|Name or service not known|network connectivity is disabled/;

/** @param refused hosts that the proxy refused, reported even if the program succeeded without them. */
export function confinementNotes(
  failed: boolean,
  output: string,
  refused: readonly string[] = [],
  access?: RunAccess,
): string[] {
  const hosts = access?.hosts ?? [];
  const only = `its network reaches ${hosts.join(', ')}, and nothing else`;
  if (refused.length > 0)
    return [`This run was confined: ${only}. Refused: ${refused.join(', ')}.`, ...written(failed, output)];
  if (!failed) return [];
  const network = hosts.length === 0 ? 'it has no network' : `${only}, by the proxy in HTTP_PROXY and HTTPS_PROXY`;
  return [...written(failed, output), ...(NO_NETWORK.test(output) ? [`This run was confined: ${network}.`] : [])];
}

/** A full disk says the same: what to do is true of both. */
const NO_ROOM = /No space left on device|\bENOSPC\b/;

function written(failed: boolean, output: string): string[] {
  if (!failed) return [];
  return [
    ...(READ_ONLY.test(output)
      ? ['This run was confined: it can write to $WORK_DIR, $OUTPUT_DIR and $RUN_DIR, and nowhere else but /tmp.']
      : []),
    ...(NO_ROOM.test(output)
      ? ['This run was confined: /tmp and the home folder hold little, in memory; large files belong in $WORK_DIR.']
      : []),
  ];
}

const run = promisify(execFile);
const PROBE_TIMEOUT_MS = 10_000;
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store'];

export interface ProgramFolders {
  readonly readable: readonly string[];
  /** Prepended to the host's PATH: the real programs, as version managers' shims do not work alone. */
  readonly path: readonly string[];
}

const inSystem = (file: string): boolean => SYSTEM.some((folder) => isInside(folder, file));

/** For a `bin/`, the whole installation; elsewhere only the file, or a home's `.local` would be included. */
export function installationOf(file: string): string {
  const bin = path.dirname(file);
  const prefix = path.dirname(bin);
  const shared = [os.homedir(), path.join(os.homedir(), '.local'), '/', '/opt', '/home'];
  const own = path.basename(bin) === 'bin' && !shared.includes(prefix) && !isInside(prefix, os.homedir());
  return own ? prefix : file;
}

/** The virtual environment that a program is in, and its Python: a link leads there, and a file names it. */
export function environmentOf(file: string): readonly string[] {
  if (!path.isAbsolute(file)) return [];
  const roots = [file, realpathSync(file)].flatMap((place) => {
    const environment = path.dirname(path.dirname(place));
    const about = path.join(environment, 'pyvenv.cfg');
    const [, home = ''] = existsSync(about) ? (/^home\s*=\s*(\S.*)$/m.exec(readFileSync(about, 'utf8')) ?? []) : [];
    return path.isAbsolute(home) ? [environment, installationOf(path.join(home.trim(), 'python'))] : [];
  });
  return [...new Set(roots)].filter((place) => !inSystem(place) && existsSync(place) && !isInside(place, os.homedir()));
}

/** Asks Python for its folders: program, library, and the virtual environment's. */
async function pythonFolders(file: string, env: NodeJS.ProcessEnv): Promise<ProgramFolders> {
  const code = 'import sys; print(sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix, sep="\\n")';
  const { stdout } = await run(file, ['-I', '-c', code], { timeout: PROBE_TIMEOUT_MS, env });
  const [executable = '', ...prefixes] = stdout.trim().split('\n');
  if (!path.isAbsolute(executable)) return { readable: [], path: [] };
  const readable = prefixes.filter((folder) => path.isAbsolute(folder) && !inSystem(folder) && existsSync(folder));
  if (readable.some((folder) => isInside(folder, os.homedir()))) return { readable: [executable], path: [] };
  return { readable: [...new Set(readable)], path: inSystem(executable) ? [] : [path.dirname(executable)] };
}

/** A launcher whose manager names no program is mounted itself: what it says then is the manager's. */
async function otherFolders(given: string, env: NodeJS.ProcessEnv): Promise<ProgramFolders> {
  const file = await realProgram(given, { env }).catch(() => given);
  const real = realpathSync(file);
  if (inSystem(file) && inSystem(real)) return { readable: [], path: [] };
  return { readable: inSystem(real) ? [] : [installationOf(real)], path: [path.dirname(real)] };
}

/** Python before Node on PATH. An interpreter that does not answer is left out. */
export async function programFolders(found: FoundPrograms, env: NodeJS.ProcessEnv): Promise<ProgramFolders> {
  const none: ProgramFolders = { readable: [], path: [] };
  const python = found.python3 ?? found.python;
  const parts = [
    python === undefined ? none : await pythonFolders(python, env).catch(() => none),
    ...(await Promise.all(
      [found.node, found.bash].map((file) => (file === undefined ? none : otherFolders(file, env))),
    )),
    // One file, and the Pythons that it keeps.
    found.uv === undefined || inSystem(found.uv)
      ? none
      : { readable: [found.uv, path.join(os.homedir(), '.local/share/uv/python')], path: [path.dirname(found.uv)] },
  ];
  return {
    readable: [...new Set(parts.flatMap(({ readable }) => readable))],
    path: [...new Set(parts.flatMap((part) => part.path))].filter((folder) => !inSystem(folder)),
  };
}

/** Names that can be granted: one word, no path. */
export const PROGRAM_NAME = /^[A-Za-z0-9_.+-]+$/;

/** Folders of granted programs outside the system's. A program that is not installed grants nothing. */
export async function grantedPrograms(
  names: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProgramFolders> {
  const files = names.map((name) => (PROGRAM_NAME.test(name) ? findProgram([name], env) : undefined));
  const parts = await Promise.all(files.filter((file) => file !== undefined).map((file) => otherFolders(file, env)));
  return { readable: parts.flatMap(({ readable }) => readable), path: parts.flatMap((part) => part.path) };
}

export const withGranted = (programs: ProgramFolders, granted: ProgramFolders): ProgramFolders => ({
  readable: [...programs.readable, ...granted.readable],
  path: [...new Set([...programs.path, ...granted.path])],
});

// The two small shell programs around a confined run. Outside: closes what we left open (a terminal's master is not
// close-on-exec, and its holder could type into another run), then becomes bubblewrap. Inside: sets the limits, then
// becomes the program.

/**
 * A Ctrl-C and the request to end reach the whole group: bubblewrap must outlive them, or the program would be killed
 * where it wanted to tidy up. What a shell ignores stays ignored in what it becomes, so the program gets it back by `env`.
 */
export const RESTORED_SIGNALS = ['env', '--default-signal=INT,QUIT,TERM'] as const;

/** Arguments: the file of bubblewrap's arguments, the filter's file, the control groups' lists (these three may be empty), then bubblewrap and what follows `--args 9`. */
export function launchScript({ bash, restores }: { readonly bash: boolean; readonly restores: boolean }): string {
  // Only bash knows descriptors over 9 in a redirection.
  const close = bash
    ? `for f in /proc/self/fd/*; do f=\${f##*/}; [ "$f" -gt 2 ] && eval "exec $f>&-"; done`
    : 'exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-';
  return [
    ...(restores ? ["trap '' INT QUIT TERM"] : []),
    close,
    'exec 9<"$1" || exit 125',
    '/bin/rm -f "$1"',
    'if [ -n "$2" ]; then exec 8<"$2" || exit 125; fi',
    // If it cannot join, the limits per process still apply.
    'for list in "$3" "$4"; do [ -z "$list" ] || echo $$ 2>/dev/null >"$list"; done',
    'shift 4',
    'exec "$@"',
  ].join('\n');
}

const CPU_GRACE_SECONDS = 10;

/**
 * For `sh`, whose blocks have 512 bytes. A limit that cannot be set is skipped: the sandbox does not depend on it.
 * @param limits without one for processes if that is undefined. @param before further lines, run after setting the
 * limits.
 */
export function limitScript(
  limits: Omit<RunLimits, 'processes'> & { readonly processes: number | undefined },
  before: readonly string[] = [],
): string {
  return [
    'ulimit -c 0',
    // The soft limit tells the program why; the hard one ends it if it ignores that.
    `ulimit -H -t ${limits.cpuSeconds + CPU_GRACE_SECONDS}`,
    `ulimit -S -t ${limits.cpuSeconds}`,
    `ulimit -f ${Math.floor(limits.fileBytes / 512)}`,
    `ulimit -d ${Math.floor(mappableBytes(limits) / 1024)}`,
    ...(limits.processes === undefined
      ? []
      : [`(ulimit -u 64) 2>/dev/null && ulimit -u ${limits.processes} || ulimit -p ${limits.processes}`]),
  ]
    .map((line) => `${line} 2>/dev/null`)
    .concat(before, 'exec "$@"')
    .join('\n');
}

/** Starts what a run would start, for nothing: a sandbox is tried before it is counted on. */
const TIMEOUT_MS = 15_000;
const MAX_REASON = 400;

/**
 * Through pipes, not in a terminal: what is confined besides scripts must stay so where no terminal can be had.
 *
 * @param make the sandbox, for this data folder. @param command for `/bin/sh`. @returns why it cannot be used.
 */
export async function trial(
  make: (home: string) => Sandbox,
  command: string,
  host: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-sandbox-')));
  let timer: NodeJS.Timeout | undefined;
  try {
    const env = { PATH: `:${host.PATH ?? '/usr/bin:/bin'}` };
    const program = { file: '/bin/sh', args: ['-c', command], cwd: home, env, piped: true };
    const bounds = { readable: [home], writable: [] };
    const around = { sandbox: make(home), homeMark: `trial:${path.basename(home)}:`, aside: path.join(home, 'aside') };
    const served = await serveProgram(program, bounds, around);
    let text = '';
    for (const stream of [served.stdout, served.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(-MAX_REASON);
      });
    }
    served.stdin.end();
    let timedOut = false;
    timer = setTimeout(() => {
      timedOut = true;
      void served.end();
    }, TIMEOUT_MS);
    const { exitCode } = await served.ended;
    if (exitCode === 0) return undefined;
    if (timedOut) return `it did not start within ${TIMEOUT_MS / 1000} s`;
    const said = text.trim().split(/\r?\n/).slice(0, 3).join(' ');
    return said === '' ? `it ended with status ${exitCode ?? 'none'}` : said;
  } catch (error) {
    return messageOf(error);
  } finally {
    clearTimeout(timer);
    await rm(home, { recursive: true, force: true });
  }
}
