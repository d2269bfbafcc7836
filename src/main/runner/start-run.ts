/** One run from its folders to its result (CONTRACT §7). */

import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RunLimit } from '../../shared/sandbox.ts';
import { TERMINAL_COLUMNS, TERMINAL_ROWS } from '../../shared/terminal.ts';
import type { Mask } from '../lib/mask-secrets.ts';
import { lentFolders, type RunSurroundings } from './confinement.ts';
import type { Interpreters } from './interpreters.ts';
import { changedRecords, copiesOf, dataFolder, unreadRecords, watchRecords } from './kept-records.ts';
import { confinedBounds, runEnvironment } from './run-environment.ts';
import {
  limitNote,
  missingProgramNote,
  ordinaryPlace,
  outcomeOf,
  type PreparedFolders,
  previewPlace,
  putGiven,
} from './run-folders.ts';
import { openRunOutput, type RunOutput } from './run-output.ts';
import type { RunRequest, RunResult, StartedRun } from './run-request.ts';
import { RunStages } from './run-stages.ts';
import { confinementNotes } from './sandbox/programs.ts';
import { type ConfinedProgram, type SizeWatch, watchSize } from './sandbox/sandbox.ts';
import { type PtyEnd, type PtyRun, startPty } from './terminal/pty.ts';
import { terminalModes } from './terminal/terminal-times.ts';
import type { FloodWatch } from './watch-flood.ts';
import { linkInWork, linksFor } from './workspace/work-links.ts';
import { ensureWorkspace, isInside } from './workspace/workspace.ts';

/** @property unread paths of the skill's records that cannot be read. */
type StagedRequest = RunRequest & { readonly stages: RunStages; readonly unread: readonly string[] };

/** @throws Error where nothing could be started: no terminal, no disk, a folder that is not there. */
export async function startRun(request: RunRequest, around: RunSurroundings): Promise<StartedRun> {
  const { home } = around;
  const stages = request.stages ?? new RunStages();
  const created = stages.begin('workspace.create');
  const workspace = await ensureWorkspace(home, request.sessionId);
  const cwd = request.cwd ?? workspace.work;
  if (!(await stat(cwd).catch(() => undefined))?.isDirectory()) throw new Error(`There is no folder ${cwd}.`);
  // The real path was approved: a script of the session may have put a link there since.
  if (isInside(workspace.root, cwd) && (await realpath(cwd)) !== cwd)
    throw new Error(`The folder ${cwd} leads elsewhere now, through a link. Name the folder itself.`);
  const { skill } = request;
  const data = dataFolder(skill, home, workspace.root);
  const preview = request.preview === true;
  const made = preview ? await previewPlace(workspace, data) : await ordinaryPlace(workspace, request.callId, data);
  const isOwnLinks = around.sandbox.kind === 'bubblewrap';
  const asked = {
    ...request,
    cwd,
    command: request.interactive === true ? `cd skills; ${request.command}` : request.command,
  };
  const unlink = await linkInWork(workspace, isOwnLinks ? 'own' : await linksFor(asked, workspace));
  let release: (() => Promise<void>) | undefined;
  const place: PreparedFolders = {
    ...made,
    async dispose() {
      await release?.();
      await unlink();
      await made.dispose();
    },
  };
  try {
    let changed: readonly string[] = [];
    const copies = copiesOf(skill, home);
    if (copies !== undefined && data !== undefined) {
      if (preview) changed = await changedRecords(copies, data);
      else ({ changed, release } = await watchRecords(copies, data));
    }
    await putGiven(workspace, request.callId, place, {
      ...request.given,
      ...(request.stdin === undefined ? {} : { [STDIN_FILE]: request.stdin }),
    });
    created();
    const unread = await unreadRecords(skill, place.folders.data, changed);
    return await startIn(place, cwd, { ...request, stages, unread }, around);
  } catch (error) {
    await place.dispose();
    throw error;
  }
}

async function startIn(
  place: PreparedFolders,
  cwd: string,
  request: StagedRequest,
  around: RunSurroundings,
): Promise<StartedRun> {
  const { stages } = request;
  const mask = around.mask.with(request.masked ?? []);
  const output = await openRunOutput(place, request, mask);
  let program: RunningProgram;
  try {
    program = await startProgram(place, cwd, request, around, output);
  } catch (error) {
    await output.close();
    throw error;
  }
  const { pty, confined, room } = program;
  let over = false;
  const programmed = stages.begin('run.program');
  const finish = async (): Promise<RunResult> => {
    try {
      const end = await pty.done;
      over = true;
      await room.endWithCount();
      await output.close();
      programmed({ bytes: output.bytes() });
      return await resultOf(place, cwd, request, around, { end, output, program, mask });
    } finally {
      await stages.during('workspace.cleanup', async () => {
        await confined.dispose();
        await place.dispose();
      });
    }
  };
  return {
    pid: pty.pid,
    write: (text) => {
      if (!over) pty.write(text);
    },
    modes: async () => (over ? undefined : terminalModes(pty.tty)),
    line: output.line,
    done: finish(),
  };
}

