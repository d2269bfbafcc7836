/** One run from its folders to its result (CONTRACT §7). */

import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { RunLimit } from '../../../shared/sandbox.ts';
import { TERMINAL_COLUMNS, TERMINAL_ROWS } from '../../../shared/terminal.ts';
import type { Mask } from '../../lib/mask-secrets.ts';
import type { ArtifactStore } from '../artifacts/artifacts.ts';
import type { PythonStandby, Setting } from '../python/python-standby.ts';
import { confinementNotes } from '../sandbox/hints.ts';
import type { RunLimits } from '../sandbox/limits.ts';
import type { ConfinedProgram, Sandbox } from '../sandbox/sandbox.ts';
import { type SizeWatch, watchSize } from '../sandbox/watch-size.ts';
import { createKeptOutput, type KeptOutput } from '../terminal/kept-output.ts';
import { type PtyEnd, startPty } from '../terminal/pty.ts';
import { openStderrPipe, readStderr, STDERR_FILE } from '../terminal/stderr-pipe.ts';
import { openTerminalLog } from '../terminal/terminal-log.ts';
import { terminalModes } from '../terminal/terminal-modes.ts';
import { createTerminalText } from '../terminal/terminal-text.ts';
import { ensureWorkspace, isInside } from '../workspace/workspace.ts';
import { lentFolders, pythonArguments } from './confinement.ts';
import type { Interpreters } from './interpreters.ts';
import { confinedBounds, runEnvironment } from './run-environment.ts';
import { ordinaryPlace, type Place, previewPlace, putGiven } from './run-folders.ts';
import { limitNote, missingProgramNote } from './run-notes.ts';
import { outcomeOf } from './run-outcome.ts';
import type { RunRequest, RunResult, StartedRun } from './run-request.ts';
import { RunStages } from './run-stages.ts';
import { type FloodWatch, watchFlood } from './watch-flood.ts';

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
  /** Interpreters that wait; default none. */
  readonly standby?: PythonStandby | undefined;
  readonly mask: Mask;
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

/** File name in RUN_DIR. */
const STDIN_FILE = 'stdin.txt';

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

/** One stream: bytes in, plain text out. */
function stream(kept: KeptOutput, onText: (text: string) => void) {
  /** Together, as handing over each line alone costs more than reading it. */
  let lines = '';
  const plain = createTerminalText((text) => {
    lines += text;
  });
  const give = (): void => {
    if (lines === '') return;
    kept.add(lines);
    onText(lines);
    lines = '';
  };
  const decoder = new StringDecoder('utf8');
  return {
    /** The decoded text. */
    take(bytes: Buffer): string {
      const text = decoder.write(bytes);
      plain.write(text);
      give();
      return text;
    },
    line: () => plain.line(),
    end(): string {
      const text = decoder.end();
      plain.write(text);
      plain.end();
      give();
      kept.end();
      return text;
    },
  };
}

function tooMuch(room: SizeWatch | undefined, flood: FloodWatch): RunLimit | undefined {
  if (flood.over.aborted) return 'output';
  return room?.reached();
}

/** A stop by a person is no limit. */
function limitOf(end: PtyEnd, confined: ConfinedProgram | undefined, output: string): RunLimit | undefined {
  if (end.timedOut) return 'time';
  return end.stopped ? undefined : confined?.explain({ ...end, output });
}

/** @throws Error where nothing could be started: no terminal, no disk, a folder that is not there. */
export async function startRun(request: RunRequest, around: RunSurroundings): Promise<StartedRun> {
  const { home } = around;
  const stages = request.stages ?? new RunStages();
  const created = stages.begin('workspace.create');
  const workspace = await ensureWorkspace(home, request.sessionId);
  const cwd = request.cwd ?? workspace.work;
  if (!(await stat(cwd).catch(() => undefined))?.isDirectory()) throw new Error(`There is no folder ${cwd}.`);
  // The real path was approved: a script of the session may have put a link there since.
  if (isInside(workspace.root, cwd) && (await realpath(cwd)) !== cwd) {
    throw new Error(`The folder ${cwd} leads elsewhere now, through a link. Name the folder itself.`);
  }
  const { skill } = request;
  const data =
    skill?.data === undefined ? undefined : path.join(skill.data === 'home' ? home : workspace.root, 'data', skill.id);
  const preview = request.preview === true;
  const place = preview ? await previewPlace(workspace, data) : await ordinaryPlace(workspace, request.callId, data);
  try {
    await putGiven(workspace, request.callId, place, {
      ...request.given,
      ...(request.stdin === undefined ? {} : { [STDIN_FILE]: request.stdin }),
    });
    created();
    return await startIn(place, cwd, { ...request, stages }, around);
  } catch (error) {
    await place.dispose();
    throw error;
  }
}

