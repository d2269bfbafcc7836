/** Runs a program in a container, if the machine has an engine, from an image named in the settings. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { posixWord } from '../interpreters.ts';
import { coverMissing } from './covers.ts';
import { boundMounts, type Mount, setAside } from './mounts.ts';
import { forwarderLines, networkVariables, openNetworkProxy, SOCKET_INSIDE } from './network-proxy.ts';
import { PROGRAM_NAME } from './programs.ts';
import {
  type Bounds,
  type ConfinedProgram,
  mappableBytes,
  type RunLimits,
  type Sandbox,
  type StartedProgram,
} from './sandbox.ts';
import { REFUSED_CALLS } from './seccomp.ts';
import { explainEnd } from './watch-memory.ts';

export interface ContainerOptions {
  /** Absolute path of `podman` or `docker`. */
  readonly file: string;
  readonly engine: 'podman' | 'docker';
  /** Arguments before `run`: the runtime, if the engine's default does not start here. */
  readonly engineArguments: readonly string[];
  readonly image: string;
  readonly home: string;
  /** The engine's client needs some of it: where its socket and its images are. */
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly limits: RunLimits;
}

/** Environment variables for the client itself. The program gets none of them. */
const CLIENT =
  /^(HOME|PATH|USER|LOGNAME|TMPDIR|LANG|TERM|XDG_.*|DOCKER_.*|CONTAINER_HOST|CONTAINER_SSHKEY|CONTAINER_CONNECTION|CONTAINERS_.*|DBUS_.*)$/;
/** Variables that the image sets better. */
const LEFT_OUT = ['PATH', 'SHELL', 'TMPDIR', 'SKILLDECK_READABLE', 'SKILLDECK_WRITABLE'];
const PATH_INSIDE = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Open at a time, in a process. */
const MAX_FILES = 4096;
/** Limit per user; below podman's own limit on systems where it may not raise it. */
const MAX_PROCESSES = 16_384;
const NAME_PREFIX = 'skilldeck-';

/** Replacements for the programs that runs call on this machine: the image has its own `python3`. */
const SHIMS: Readonly<Record<string, string>> = {
  uv: '#!/bin/sh\n[ "$1" = run ] || { echo "uv: in a container only uv run is known" >&2; exit 2; }\nshift\ncase "$1" in *.py) exec python3 "$@" ;; *) exec "$@" ;; esac\n',
  'skilldeck-python': '#!/bin/sh\nexec python3 "$@"\n',
};

/** Rewritten for each run: they are small, and a run cannot reach them. */
function writeContainerFiles(home: string): Pick<ContainerParts, 'shims' | 'seccomp'> {
  const folder = path.join(home, 'sandbox', 'container-bin');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  for (const [name, text] of Object.entries(SHIMS)) writeFileSync(path.join(folder, name), text, { mode: 0o755 });
  const seccomp = path.join(home, 'sandbox', 'container-seccomp.json');
  writeFileSync(seccomp, containerSeccomp(), { mode: 0o600 });
  return { shims: folder, seccomp };
}

/** One field of the engines' lists, which are read as CSV. */
const field = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function mountWords({ at, how }: Mount, scratchBytes: number): string[] {
  if (how === 'hidden') return ['--tmpfs', `${at}:rw,size=${scratchBytes}`];
  const fields = ['type=bind', field(`src=${at}`), field(`dst=${at}`), ...(how === 'read' ? ['readonly'] : [])];
  return ['--mount', fields.join(',')];
}

/** Ends the container on request, and if the app dies: its input ends with the app. */
function watchdog(options: ContainerOptions, name: string): { end(): Promise<void> } {
  const remove = [options.file, ...options.engineArguments, 'rm', '--force', name].map(posixWord).join(' ');
  const script = `if read -r word; then ${remove}; else ${remove}; sleep 2; ${remove}; fi`;
  const child = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: clientEnvironment(options.host),
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  child.stdin.on('error', () => {});
  child.unref();
  return {
    end() {
      child.ref();
      child.stdin.end('end\n');
      return ended;
    },
  };
}

const clientEnvironment = (host: ContainerOptions['host']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(host).flatMap(([name, value]) => (value === undefined || !CLIENT.test(name) ? [] : [[name, value]])),
  );

/**
 * Passes variables by name, so that process lists show no value; only those the client itself uses (such as language
 * and terminal) are passed by value, for the image.
 */
function environmentWords(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => ['--env', CLIENT.test(name) ? `${name}=${value}` : name]);
}

function userWords(engine: ContainerOptions['engine']): string[] {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  // Without root, podman's root is this user; with `keep-id` the user number matches as well.
  const same = engine === 'podman' && uid !== 0 ? ['--userns', 'keep-id'] : [];
  return [...same, '--user', `${uid}:${gid}`];
}

