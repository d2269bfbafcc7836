/** macOS: a run under a profile of the kernel's, by `sandbox-exec`. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RUN_MARKER } from '../process/process-tree.ts';
import { setAside } from './appeared.ts';
import { OFFLINE, proxyVariables } from './forwarder.ts';
import { limitScript } from './launch-script.ts';
import { explainEnd } from './limit-reached.ts';
import type { RunLimits } from './limits.ts';
import { boundMounts } from './mounts.ts';
import { openNetworkProxy } from './network-proxy.ts';
import { grantedPrograms, type ProgramFolders, withGranted } from './programs.ts';
import type { Sandbox } from './sandbox.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';
import { watchMemory } from './watch-memory.ts';

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
            ...(proxy === undefined ? OFFLINE : proxyVariables(proxy.port)),
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
