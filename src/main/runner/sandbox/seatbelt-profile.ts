/** Rights of a run on macOS, in the language of `sandbox-exec` (SBPL): the last matching rule decides. */
import path from 'node:path';
import type { LentFolder, Mount } from './mounts.ts';
import { GIT_PARTS, RESERVED } from './reserved.ts';

export interface ProfileParts {
  /** Readable system and app paths: interpreters, shims. */
  readonly system: readonly string[];
  /** Outer ones first. */
  readonly mounts: readonly Mount[];
  /** Port on 127.0.0.1, the only way out; none if no host was granted. */
  readonly proxyPort?: number | undefined;
}

const SYSTEM_FOLDERS = [
  '/bin',
  '/sbin',
  '/usr',
  '/System',
  '/Library/Apple',
  '/Library/Frameworks',
  '/Library/Developer',
  '/Library/Fonts',
  '/opt/homebrew',
  '/opt/local',
  '/private/var/db/timezone',
  '/private/var/select',
  '/private/etc/ssl',
  '/private/etc/localtime',
  '/private/etc/passwd',
  '/private/etc/group',
  '/private/etc/shells',
  '/private/etc/protocols',
];

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
  name.replaceAll('.', '[.]').replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const anyOf = (names: Iterable<string>): string => `(${[...names].map(anyCase).join('|')})`;

/** Reserved names at any depth, made as well as changed. */
function reservedRule(at: string, { git }: LentFolder): string {
  const names = [...RESERVED.keys()].filter((name) => !git || name !== '.git');
  const all = [`/${anyOf(names)}(/|$)`, ...(git ? [`/${anyCase('.git')}/${anyOf(GIT_PARTS.keys())}(/|$)`] : [])];
  return `(deny file-write* ${all.map((one) => `(require-all ${subpath(at)} (regex #"${one}"))`).join(' ')})`;
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
