/** Linux: runs a program in separate namespaces, with bubblewrap. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asNodeWords } from '../../lib/processes.ts';
import { posixWord } from '../interpreters.ts';
import { RUN_MARKER } from '../process.ts';
import { isInside } from '../workspace/workspace.ts';
import { type Covers, coverMissing } from './covers.ts';
import { boundMounts, kernelArguments, type Mount, mountArguments, setAside, systemArguments } from './mounts.ts';
import { forwarderLines, networkVariables, openNetworkProxy, SOCKET_INSIDE } from './network-proxy.ts';
import {
  grantedPrograms,
  launchScript,
  limitScript,
  type ProgramFolders,
  RESTORED_SIGNALS,
  withGranted,
} from './programs.ts';
import type { Bounds, RunLimits, Sandbox, StartedProgram } from './sandbox.ts';
import { seccompFilter } from './seccomp.ts';
import { controlGroups, explainEnd, watchGroup, watchMemory } from './watch-memory.ts';

export interface BubblewrapOptions {
  /** Absolute path of `bwrap`. */
  readonly file: string;
  /** Data folder: hidden from runs, and holds a start's arguments until they are read. */
  readonly home: string;
  /** The person's own; what a run writes there is gone after it. */
  readonly userHome: string | undefined;
  readonly bash: string | undefined;
  readonly programs: ProgramFolders;
  /** Ours, that runs use: the shims and what they start. */
  readonly support: readonly string[];
  readonly limits: RunLimits;
  /** This bubblewrap knows `--disable-userns` (0.8). */
  readonly disablesUserns: boolean;
  /** `env` knows `--default-signal` (coreutils 8.31). */
  readonly restores: boolean;
}

/** That of the app, which is mounted for the shims anyway. */
const OUR_NODE = ['env', ...asNodeWords(), process.execPath];

/** A start reads its arguments immediately; older files are from one that failed. */
const STALE_MS = 60_000;

const FENCE = [
  '--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try',
  '--die-with-parent --cap-drop ALL --hostname skilldeck --clearenv',
].flatMap((line) => line.split(' '));

const hiddenArguments = ({ hidden = [] }: Bounds): string[] =>
  hidden.filter((dir) => existsSync(dir)).flatMap((dir) => ['--size', '4096', '--tmpfs', dir, '--remount-ro', dir]);

function linkArguments({ links }: Bounds): string[] {
  if (links === undefined || !existsSync(links.at)) return [];
  const made = Object.entries(links.to).flatMap(([name, to]) => ['--symlink', to, path.join(links.at, name)]);
  return ['--size', '4096', '--tmpfs', links.at, ...made, '--remount-ro', links.at];
}

function environmentFor(
  env: StartedProgram['env'],
  programs: ProgramFolders,
  network: Readonly<Record<string, string>>,
): Record<string, string> {
  const [shims = '', ...rest] = (env.PATH ?? '').split(':');
  const { TMPDIR: _host, ...kept } = env;
  return { ...network, ...kept, PATH: [shims, ...programs.path, ...rest].join(':') };
}

