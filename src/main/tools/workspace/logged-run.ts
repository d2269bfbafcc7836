/** A run with its events: begun, printed, ended, and what it left. */

import type { Activity } from '../../../shared/activity.ts';
import { isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import type { DeltaBody, EventBody, OutputFile } from '../../../shared/events.ts';
import { confinementOf } from '../../runner/confinement.ts';
import type { RunRequest, RunResult, StartedRun } from '../../runner/run-request.ts';
import { createWaiting, type Waiting } from '../../runner/terminal/waiting.ts';
import { type ToolContext, ToolFailure } from '../define-tool.ts';
import { createLiveTerminal, type LiveTerminal } from './live-terminals.ts';

interface Version {
  readonly name: string;
  readonly version: number;
}

/** One for each file that was kept as a version that the session does not have yet. */
export function artifactEvents(
  files: readonly OutputFile[],
  callId: string,
  known: readonly Version[] = [],
): EventBody[] {
  const seen = new Set(known.map(({ name, version }) => `${version}/${name}`));
  return files.flatMap(({ name, mime, bytes, sha256, version }) => {
    if (sha256 === undefined || version === undefined || seen.has(`${version}/${name}`)) return [];
    seen.add(`${version}/${name}`);
    return [{ type: 'artifact-saved', name, version, mime, bytes, sha256, callId }];
  });
}

export interface LoggedRun {
  readonly run: StartedRun;
  readonly terminal: LiveTerminal;
  readonly waiting: Waiting;
  /** Its end is in the log when it resolves. Rejects with a `ToolFailure`, or `terminal-unusable`. */
  readonly done: Promise<RunResult>;
}

const NEVER_RAN = {
  type: 'script-finished',
  exitCode: null,
  timedOut: false,
  truncated: false,
  ms: 0,
  outputs: [],
} as const;

/** @param asEnded maps the reported end, if it differs from the run's own. @throws ToolFailure */
export async function startLogged(
  request: RunRequest & { readonly cwd: string; readonly activity?: Activity | undefined },
  { host, runner, callId, terminals }: ToolContext,
  asEnded: (result: RunResult) => RunResult = (result) => result,
): Promise<LoggedRun> {
  const interpreter = (await runner.interpreters()).nameOf(request.command.trim().split(/\s+/));
  const sandbox = await confinementOf(runner, request);
  const { command, cwd, activity } = request;
  host.append({
    type: 'script-started',
    callId,
    command,
    cwd,
    interpreter,
    sandbox,
    ...(activity === undefined ? {} : { activity }),
  });
  const batches = createTerminalBatches(callId, (delta) => host.publish(delta));
  const failed = (error: unknown): Error => {
    batches.end();
    host.append({ ...NEVER_RAN, outputs: [], callId });
    if (isSkilldeckError(error)) return error;
    return new ToolFailure(`The command could not be run: ${messageOf(error)}`);
  };
  const begun = createWaiting({
    interactive: request.interactive === true,
    onQuestion: (asked) => {
      const question = asked === undefined ? null : { ...asked, choices: [...asked.choices] };
      host.append({ type: 'terminal-waiting', callId, question });
    },
  });
  const onText = (text: string): void => {
    begun.onText(text);
    request.onText?.(text);
  };
  const finish = async (run: StartedRun, leave: () => Promise<void>): Promise<RunResult> => {
    let result: RunResult;
    try {
      result = asEnded(await run.done);
      await leave();
    } catch (error) {
      await leave();
      throw failed(error);
    }
    batches.end();
    const { exitCode, timedOut, truncated, ms, stopped, limit, files, logs, declared, stages } = result;
    host.append(
      {
        type: 'script-finished',
        callId,
        exitCode,
        timedOut,
        truncated,
        ms,
        outputs: [...files],
        ...(stopped ? { stopped } : {}),
        ...(limit === undefined ? {} : { limit }),
        ...(stages.length === 0 ? {} : { stages: [...stages] }),
      },
      ...artifactEvents([...files, ...logs, ...(declared?.saved ?? [])], callId, host.state().artifacts),
    );
    return result;
  };
  let run: StartedRun;
  try {
    run = await runner.start({ ...request, onData: (text) => batches.add(text), onText, onErrorText: begun.onText });
  } catch (error) {
    throw failed(error);
  }
  const waiting = begun.attach(run);
  const terminal = createLiveTerminal(run, waiting, (event) => host.append(event), callId);
  const forget = terminals.add({ sessionId: host.sessionId, callId }, terminal);
  const leave = async (): Promise<void> => {
    forget();
    waiting.end();
    await terminal.end();
  };
  return { run, terminal, waiting, done: finish(run, leave) };
}

const INTERVAL_MS = 30;
/** Characters shown live; what comes after is read from the terminal's log. */
const MAX_LIVE = 4 * 1024 * 1024;

/** Gathers a run's terminal text so that a flood is few deltas, each with the place where it begins. */
function createTerminalBatches(callId: string, publish: (delta: DeltaBody) => void) {
  let offset = 0;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    publish({ type: 'terminal-delta', callId, offset, data: waiting });
    offset += waiting.length;
    waiting = '';
  };
  return {
    add(text: string): void {
      const room = MAX_LIVE - offset - waiting.length;
      if (room <= 0) return;
      waiting += text.slice(0, room);
      timer ??= setTimeout(flush, INTERVAL_MS);
    },
    /** Publishes the rest; nothing is published after it. */
    end: flush,
  };
}
