/** Determines what confines a command: the sandbox, or the embedded Python alone. */

import type { Confinement } from '../../shared/sandbox.ts';
import { simpleWords } from '../../shared/text/simple-command.ts';
import type { Mask } from '../lib/mask-secrets.ts';
import { EMBEDDED_PYTHON, type Interpreters } from './interpreters.ts';
import type { RunRequest } from './run-request.ts';
import type { RunLimits, Sandbox } from './sandbox/sandbox.ts';
import type { ArtifactStore } from './workspace/artifacts.ts';
import { isInside, type Workspace } from './workspace/workspace.ts';

export interface RunSurroundings {
  readonly home: string;
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly interpreters: Interpreters;
  readonly sandbox: Sandbox;
  readonly limits: RunLimits;
  readonly artifacts: ArtifactStore;
  readonly shims: string;
  /** Begins the marker of every run of this data folder. */
  readonly homeMark: string;
  readonly mask: Mask;
}

/** Node restricts its process to its folders (`--permission`), except on Windows, where it is not asked to. */
const holdsByItself = process.platform !== 'win32' && process.allowedNodeEnvironmentFlags.has('--permission');

export type ToConfine = Pick<RunRequest, 'sessionId' | 'command' | 'env' | 'writable'>;

/** Folders that a run is given for writing beside its session's own. @param root of the workspace. */
export const lentFolders = (writable: readonly string[] | undefined, root: string): readonly string[] =>
  (writable ?? []).filter((folder) => !isInside(root, folder));

interface ForConfinement {
  interpreters(): Promise<Interpreters>;
  sandbox(): Promise<Sandbox>;
  workspace(sessionId: string): Promise<Workspace>;
}

/**
 * Without a sandbox, a command that only starts the embedded Python is confined by that: no file outside its folders,
 * no network, no program. Not with variables, which Node also reads, nor with a lent folder, in which only a sandbox
 * protects hooks and skills.
 */
export async function confinementOf(
  runner: ForConfinement,
  { sessionId, command, env = {}, writable }: ToConfine,
): Promise<Confinement> {
  const { kind } = await runner.sandbox();
  if (kind !== 'none' || !holdsByItself) return kind;
  // Nothing but a start of the embedded Python.
  const [name = ''] = simpleWords(command) ?? [];
  const isPython = (await runner.interpreters()).python === 'embedded' && /^python3?$/.test(name);
  const alone = name === EMBEDDED_PYTHON || isPython;
  const lent = lentFolders(writable, (await runner.workspace(sessionId)).root);
  return alone && Object.keys(env).length === 0 && lent.length === 0 ? 'embedded-python' : kind;
}