async function startIn(
  place: Place,
  cwd: string,
  request: RunRequest & { readonly stages: RunStages },
  around: RunSurroundings,
): Promise<StartedRun> {
  const { host, interpreters, sandbox, shims, homeMark, standby } = around;
  const { skill, preview = false, separateStderr = false, stages } = request;
  const { records } = place;
  const recordOf = (name: string): string | undefined => (records === undefined ? undefined : path.join(records, name));
  const kept = createKeptOutput(recordOf('output.txt'));
  const keptStderr = createKeptOutput(recordOf('stderr.txt'));
  const log = records === undefined ? undefined : openTerminalLog(records);
  const flood = watchFlood();
  let bytes = 0;
  const printed = stream(kept, (text) => request.onText?.(text));
  const errors = stream(keptStderr, (text) => request.onErrorText?.(text));
  const mask = around.mask.with(request.masked ?? []);
  const hidden = { printed: mask.bytes(), errors: mask.bytes() };
  const errorsCame = (raw: Buffer): void => {
    flood.came(raw.length);
    bytes += raw.length;
    takeError(hidden.errors.take(raw));
  };
  const takeError = (bytes: Buffer): void => {
    // A terminal turns line breaks into these; what came through a pipe has not met one.
    const text = errors.take(bytes).replaceAll(/\r?\n/g, '\r\n');
    if (text === '') return;
    log?.append(Buffer.from(text));
    request.onData?.(text);
  };
  const pipe = separateStderr ? await openStderrPipe(place.run, errorsCame) : undefined;
  const stderrFile = pipe?.file ?? (separateStderr ? path.join(place.run.path, STDERR_FILE) : undefined);
  const takePrinted = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    log?.append(bytes);
    const text = printed.take(bytes);
    if (text !== '') request.onData?.(text);
  };
  const closeAll = async (): Promise<void> => {
    await pipe?.end();
    if (pipe === undefined && stderrFile !== undefined) await readStderr(place.run, errorsCame);
    takeError(hidden.errors.end());
    takePrinted(hidden.printed.end());
    const rest = printed.end();
    if (rest !== '') request.onData?.(rest);
    errors.end();
    log?.close();
  };

  let pty: ReturnType<typeof startPty>;
  let confined: ConfinedProgram | undefined;
  let room: SizeWatch | undefined;
  let setting: Setting | undefined;
  try {
    const marker = `${homeMark}${randomUUID()}`;
    const readable = [...(skill === undefined ? [] : [skill.dir]), ...(request.readable ?? [])];
    const { folders } = place;
    const lent = preview ? [] : lentFolders(request.writable, folders.workspace);
    const bounds = confinedBounds({
      folders,
      readable,
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
    const within = [...bounds.readable, ...bounds.writable].some((dir) => isInside(dir, cwd));
    const words = within ? forStandby(request, lent, around) : undefined;
    if (words !== undefined) setting = { sandbox, bounds, env: program.env, cwd: folders.workspace };
    const own = [folders.workspace, ...(folders.data === undefined ? [] : [folders.data])];
    room = watchSize({ own, lent }, around.limits);
    const ends = [request.signal, room.over, flood.over];
    const timeoutMs = request.timeoutSeconds * 1000;
    const onBytes = (raw: Buffer): void => {
      flood.came(raw.length);
      bytes += raw.length;
      takePrinted(hidden.printed.take(raw));
    };
    const spare = setting === undefined ? undefined : standby?.take(setting);
    const job = { args: words ?? [], cwd, env: program.env, stderr: stderrFile };
    if (spare?.begin(job, { timeoutMs, onBytes, signals: ends }) === true) {
      ({ confined, pty } = spare);
    } else {
      await spare?.confined.dispose();
      confined = await sandbox.wrap(program, { ...bounds, access: request.access });
      const { file, args, cwd: startIn, env, over: full } = confined;
      pty = startPty({
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
    }
  } catch (error) {
    room?.end();
    await confined?.dispose();
    await closeAll();
    throw error;
  }

  // While this one runs: a script is often followed by the next at once.
  if (setting !== undefined) standby?.prepare(setting);
  let over = false;
  const programmed = stages.begin('run.program');
  const finish = async (): Promise<RunResult> => {
    try {
      const end = await pty.done;
      over = true;
      room?.end();
      await closeAll();
      programmed({ bytes });
      const outcome = await outcomeOf(place, end, { kept, keptStderr }, request, around.artifacts, mask, stages);
      const printedAll = `${outcome.output}\n${outcome.stderr ?? ''}`;
      const refused = confined?.over?.aborted === true ? confined.explain({ ...end, output: printedAll }) : undefined;
      const byUs = request.signal.aborted ? undefined : (tooMuch(room, flood) ?? refused);
      const limit = byUs ?? limitOf(end, confined, printedAll);
      const ofLimit = limit === undefined ? undefined : limitNote(limit, around.limits);
      const missing = missingProgramNote(request.command.trim().split(/\s+/), end.exitCode, interpreters);
      const isConfined = sandbox.kind !== 'none';
      const told = isConfined
        ? confinementNotes(end.exitCode !== 0, printedAll, confined?.refusedHosts() ?? [], request.access)
        : [];
      // A sandbox's own first process says as a number what signal ended the program.
      const ended = isConfined && (end.stopped || end.timedOut) && (end.exitCode ?? 0) > 128;
      return {
        ...end,
        ...(ended ? { exitCode: null } : {}),
        ...(byUs === undefined ? {} : { stopped: false }),
        ...(limit === undefined ? {} : { limit }),
        ms: Math.round(end.ms),
        truncated: kept.truncated || keptStderr.truncated || log?.cut === true,
        cwd,
        interpreter: interpreters.nameOf(request.command.trim().split(/\s+/)),
        ...outcome,
        notes: [...outcome.notes, ...told, ...[ofLimit, missing].filter((note) => note !== undefined)],
        // The last stage is added below, before anyone gets the list.
        stages: stages.list,
      };
    } finally {
      await stages.during('workspace.cleanup', async () => {
        await confined?.dispose();
        await place.dispose();
      });
      if (setting !== undefined) standby?.prepare(setting);
    }
  };
  return {
    pid: pty.pid,
    write: (text) => {
      if (!over) pty.write(text);
    },
    resize(size) {
      if (over) return;
      log?.resized(size);
      pty.resize(size.columns, size.rows);
    },
    modes: async () => (over ? undefined : terminalModes(pty.tty)),
    line: () => printed.line() || errors.line(),
    done: finish(),
  };
}
