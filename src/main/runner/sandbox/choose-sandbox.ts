/** The best sandbox of this machine, tried before it is counted on. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  CONTAINER_ENGINES,
  type ContainerSettings,
  type SandboxKind,
  type SandboxWish,
} from '../../../shared/sandbox.ts';
import { findProgram } from '../../lib/processes.ts';
import type { FoundPrograms } from '../interpreters.ts';
import { withoutKeys } from '../process.ts';
import { isInside } from '../workspace/workspace.ts';
import { createBubblewrap } from './bubblewrap.ts';
import { createContainer } from './container.ts';
import { programFolders, trial } from './programs.ts';
import { noSandbox, noSandboxFor, type RunLimits, type Sandbox } from './sandbox.ts';
import { createSeatbelt } from './seatbelt.ts';

export interface SandboxSurroundings {
  readonly home: string;
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly found: FoundPrograms;
  /** Our own folders and files that runs use. */
  readonly support: readonly string[];
  /** A command that starts our own Node, which has to work inside too. */
  readonly ownNode?: string | undefined;
  readonly limits: RunLimits;
  readonly container?: ContainerSettings | undefined;
  readonly platform?: NodeJS.Platform | undefined;
}

export type ConfiningKind = Exclude<SandboxKind, 'none'>;

const run = promisify(execFile);
const ANSWER_TIMEOUT_MS = 15_000;

const answers = (file: string, args: readonly string[]): Promise<string | undefined> =>
  run(file, [...args], { timeout: ANSWER_TIMEOUT_MS, env: {} }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );

/** Names of the interpreters outside the system's folders, which must start inside too. */
const ownPrograms = ({ python3, node }: FoundPrograms): string[] =>
  [python3, node].flatMap((file) => (file === undefined || isInside('/usr', file) ? [] : [path.basename(file)]));

const startsThem = (found: FoundPrograms, ownNode: string | undefined): string =>
  [
    'true',
    ...ownPrograms(found).map((name) => `${name} --version >/dev/null`),
    ...(ownNode === undefined ? [] : [ownNode]),
  ].join(' && ');

async function bubblewrap({ home, host, found, support, ownNode, limits }: SandboxSurroundings): Promise<Sandbox> {
  const file = findProgram(['bwrap'], { PATH: `${host.PATH ?? ''}:/usr/bin:/bin` }, 'linux');
  if (file === undefined) return noSandboxFor('bubblewrap is not installed');
  const [help, restored, programs] = await Promise.all([
    answers(file, ['--help']),
    answers('/usr/bin/env', ['--default-signal=INT,QUIT,TERM', 'true']),
    programFolders(found, withoutKeys(host)),
  ]);
  const make = (folder: string): Sandbox =>
    createBubblewrap({
      file,
      home: folder,
      programs,
      support,
      limits,
      userHome: host.HOME,
      bash: findProgram(['bash'], host, 'linux'),
      disablesUserns: help?.includes('--disable-userns') === true,
      restores: restored !== undefined,
    });
  const refused = await trial(make, startsThem(found, ownNode), host);
  return refused === undefined ? make(home) : noSandboxFor(`bubblewrap does not start here: ${refused}`);
}

async function seatbelt({ home, host, found, support, ownNode, limits }: SandboxSurroundings): Promise<Sandbox> {
  const file = findProgram(['sandbox-exec'], { PATH: `/usr/bin:${host.PATH ?? ''}` }, 'darwin');
  if (file === undefined) return noSandboxFor('sandbox-exec is not here');
  const programs = await programFolders(found, withoutKeys(host));
  const make = (folder: string): Sandbox => createSeatbelt({ file, home: folder, programs, support, limits });
  const refused = await trial(make, startsThem(found, ownNode), host);
  return refused === undefined ? make(home) : noSandboxFor(`sandbox-exec does not start here: ${refused}`);
}

/** podman's own choice of runtime does not start everywhere (crun where both versions of control groups are mounted). */
const RUNTIMES: Readonly<Record<(typeof CONTAINER_ENGINES)[number], readonly (readonly string[])[]>> = {
  podman: [[], ['--runtime', 'runc'], ['--runtime', 'crun']],
  docker: [[]],
};

async function container({ home, host, limits, container: wanted }: SandboxSurroundings): Promise<Sandbox> {
  if (wanted === undefined) return noSandboxFor('config.jsonc names no image for containers');
  const engines = wanted.program === undefined ? CONTAINER_ENGINES : [wanted.program];
  const reasons: string[] = [];
  for (const engine of engines) {
    const file = findProgram([engine], host, 'linux');
    if (file === undefined) reasons.push(`${engine} is not installed`);
    for (const engineArguments of file === undefined ? [] : RUNTIMES[engine]) {
      const make = (folder: string): Sandbox =>
        createContainer({ file: file ?? '', engine, engineArguments, image: wanted.image, home: folder, host, limits });
      const refused = await trial(make, 'true', host);
      if (refused === undefined) return make(home);
      if (engineArguments.length === 0) reasons.push(`${engine} does not start ${wanted.image} here: ${refused}`);
    }
  }
  return noSandboxFor(reasons.join('; '));
}

const KINDS: Readonly<Record<ConfiningKind, (around: SandboxSurroundings) => Promise<Sandbox>>> = {
  bubblewrap,
  'sandbox-exec': seatbelt,
  container,
};

/** Best first. */
export function kindsFor(platform: NodeJS.Platform): readonly ConfiningKind[] {
  if (platform === 'linux') return ['bubblewrap', 'container'];
  return platform === 'darwin' ? ['sandbox-exec', 'container'] : [];
}

/** This kind, where it starts here; else none, with the reason. Never rejects. */
async function sandboxOf(kind: ConfiningKind, around: SandboxSurroundings): Promise<Sandbox> {
  const platform = around.platform ?? process.platform;
  if (kindsFor(platform).includes(kind)) return KINDS[kind](around);
  return noSandboxFor(`${kind} is not of this system (${platform})`);
}

async function best(kinds: readonly ConfiningKind[], around: SandboxSurroundings): Promise<Sandbox> {
  const reasons: string[] = [];
  for (const kind of kinds) {
    // Do not report missing containers to users who did not ask for them.
    if (kind === 'container' && around.container === undefined && kinds.length > 1) continue;
    const sandbox = await sandboxOf(kind, around);
    if (sandbox.kind !== 'none') return sandbox;
    reasons.push(sandbox.reason);
  }
  return noSandboxFor(kinds.length === 0 ? 'scripts are confined on Linux and macOS only' : reasons.join('; '));
}

/** Never rejects. Takes some tenths of a second where there is something to try. */
export async function chooseSandbox(wish: SandboxWish, around: SandboxSurroundings): Promise<Sandbox> {
  if (wish === 'none') return noSandbox;
  const named = wish === 'auto' || wish === 'required' ? undefined : wish;
  const found = await best(named === undefined ? kindsFor(around.platform ?? process.platform) : [named], around);
  if (wish === 'auto' || found.kind !== 'none') return found;
  return {
    ...found,
    async wrap() {
      const remedy = named === undefined ? 'Install bubblewrap, or set' : 'Set';
      throw new Error(
        `config.jsonc says "sandbox": "${wish}", and there is none: ${found.reason}. ${remedy} "sandbox" to "auto" to run without.`,
      );
    },
  };
}
