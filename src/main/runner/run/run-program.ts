/** A run's program: started in a terminal within its bounds, or given to an interpreter that waits for it. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { TERMINAL_COLUMNS, TERMINAL_ROWS } from '../../../shared/terminal.ts';
import type { Interpreters } from '../interpreters.ts';
import type { Setting } from '../python/python-standby.ts';
import type { Place } from '../run-folders.ts';
import type { RunRequest } from '../run-request.ts';
import type { ConfinedProgram } from '../sandbox/sandbox.ts';
import { type SizeWatch, watchSize } from '../sandbox/watch-size.ts';
import { type PtyRun, startPty } from '../terminal/pty.ts';
import { isInside } from '../workspace/workspace.ts';
import { lentFolders, pythonArguments, type RunSurroundings } from './confinement.ts';
import { confinedBounds, runEnvironment } from './run-environment.ts';
import type { RunOutput } from './run-output.ts';

export interface RunningProgram {
  readonly pty: PtyRun;
  readonly confined: ConfinedProgram;
  /** Sees that it does not fill the disk. */
  readonly room: SizeWatch;
  /** Interpreter setting that could serve the next run of this kind; undefined where none could. */
  readonly setting: Setting | undefined;
}

/** File name in RUN_DIR. */
export const STDIN_FILE = 'stdin.txt';

/** @throws Error where it cannot be started; nothing of it is left then. */
export async function startProgram(
  place: Place,
  cwd: string,
  request: RunRequest,
  around: RunSurroundings,
  output: Pick<RunOutput, 'came' | 'flood' | 'stderrFile'>,
): Promise<RunningProgram> {
  const { sandbox, standby } = around;
  const { folders } = place;
  const { flood, stderrFile, came: onBytes } = output;
  const marker = `${around.homeMark}${randomUUID()}`;
  const lent = request.preview === true ? [] : lentFolders(request.writable, folders.workspace);
  const { program, bounds } = boundProgram(place, cwd, request, around, { marker, stderrFile });
  const within = [...bounds.readable, ...bounds.writable].some((dir) => isInside(dir, cwd));
  const words = within ? forStandby(request, lent, around) : undefined;
  const setting = words === undefined ? undefined : { sandbox, bounds, env: program.env, cwd: folders.workspace };
  const own = [folders.workspace, ...(folders.data === undefined ? [] : [folders.data])];
  const room = watchSize({ own, lent }, around.limits);
  const ends = [request.signal, room.over, flood.over];
  const timeoutMs = request.timeoutSeconds * 1000;
  let confined: ConfinedProgram | undefined;
  try {
    await room.counted;
    const spare = setting === undefined ? undefined : standby?.take(setting);
    const job = { args: words ?? [], cwd, env: program.env, stderr: stderrFile };
    if (spare?.begin(job, { timeoutMs, onBytes, signals: ends }) === true) {
      return { confined: spare.confined, pty: spare.pty, room, setting };
    }
    await spare?.confined.dispose();
    confined = await sandbox.wrap(program, { ...bounds, access: request.access });
    const { file, args, cwd: startIn, env, over: full } = confined;
    const pty = startPty({
      file,
      args,
      cwd: startIn,
      env,
      marker,
      timeoutMs,
      onBytes,
      columns: TERMINAL_COLUMNS,
      rows: TERMINAL_ROWS,
      signal: AbortSignal.any([...ends, ...(full === undefined ? [] : [full])]),
    });
    return { confined, pty, room, setting };
  } catch (error) {
    room.end();
    await confined?.dispose();
    throw error;
  }
}

/** The command in its shell, with its variables and the folders that it may use. */
function boundProgram(
  place: Place,
  cwd: string,
  request: RunRequest,
  { host, interpreters, shims }: RunSurroundings,
  { marker, stderrFile }: { readonly marker: string; readonly stderrFile: string | undefined },
) {
  const { skill, preview = false } = request;
  const { folders } = place;
  const bounds = confinedBounds({
    folders,
    readable: [...(skill === undefined ? [] : [skill.dir]), ...(request.readable ?? [])],
    writable: request.writable ?? [],
    fixed: request.fixed ?? [],
    preview,
  });
  const program = {
    ...shellArguments(interpreters.shell, request, stderrFile, stdinFileOf(request, place)),
    cwd,
    env: runEnvironment({
      host,
      folders,
      shims,
      marker,
      skill: skill?.id,
      bounds,
      extra: request.env,
      secrets: request.secrets,
    }),
  };
  return { program, bounds };
}

/** Job for a waiting interpreter, if one can do it: no lent folders, no interactive input. */
function forStandby(
  request: RunRequest,
  lent: readonly string[],
  { sandbox, interpreters, standby }: RunSurroundings,
): readonly string[] | undefined {
  if (standby === undefined || request.interactive === true || request.preview === true) return undefined;
  // One that waits for the next run is made with the same variables.
  if (request.stdin !== undefined || Object.keys(request.secrets ?? {}).length > 0) return undefined;
  // A container's Python is the image's.
  if (sandbox.kind === 'container' || lent.length > 0) return undefined;
  if ((request.access?.hosts ?? []).length > 0) return undefined;
  return pythonArguments(request.command, interpreters.python === 'embedded');
}

const stdinFileOf = ({ stdin }: RunRequest, { run }: Place): string | undefined =>
  stdin === undefined ? undefined : path.join(run.path, STDIN_FILE);

/** Without interactive input, reading gets an end of file instead of hanging until the time limit. */
function shellArguments(
  { file, name }: Interpreters['shell'],
  { command, interactive }: RunRequest,
  stderrFile: string | undefined,
  stdinFile: string | undefined,
): { file: string; args: string[] } {
  if (name === 'cmd') {
    const apart = stderrFile === undefined ? '' : ` 2>"${stderrFile}"`;
    const input = interactive === true ? '' : ` <${stdinFile === undefined ? 'nul' : `"${stdinFile}"`}`;
    return { file, args: ['/d', '/s', '/c', `"${command}"${input}${apart}`] };
  }
  const input = interactive === true ? '' : ` <${stdinFile === undefined ? '/dev/null' : '"$3"'}`;
  const apart = stderrFile === undefined ? '' : ' 2>"$2"';
  return {
    file,
    args: ['-c', `exec "$0" -c "$1"${input}${apart}`, file, command, stderrFile ?? '', stdinFile ?? ''],
  };
}