export function createBubblewrap(options: BubblewrapOptions): Sandbox {
  const { file, home, userHome, bash, programs, support, limits, disablesUserns, restores } = options;
  const folder = path.join(home, 'sandbox');
  const filter = seccompFilter();
  const groups = controlGroups(limits);
  const script = launchScript({ bash: bash !== undefined, restores });
  let filterFile: string | undefined;

  /** Once, at the first start; what an earlier start that failed left goes. */
  const prepare = (): string => {
    if (filterFile !== undefined) return filterFile;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      const old = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > STALE_MS;
      if (name.endsWith('.args') && old) rmSync(file, { force: true });
    }
    const wanted = path.join(folder, 'seccomp.bpf');
    if (filter !== undefined) writeFileSync(wanted, filter, { mode: 0o600 });
    filterFile = filter === undefined ? '' : wanted;
    return filterFile;
  };

  const kernelHome = userHome !== undefined && userHome !== '/' && path.isAbsolute(userHome) ? userHome : undefined;

  function mountsFor(program: StartedProgram, bounds: Bounds, programs: ProgramFolders): Promise<Mount[]> {
    const inside = [...bounds.readable, ...bounds.writable].some((dir) => isInside(dir, program.cwd));
    const readable = [...programs.readable, ...support, ...bounds.readable, ...(inside ? [] : [program.cwd])];
    return boundMounts({ ...bounds, readable }, [home]);
  }

  function argumentsFor(
    program: StartedProgram,
    mounts: readonly Mount[],
    { env, socket, links }: { env: Record<string, string>; socket: string | undefined; links: readonly string[] },
  ): string[] {
    return [
      ...FENCE,
      ...(disablesUserns ? ['--disable-userns'] : []),
      ...(filter === undefined ? [] : ['--seccomp', '8']),
      ...systemArguments(),
      ...kernelArguments(limits.scratchBytes, kernelHome),
      ...mountArguments(mounts),
      ...links,
      ...(socket === undefined ? [] : ['--ro-bind', socket, SOCKET_INSIDE]),
      '--remount-ro',
      '/',
      '--chdir',
      program.cwd,
      ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ];
  }

  return {
    kind: 'bubblewrap',
    reason: '',
    async wrap(program, bounds) {
      const filterPath = prepare();
      const { hosts = [], programs: names = [] } = bounds.access ?? {};
      const seen = withGranted(programs, await grantedPrograms(names, program.env));
      const proxy = hosts.length === 0 ? undefined : await openNetworkProxy(hosts);
      const id = randomUUID();
      const group = groups.make(id);
      const given = path.join(folder, `${id}.args`);
      let covers: Covers | undefined;
      const dispose = async (): Promise<void> => {
        covers?.dispose();
        rmSync(given, { force: true });
        await Promise.all([proxy?.close(), group.dispose()]);
      };
      try {
        const env = environmentFor(program.env, seen, networkVariables(proxy));
        const lasting = await mountsFor(program, bounds, seen);
        covers = coverMissing(lasting, folder);
        const mounts = [...lasting, ...covers.mounts];
        const all = argumentsFor(program, mounts, {
          env,
          socket: proxy?.socket,
          links: [...hiddenArguments(bounds), ...linkArguments(bounds)],
        });
        if (all.some((argument) => argument.includes('\0')))
          throw new Error('A path or variable holds a NUL character.');
        writeFileSync(given, all.map((argument) => `${argument}\0`).join(''), { mode: 0o600, flag: 'wx' });
        const forwards = proxy === undefined ? [] : forwarderLines(OUR_NODE, posixWord, SOCKET_INSIDE);
        const inside = ['/bin/sh', '-c', limitScript(limits, forwards), 'sh', program.file, ...program.args];
        const marker = env[RUN_MARKER];
        const [pids = '', memory = ''] = group.join;
        const watch = watchGroup(group);
        const used = group.countsMemory ? undefined : watchMemory(marker ?? '', limits.memoryBytes);
        return {
          file: bash ?? '/bin/sh',
          args: [
            // If its input is a socket, bash assumes a remote login and would read the user's .bashrc.
            ...(bash === undefined ? [] : ['--noprofile', '--norc']),
            '-c',
            script,
            'skilldeck-sandbox',
            given,
            filterPath,
            pids,
            memory,
            file,
            '--args',
            '9',
            '--',
            ...(restores ? RESTORED_SIGNALS : []),
            ...inside,
          ],
          cwd: '/',
          // All that the sandbox's own first process has: its environment can be read from inside.
          env: { TERM: env.TERM ?? 'xterm-256color', ...(marker === undefined ? {} : { [RUN_MARKER]: marker }) },
          over: used === undefined ? watch.over : AbortSignal.any([watch.over, used.over]),
          explain(end) {
            const reached = used?.over.aborted === true ? 'memory' : group.reached();
            return watch.over.aborted ? reached : explainEnd(end, limits, reached);
          },
          refusedHosts: () => proxy?.refused() ?? [],
          setAside: (into) => setAside(mounts, into),
          async dispose() {
            watch.end();
            used?.end();
            await dispose();
          },
        };
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}
