/** macOS: a run under a profile of the kernel's, by `sandbox-exec`. */

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RUN_MARKER } from '../process.ts';
import { boundMounts, type LentFolder, type Mount, setAside } from './mounts.ts';
import { networkVariables, openNetworkProxy } from './network-proxy.ts';
import { grantedPrograms, limitScript, type ProgramFolders, withGranted } from './programs.ts';
import { GIT_PARTS, RESERVED } from './protected.ts';
import type { RunLimits, Sandbox } from './sandbox.ts';
import { explainEnd, watchMemory } from './watch-memory.ts';

/** Rights of a run on macOS, in the language of `sandbox-exec` (SBPL): the last matching rule decides. */
export interface ProfileParts {
  /** Readable system and app paths: interpreters, shims. */
  readonly system: readonly string[];
  /** Outer ones first. */
  readonly mounts: readonly Mount[];
  /** Port on 127.0.0.1, the only way out; none if no host was granted. */
  readonly proxyPort?: number | undefined;
}

const SYSTEM_FOLDERS = [
  '/bin /sbin /usr /System /Library/Apple /Library/Frameworks /Library/Developer /Library/Fonts /opt/homebrew',
  '/opt/local /private/var/db/timezone /private/var/select /private/etc/ssl /private/etc/localtime',
  '/private/etc/passwd /private/etc/group /private/etc/shells /private/etc/protocols',
].flatMap((line) => line.split(' '));

/** Requests that programs make to the kernel and its helpers at startup: none reaches a file or a network. */
const BASE = `(version 1)
(deny default)
(allow process-exec process-fork)
(allow signal process-info* (target same-sandbox))
(allow sysctl-read)
(allow ipc-posix-sem)
(allow pseudo-tty)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))
(allow file-read* (literal "/") (literal "/dev") (literal "/dev/random") (literal "/dev/urandom") (literal "/dev/zero"))
(allow file-read* file-write-data file-ioctl (literal "/dev/null") (literal "/dev/tty") (literal "/dev/dtracehelper"))
(allow file-read* file-write-data file-ioctl (regex #"^/dev/ttys[0-9]+$"))
(allow file-read* (subpath "/dev/fd"))
(allow file-read-metadata (literal "/tmp") (literal "/var") (literal "/etc") (literal "/private") (literal "/private/var"))`;

/** A string of SBPL. @throws Error for what could end it early however it is written. */
export function profileString(text: string): string {
  if (/[\0\n\r]/.test(text))
    throw new Error(
      `A folder whose name holds a line break cannot be given to a confined run: ${JSON.stringify(text)}.`,
    );
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const subpath = (file: string): string => `(subpath ${profileString(file)})`;
const literal = (file: string): string => `(literal ${profileString(file)})`;

/** On the way to what is given, names can be resolved and nothing else. */
function ancestors(files: readonly string[]): string[] {
  const all = new Set<string>();
  for (const file of files) {
    for (let dir = path.posix.dirname(file); dir !== '/' && dir !== '.'; dir = path.posix.dirname(dir)) all.add(dir);
  }
  return [...all].sort();
}

/** In either case, as file systems there take them for the same. */
const anyCase = (name: string): string =>
  name.replaceAll('.', '[.]').replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
const anyOf = (names: Iterable<string>): string => `(${[...names].map(anyCase).join('|')})`;

/** Reserved names at any depth, made as well as changed. */
function reservedRule(at: string, { git, missing }: LentFolder): string {
  const names = [...RESERVED.keys()].filter((name) => !git || name !== '.git');
  const all = [`/${anyOf(names)}(/|$)`, ...(git ? [`/${anyCase('.git')}/${anyOf(GIT_PARTS.keys())}(/|$)`] : [])];
  const reserved = all.map((one) => `(require-all ${subpath(at)} (regex #"${one}"))`);
  return `(deny file-write* ${[...reserved, ...missing.map(subpath)].join(' ')})`;
}

function mountRules({ at, how, lent }: Mount): string[] {
  if (how === 'hidden') return [`(deny file-read* file-write* ${subpath(at)})`];
  if (how === 'read') return [`(allow file-read* ${subpath(at)})`, `(deny file-write* ${subpath(at)})`];
  // The folder itself stays: another put in its place would have nothing fixed in it.
  return [
    `(allow file-read* file-write* ${subpath(at)})`,
    `(deny file-write-unlink ${literal(at)})`,
    ...(lent === undefined ? [] : [reservedRule(at, lent)]),
  ];
}

export function seatbeltProfile({ system, mounts, proxyPort }: ProfileParts): string {
  const way = ancestors([...system, ...mounts.map(({ at }) => at)]);
  return [
    BASE,
    `(allow file-read* ${[...SYSTEM_FOLDERS, ...system].map(subpath).join(' ')})`,
    ...mounts.flatMap(mountRules),
    // Last: a hidden folder on the way hides its files, not the way.
    ...(way.length === 0 ? [] : [`(allow file-read-metadata ${way.map(literal).join(' ')})`]),
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    '',
  ].join('\n');
}

export interface SeatbeltOptions {
  /** Absolute path of `sandbox-exec`. */
  readonly file: string;
  /** The data folder: covered. */
  readonly home: string;
  readonly programs: ProgramFolders;
  /** Ours, that runs use: the shims and what they start. */
  readonly support: readonly string[];
  readonly limits: RunLimits;
}

export function createSeatbelt({ file, home, programs, support, limits }: SeatbeltOptions): Sandbox {
  return {
    kind: 'sandbox-exec',
    reason: '',
    async wrap(program, bounds) {
      const { hosts = [], programs: names = [] } = bounds.access ?? {};
      const seen = withGranted(programs, await grantedPrograms(names, program.env));
      // Replaces the user's home and the folder for temporary files, which all programs share.
      const scratch = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-run-')));
      const proxy = hosts.length === 0 ? undefined : await openNetworkProxy(hosts, 'port');
      const memory = watchMemory(program.env[RUN_MARKER] ?? '', limits.memoryBytes);
      const dispose = async (): Promise<void> => {
        memory.end();
        await Promise.all([proxy?.close(), rm(scratch, { recursive: true, force: true })]);
      };
      try {
        const writable = [...bounds.writable, scratch];
        const given = [...bounds.readable, ...writable].includes(program.cwd);
        const readable = given ? bounds.readable : [...bounds.readable, program.cwd];
        const mounts = await boundMounts({ ...bounds, readable, writable }, [home]);
        const profile = seatbeltProfile({
          system: [...seen.readable, ...support],
          mounts: mounts.map((mount) => (mount.at === scratch ? { at: scratch, how: 'write' } : mount)),
          proxyPort: proxy?.port,
        });
        const [shims = '', ...rest] = (program.env.PATH ?? '').split(':');
        return {
          file,
          args: ['-p', profile, '/bin/sh', '-c', limitScript(limits), 'sh', program.file, ...program.args],
          cwd: program.cwd,
          env: {
            ...networkVariables(proxy),
            ...program.env,
            HOME: scratch,
            TMPDIR: scratch,
            PATH: [shims, ...seen.path, ...rest].join(':'),
          },
          over: memory.over,
          explain: (end) => explainEnd(end, limits, memory.over.aborted ? 'memory' : undefined),
          refusedHosts: () => proxy?.refused() ?? [],
          setAside: (into) =>
            setAside(
              mounts.filter(({ at }) => at !== scratch),
              into,
            ),
          dispose,
        };
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}
