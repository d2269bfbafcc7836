/** One run from its folders to its result (CONTRACT §7). */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RunLimit } from '../../../shared/sandbox.ts';
import type { Mask } from '../../lib/mask-secrets.ts';
import {
  limitNote,
  missingProgramNote,
  ordinaryPlace,
  outcomeOf,
  type Place,
  previewPlace,
  putGiven,
} from '../run-folders.ts';
import type { RunRequest, RunResult, StartedRun } from '../run-request.ts';
import { confinementNotes } from '../sandbox/programs.ts';
import type { ConfinedProgram } from '../sandbox/sandbox.ts';
import type { SizeWatch } from '../sandbox/watch-size.ts';
import type { PtyEnd } from '../terminal/pty.ts';
import { terminalModes } from '../terminal/terminal-times.ts';
import { linkInWork } from '../workspace/work-links.ts';
import { ensureWorkspace, isInside } from '../workspace/workspace.ts';
import type { RunSurroundings } from './confinement.ts';
import { openRunOutput, type RunOutput } from './run-output.ts';
import { type RunningProgram, STDIN_FILE, startProgram } from './run-program.ts';
import { RunStages } from './run-stages.ts';
import type { FloodWatch } from './watch-flood.ts';

type StagedRequest = RunRequest & { readonly stages: RunStages };

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
  const made = preview ? await previewPlace(workspace, data) : await ordinaryPlace(workspace, request.callId, data);
  const unlink = await linkInWork(workspace);
  const place: Place = {
    ...made,
    async dispose() {
      await unlink();
      await made.dispose();
    },
  };
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
  request: StagedRequest,
  around: RunSurroundings,
): Promise<StartedRun> {
  const { standby } = around;
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
  const { pty, confined, room, setting } = program;
  // While this one runs: a script is often followed by the next at once.
  if (setting !== undefined) standby?.prepare(setting);
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
      output.log?.resized(size);
      pty.resize(size.columns, size.rows);
    },
    modes: async () => (over ? undefined : terminalModes(pty.tty)),
    line: output.line,
    done: finish(),
  };
}

/** The end of a run: its limit, and what it left. */
async function resultOf(
  place: Place,
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
