/** The interpreters that live outside the system's folders (pyenv, nvm, a project's node_modules): what of them a run must see. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type FoundPrograms, findOnPath } from '../run/interpreters.ts';
import { realProgram } from '../run/real-program.ts';
import { isInside } from '../workspace/workspace.ts';

const run = promisify(execFile);
const PROBE_TIMEOUT_MS = 10_000;
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store'];

export interface ProgramFolders {
  /** Readable folders and files. */
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
  const files = names.map((name) => (PROGRAM_NAME.test(name) ? findOnPath(name, env, process.platform) : undefined));
  const parts = await Promise.all(files.filter((file) => file !== undefined).map((file) => otherFolders(file, env)));
  return { readable: parts.flatMap(({ readable }) => readable), path: parts.flatMap((part) => part.path) };
}

export const withGranted = (programs: ProgramFolders, granted: ProgramFolders): ProgramFolders => ({
  readable: [...programs.readable, ...granted.readable],
  path: [...new Set([...programs.path, ...granted.path])],
});