/** The end of a run: its limit, and what it left. */
async function resultOf(
  place: PreparedFolders,
  cwd: string,
  request: StagedRequest,
  { sandbox, limits, interpreters, artifacts }: RunSurroundings,
  ended: {
    readonly end: PtyEnd;
    readonly output: RunOutput;
    readonly program: Pick<RunningProgram, 'confined' | 'room'>;
    readonly mask: Mask;
  },
): Promise<RunResult> {
  const { end, output, mask } = ended;
  const { confined, room } = ended.program;
  const { stages } = request;
  const outcome = await outcomeOf(place, end, output, request, artifacts, mask, stages);
  const printedAll = `${outcome.output}\n${outcome.stderr ?? ''}`;
  const refused = confined.over?.aborted === true ? confined.explain({ ...end, output: printedAll }) : undefined;
  const byUs = request.signal.aborted ? undefined : (tooMuch(room, output.flood) ?? refused);
  const limit = byUs ?? limitOf(end, confined, printedAll);
  const ofLimit = limit === undefined ? undefined : limitNote(limit, limits);
  const words = request.command.trim().split(/\s+/);
  const missing = missingProgramNote(words, end.exitCode, interpreters);
  const moved = await confined.setAside(path.join(place.records ?? place.run.path, 'moved-aside'));
  const isConfined = sandbox.kind !== 'none';
  const told = isConfined
    ? confinementNotes(end.exitCode !== 0, printedAll, confined.refusedHosts(), request.access)
    : [];
  // A sandbox's own first process says as a number what signal ended the program.
  const isSignal = isConfined && (end.stopped || end.timedOut) && (end.exitCode ?? 0) > 128;
  return {
    ...end,
    ...(isSignal ? { exitCode: null } : {}),
    ...(byUs === undefined ? {} : { stopped: false }),
    ...(limit === undefined ? {} : { limit }),
    ms: Math.round(end.ms),
    truncated: output.kept.truncated || output.keptStderr.truncated || output.log?.cut === true,
    cwd,
    interpreter: interpreters.nameOf(words),
    ...outcome,
    notes: [...outcome.notes, ...told, ...moved, ...[ofLimit, missing].filter((note) => note !== undefined)],
    // The last stage is added later, before anyone gets the list.
    stages: stages.list,
  };
}

function tooMuch(room: SizeWatch, flood: FloodWatch): RunLimit | undefined {
  if (flood.over.aborted) return 'output';
  return room.reached();
}

/** A stop by a person is no limit. */
function limitOf(end: PtyEnd, confined: ConfinedProgram, output: string): RunLimit | undefined {
  if (end.timedOut) return 'time';
  return end.stopped ? undefined : confined.explain({ ...end, output });
}

interface RunningProgram {
  readonly pty: PtyRun;
  readonly confined: ConfinedProgram;
  /** Sees that it does not fill the disk. */
  readonly room: SizeWatch;
}

const STDIN_FILE = 'stdin.txt';

/** @throws Error where it cannot be started; nothing of it is left then. */
async function startProgram(
  place: PreparedFolders,
  cwd: string,
  request: StagedRequest,
  around: RunSurroundings,
  output: Pick<RunOutput, 'came' | 'flood' | 'stderrFile'>,
): Promise<RunningProgram> {
  const { folders } = place;
  const { flood, stderrFile, came: onBytes } = output;
  const marker = `${around.homeMark}${randomUUID()}`;
  const lent = request.preview === true ? [] : lentFolders(request.writable, folders.workspace);
  const { program, bounds } = boundProgram(place, cwd, request, around, { marker, stderrFile });
  const own = [folders.workspace, ...(folders.data === undefined ? [] : [folders.data])];
  const room = watchSize({ own, lent }, around.limits);
  const ends = [request.signal, room.over, flood.over];
  const timeoutMs = request.timeoutSeconds * 1000;
  let confined: ConfinedProgram | undefined;
  try {
    await room.counted;
    confined = await around.sandbox.wrap(program, { ...bounds, access: request.access });
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
    return { confined, pty, room };
  } catch (error) {
    room.end();
    await confined?.dispose();
    throw error;
  }
}

const isLinkOrGone = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== false;

/** The command in its shell, with its variables and the folders that it may use. */
function boundProgram(
  place: PreparedFolders,
  cwd: string,
  request: StagedRequest,
  { host, interpreters, shims }: RunSurroundings,
  { marker, stderrFile }: { readonly marker: string; readonly stderrFile: string | undefined },
) {
  const { skill, preview = false } = request;
  const { folders } = place;
  const bounds = confinedBounds({
    folders,
    readable: [
      ...(skill === undefined ? [] : [skill.dir]),
      ...(request.readable ?? []),
      ...(request.packages ?? []).map(({ folder }) => folder),
    ],
    writable: request.writable ?? [],
    // What a link in a record's place leads to is not the skill's.
    hidden: request.hidden,
    fixed: [...(request.fixed ?? []), ...request.unread.filter((file) => !isLinkOrGone(file))],
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
      isOwn: skill?.data !== undefined && skill.keptAs === undefined,
      unread: request.unread,
      bounds,
      extra: request.env,
      secrets: request.secrets,
      packages: request.packages,
    }),
  };
  return { program, bounds };
}

const stdinFileOf = ({ stdin }: RunRequest, { run }: PreparedFolders): string | undefined =>
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
  return { file, args: ['-c', `exec "$0" -c "$1"${input}${apart}`, file, command, stderrFile ?? '', stdinFile ?? ''] };
}