/**
 * Engines raise these two to what only the real root may, and fail where it may not either. The processes of a run are
 * counted by `--pids-limit`: this limit counts all of the person's.
 */
function inheritedLimits(): string[] {
  if (process.platform !== 'linux') return [];
  const own = readFileSync('/proc/self/limits', 'utf8');
  return Object.entries({
    nofile: ['Max open files', MAX_FILES],
    nproc: ['Max processes', MAX_PROCESSES],
  } as const).flatMap(([name, [label, most]]) => {
    const hard = Number(new RegExp(`^${label} +\\S+ +(\\d+)`, 'm').exec(own)?.[1] ?? most);
    const number = Math.min(hard, most);
    return [`${name}=${number}:${number}`];
  });
}

interface ContainerParts {
  readonly name: string;
  readonly shims: string;
  readonly seccomp: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  readonly socket?: string | undefined;
  /** The program, as the image knows it. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Without a terminal. */
  readonly piped: boolean;
  /** Gets a folder that is thrown away. */
  readonly userHome: string | undefined;
}

/** Each option with its value, or with each of its values. */
const optionWords = (options: Readonly<Record<string, string | readonly string[]>>): string[] =>
  Object.entries(options).flatMap(([name, values]) => [values].flat().flatMap((value) => [`--${name}`, value]));

/** All but the engine's file itself. */
function containerArguments(options: ContainerOptions, parts: ContainerParts): string[] {
  const { limits, engine, image, engineArguments } = options;
  const { cpuSeconds, fileBytes, memoryBytes, processes, scratchBytes } = limits;
  const mappable = mappableBytes(limits);
  // podman would fill it with what the image has there.
  const empty = engine === 'podman' ? ',notmpcopyup' : '';
  const scratch = (folder: string): string[] =>
    optionWords({ tmpfs: `${folder}:rw,exec,mode=1777,size=${scratchBytes}${empty}` });
  return [
    ...engineArguments,
    // The client's own messages would appear in the program's output.
    ...optionWords({ 'log-level': 'fatal' }),
    'run',
    ...optionWords({ pull: 'never', name: parts.name, hostname: 'skilldeck', 'log-driver': 'none', network: 'none' }),
    '--rm',
    '--init',
    '--interactive',
    '--read-only',
    ...(parts.piped ? [] : ['--tty']),
    ...optionWords({
      'cap-drop': 'ALL',
      'security-opt': ['no-new-privileges', 'label=disable', `seccomp=${parts.seccomp}`],
      'pids-limit': String(processes),
      memory: String(memoryBytes),
      'memory-swap': String(memoryBytes),
      ulimit: [
        'core=0:0',
        ...inheritedLimits(),
        `cpu=${cpuSeconds}:${cpuSeconds + 10}`,
        `fsize=${fileBytes}:${fileBytes}`,
        `data=${mappable}:${mappable}`,
      ],
    }),
    ...userWords(engine),
    ...scratch('/tmp'),
    ...(parts.userHome === undefined ? [] : scratch(parts.userHome)),
    ...mountWords({ at: parts.shims, how: 'read' }, scratchBytes),
    ...parts.mounts.flatMap((mount) => mountWords(mount, scratchBytes)),
    ...(parts.socket === undefined
      ? []
      : optionWords({ mount: ['type=bind', field(`src=${parts.socket}`), `dst=${SOCKET_INSIDE}`].join(',') })),
    ...environmentWords(parts.env),
    ...optionWords({ workdir: parts.cwd, entrypoint: '' }),
    image,
    ...parts.command,
  ];
}

/**
 * A program that a person granted is the image's: this machine's own would not find its libraries there. Where it is
 * missing nothing is started, as the skill says that it needs it.
 */
function missingPrograms(names: readonly string[], image: string): string[] {
  const known = names.filter((name) => PROGRAM_NAME.test(name)).map(posixWord);
  if (known.length === 0) return [];
  const words = `is not in the image ${image}, where this skill's scripts run, and the programs of this computer do not work there. Add it to the image, or set "sandbox" in config.jsonc to another kind.`;
  return [
    `for program in ${known.join(' ')}; do`,
    `command -v "$program" >/dev/null 2>&1 || { printf '%s %s\\n' "$program" ${posixWord(words)} >&2; exit 127; }`,
    'done',
  ];
}

