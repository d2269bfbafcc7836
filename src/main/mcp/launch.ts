/** Turns a server's definition into a start: the program, its variables, and its access in the sandbox. */
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { StdioServer } from '../../shared/mcp.ts';
import { findProgram } from '../lib/find-program.ts';
import { managerOf, realProgram } from '../runner/run/real-program.ts';
import { withoutKeys } from '../runner/run/run-environment.ts';
import { environmentOf, installationOf } from '../runner/sandbox/programs.ts';
import type { Bounds, StartedProgram } from '../runner/sandbox/sandbox.ts';
import { isInside } from '../runner/workspace/workspace.ts';
import { isTooBroad } from '../skills/requirements/needs.ts';
import { McpFailure } from './failure.ts';

export interface Launch {
  readonly program: StartedProgram;
  /** Absent: no sandbox, as the person wrote it. */
  readonly bounds: Bounds | undefined;
}

/** Skilldeck brings these where the machine has none. */
const BROUGHT = ['node', 'python', 'python3'];

const filled = (given: string): string => given.replace(/^(~|\$HOME|\$\{HOME\})(?=[/\\]|$)/, homedir());

/**
 * @param own the server's own folder: where it starts unless it names another, and its home in the sandbox, so that what
 * `npx` or `uvx` fetch stays there.
 * @param env its variables, filled in.
 * @throws McpFailure `not-found`, `no-version`, `folder-missing`, `too-broad`.
 */
export async function launchOf(
  server: StdioServer,
  own: string,
  env: Readonly<Record<string, string>>,
): Promise<Launch> {
  const { args = [], sandbox = true } = server;
  mkdirSync(path.join(own, 'home'), { recursive: true, mode: 0o700 });
  const cwd = server.cwd === undefined ? own : folder(server.cwd, own);
  const given = commandFile(server.command, cwd);
  if (!sandbox) return { program: { file: given, args, cwd, env }, bounds: undefined };
  const file = await behindManager(given, server.cwd === undefined ? homedir() : cwd);
  const roots = [...(file === given ? [] : [installationOf(file)]), ...environmentOf(file)];
  // An environment's Python is a link, in whose place nothing can be mounted.
  const named = [file, ...args]
    .flatMap((word) => namedPlace(word, cwd))
    .filter((place) => !roots.some((root) => isInside(root, place)));
  const reads = (server.reads ?? []).map((given) => granted(given, cwd));
  const writes = (server.writes ?? []).map((given) => granted(given, cwd));
  return {
    program: { file, args, cwd, env: { HOME: path.join(own, 'home'), ...env }, piped: true },
    bounds: {
      readable: [...named, ...roots, ...reads, ...(isBroad(cwd) ? [] : [cwd])],
      writable: [own, ...writes],
      access: { hosts: server.hosts ?? [], programs: [path.basename(server.command)] },
    },
  };
}

function commandFile(command: string, cwd: string): string {
  const given = filled(command);
  if (/[/\\]/.test(given)) {
    const file = path.resolve(cwd, given);
    if (existsSync(file)) return file;
    throw new McpFailure('not-found', { command });
  }
  const found = findProgram([given]) ?? (BROUGHT.includes(given) ? given : undefined);
  if (found === undefined) throw new McpFailure('not-found', { command });
  return found;
}

/**
 * A version manager's launcher works outside only: the program that it starts in this folder, which is never the
 * server's own, where the server could choose another.
 */
async function behindManager(file: string, cwd: string): Promise<string> {
  if (!path.isAbsolute(file)) return file;
  return realProgram(file, { env: withoutKeys(process.env), cwd }).catch((error: Error) => {
    throw new McpFailure('no-version', {
      command: path.basename(file),
      manager: managerOf(file)?.name ?? '',
      message: error.message,
    });
  });
}

function folder(given: string, base: string): string {
  const full = path.resolve(base, filled(given));
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new McpFailure('folder-missing', { folder: given });
  return full;
}

const isBroad = (full: string): boolean => isTooBroad(full, homedir());

/** Folders that the person named for reading or changing. */
function granted(given: string, cwd: string): string {
  const full = path.resolve(cwd, filled(given));
  if (!existsSync(full)) throw new McpFailure('folder-missing', { folder: given });
  if (isBroad(full) || isBroad(realpathSync.native(full))) throw new McpFailure('too-broad', { folder: given });
  return full;
}

/** Place that a word of a command line names: a folder to read, or the package that a program's file needs. */
function namedPlace(word: string, cwd: string): readonly string[] {
  const given = filled(word);
  const full = path.resolve(cwd, given);
  if (!path.isAbsolute(given) && !given.startsWith('.')) return [];
  const info = statSync(full, { throwIfNoEntry: false });
  if (info === undefined) return [];
  return [full, realpathSync.native(full)]
    .map((place) => (info.isDirectory() ? place : packageOf(place)))
    .filter((place) => !isBroad(place));
}

/** The outermost `node_modules` around it, else the nearest folder with a manifest; else the file alone. */
function packageOf(file: string): string {
  const [before, ...rest] = file.split(`${path.sep}node_modules${path.sep}`);
  if (rest.length > 0) return path.join(before ?? '', 'node_modules');
  for (let dir = path.dirname(file); !isBroad(dir) && dir !== path.dirname(dir); dir = path.dirname(dir)) {
    if (['package.json', 'pyproject.toml'].some((name) => existsSync(path.join(dir, name)))) return dir;
  }
  return file;
}
