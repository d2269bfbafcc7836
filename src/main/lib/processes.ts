import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** An open file can be named by its descriptor. */
export const HAS_DESCRIPTOR_PATHS = process.platform === 'linux' && existsSync('/proc/self/fd');

/** The Node that Skilldeck itself runs on, for starting another one: under Electron its binary, run as Node. */
const underElectron = process.versions.electron !== undefined;

/**
 * The environment that makes the program a plain Node; empty where it is one. Electron would also take a file called
 * `x.asar` for a folder, in what a person's scripts and the embedded Python read.
 */
export const AS_NODE: Readonly<Record<string, string>> = underElectron
  ? { ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' }
  : {};

/** The same as words of `env`. */
export const asNodeWords = (): string[] => Object.entries(AS_NODE).map(([name, value]) => `${name}=${value}`);

/**
 * Files that must be readable for that program to start. Electron's code lies beside its binary; in a bundle of macOS
 * beside the binary's folder: `Skilldeck.app/Contents/{MacOS,Frameworks,Resources}`.
 */
export function ownNodeFiles(
  execPath = process.execPath,
  platform: NodeJS.Platform = process.platform,
  electron = underElectron,
): string {
  if (!electron) return execPath;
  return platform === 'darwin' ? path.posix.resolve(execPath, '../../..') : path.dirname(execPath);
}

/** The first of `names` that PATH has as an executable file: its absolute path. Relative entries of PATH do not count. */
export function findProgram(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const isWindows = platform === 'win32';
  const { delimiter, extname, isAbsolute, join } = isWindows ? path.win32 : path.posix;
  const given = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';');
  for (const name of names) {
    const endings = !isWindows ? [''] : extname(name) === '' ? given : ['', ...given];
    for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter).filter(isAbsolute)) {
      const found = endings.map((ending) => join(folder, name + ending)).find(isExecutable);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The program that opens an address in the person's browser, if this machine can show one. */
function opener(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
  }
}

/** Does its best and says nothing: the address is on the terminal anyway. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): void {
  const [command, ...args] = opener(env) ?? [];
  if (command === undefined) return;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** True if a process with this id is running, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