export function createContainer(options: ContainerOptions): Sandbox {
  const { file, home, host, limits } = options;

  /** The host's shell and its path mean nothing in the image. */
  const byName = (program: StartedProgram): string[] => {
    const name = path.basename(program.file);
    return [name, ...program.args.map((argument) => (argument === program.file ? name : argument))];
  };

  async function wrap(program: StartedProgram, bounds: Bounds): Promise<ConfinedProgram> {
    const { hosts = [], programs = [] } = bounds.access ?? {};
    if (hosts.length > 0 && process.platform !== 'linux')
      throw new Error('Hosts can be granted to a container on Linux only, where its engine shares our sockets.');
    const files = writeContainerFiles(home);
    const inside = [...bounds.readable, ...bounds.writable];
    const readable = inside.includes(program.cwd) ? bounds.readable : [...bounds.readable, program.cwd];
    const lasting = await boundMounts({ ...bounds, readable }, [home]);
    const kept = Object.entries(program.env).filter(([name]) => !LEFT_OUT.includes(name));
    const proxy = hosts.length === 0 ? undefined : await openNetworkProxy(hosts);
    const env = {
      ...networkVariables(proxy),
      ...Object.fromEntries(kept),
      PATH: `${files.shims}:${PATH_INSIDE}`,
    };
    const before = [
      ...missingPrograms(programs, options.image),
      ...(proxy === undefined ? [] : forwarderLines(['node'], posixWord, SOCKET_INSIDE)),
    ];
    const covers = coverMissing(lasting, path.join(home, 'sandbox'));
    const mounts = [...lasting, ...covers.mounts];
    const name = `${NAME_PREFIX}${randomUUID()}`;
    const userHome = program.env.HOME;
    const isOwn = userHome !== undefined && path.isAbsolute(userHome) && userHome !== '/';
    const ends = watchdog(options, name);
    return {
      file,
      args: containerArguments(options, {
        ...files,
        name,
        env,
        mounts,
        cwd: program.cwd,
        piped: program.piped === true,
        socket: proxy?.socket,
        command:
          before.length === 0
            ? byName(program)
            : ['/bin/sh', '-c', [...before, 'exec "$@"'].join('\n'), 'sh', ...byName(program)],
        // A folder that was given there, or around it, is what the run is to see.
        userHome: isOwn && !mounts.some(({ at }) => at === userHome) ? userHome : undefined,
      }),
      cwd: '/',
      env: { ...env, ...clientEnvironment(host) },
      explain: (end) => explainEnd(end, limits, undefined),
      refusedHosts: () => proxy?.refused() ?? [],
      setAside: (into) => setAside(mounts, into),
      async dispose() {
        await Promise.all([ends.end(), proxy?.close()]);
        covers.dispose();
      },
    };
  }
  return { kind: 'container', reason: '', wrap };
}

// The filter of system calls for containers, as their engines read it (the OCI runtime specification's `seccomp`).
// It says what `seccomp.ts` says for bubblewrap; the engines' own filters let vsock through, which reaches a virtual
// machine's host.

/** Besides those of bubblewrap's filter: `umount`, which has no number on 64-bit machines, and `adjtimex`. */
const REFUSED = [...Object.keys(REFUSED_CALLS), 'umount', 'adjtimex'];

const ERRNO = 'SCMP_ACT_ERRNO';
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
/** All CLONE_NEW… but CLONE_NEWTIME, whose bit is a signal's in `clone`; one by one, as a mask needs all its bits. */
const NEW_NAMESPACE = [0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x00020000];
/** They type into a terminal: TIOCSTI, TIOCLINUX. */
const TYPING = [0x5412, 0x541c];
/** All but Unix, IPv4, IPv6 and netlink, up to the last one of which something is known; more are refused as a range. */
const OTHER_FAMILIES = [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15];
const FIRST_BEYOND = 17;

interface Rule {
  readonly names: readonly string[];
  readonly action: string;
  readonly errnoRet: number;
  readonly args?: readonly { index: number; value: number; valueTwo?: number; op: string }[];
}

const equals = (name: string, index: number, value: number, errnoRet: number): Rule => ({
  names: [name],
  action: ERRNO,
  errnoRet,
  args: [{ index, value, op: 'SCMP_CMP_EQ' }],
});

function containerSeccomp(): string {
  const rules: Rule[] = [
    { names: REFUSED, action: ERRNO, errnoRet: EPERM },
    // glibc then falls back to `clone`, whose flags can be checked.
    { names: ['clone3'], action: ERRNO, errnoRet: ENOSYS },
    ...NEW_NAMESPACE.map(
      (bit): Rule => ({
        names: ['clone'],
        action: ERRNO,
        errnoRet: EPERM,
        args: [{ index: 0, value: bit, valueTwo: bit, op: 'SCMP_CMP_MASKED_EQ' }],
      }),
    ),
    ...TYPING.map((request) => equals('ioctl', 1, request, EPERM)),
    ...OTHER_FAMILIES.map((family) => equals('socket', 0, family, EAFNOSUPPORT)),
    {
      names: ['socket'],
      action: ERRNO,
      errnoRet: EAFNOSUPPORT,
      args: [{ index: 0, value: FIRST_BEYOND, op: 'SCMP_CMP_GE' }],
    },
  ];
  return JSON.stringify({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: rules });
}
