/** The best sandbox of this machine, tried before it is counted on. */
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../../shared/errors.ts';
import type { SandboxWish } from '../../../shared/sandbox.ts';
import { type FoundPrograms, findOnPath } from '../interpreters.ts';
import { noSandbox, noSandboxFor, type Sandbox } from '../sandbox.ts';
import { isInside } from '../workspace.ts';
import { createBubblewrap } from './bubblewrap.ts';
import type { RunLimits } from './limits.ts';
import { programFolders } from './programs.ts';

export interface SandboxSurroundings {
  /** The data folder. */
  readonly home: string;
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly found: FoundPrograms;
  /** What runs use of ours: folders and files. */
  readonly support: readonly string[];
  readonly limits: RunLimits;
  readonly platform?: NodeJS.Platform;
}

const run = promisify(execFile);
const TRIAL_TIMEOUT_MS = 15_000;

const answers = (file: string, args: readonly string[]): Promise<string | undefined> =>
  run(file, [...args], { timeout: TRIAL_TIMEOUT_MS, env: {} }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );

/** Names of the interpreters outside the system's folders, which must start inside too. */
const ownPrograms = ({ python3, node }: FoundPrograms): string[] =>
  [python3, node].flatMap((file) => (file === undefined || isInside('/usr', file) ? [] : [path.basename(file)]));

/** Starts what a run would start, for nothing, in a folder of its own. @returns why it cannot be used. */
async function trial(make: (home: string) => Sandbox, found: FoundPrograms, host: SandboxSurroundings['host']) {
  const home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-sandbox-')));
  try {
    const command = ['true', ...ownPrograms(found).map((name) => `${name} --version >/dev/null`)].join(' && ');
    const { file, args, env, cwd } = await make(home).wrap(
      { file: '/bin/sh', args: ['-c', command], cwd: home, env: { PATH: `:${host.PATH ?? '/usr/bin:/bin'}` } },
      { readable: [home], writable: [] },
    );
    await run(file, [...args], { env, cwd, timeout: TRIAL_TIMEOUT_MS });
    return undefined;
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return stderr === '' ? messageOf(error) : stderr.split('\n').slice(0, 3).join(' ');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function bubblewrapOr({ home, host, found, support, limits }: SandboxSurroundings): Promise<Sandbox> {
  const file = findOnPath('bwrap', { PATH: `${host.PATH ?? ''}:/usr/bin:/bin` }, 'linux');
  if (file === undefined) return noSandboxFor('bubblewrap is not installed');
  const [help, restored, programs] = await Promise.all([
    answers(file, ['--help']),
    answers('/usr/bin/env', ['--default-signal=INT,QUIT,TERM', 'true']),
    programFolders(found, { ...host }),
  ]);
  const make = (folder: string): Sandbox =>
    createBubblewrap({
      ...{ file, home: folder, programs, support, limits },
      userHome: host.HOME,
      bash: findOnPath('bash', host, 'linux'),
      disablesUserns: help?.includes('--disable-userns') === true,
      restores: restored !== undefined,
    });
  const refused = await trial(make, found, host);
  return refused === undefined ? make(home) : noSandboxFor(`bubblewrap does not start here: ${refused}`);
}

/** Never rejects. Takes some tenths of a second where there is something to try. */
export async function chooseSandbox(wish: SandboxWish, around: SandboxSurroundings): Promise<Sandbox> {
  if (wish === 'none') return noSandbox;
  const best =
    (around.platform ?? process.platform) === 'linux'
      ? await bubblewrapOr(around)
      : noSandboxFor('scripts are confined on Linux only');
  if (wish === 'auto' || best.kind !== 'none') return best;
  return {
    ...best,
    async wrap() {
      throw new Error(
        `config.jsonc says "sandbox": "required", and there is none: ${best.reason}. Install bubblewrap, or set "sandbox" to "auto" to run without.`,
      );
    },
  };
}
