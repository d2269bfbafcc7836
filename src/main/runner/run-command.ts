/** Runs commands in a session's workspace (issue "Runner", CONTRACT §7). One at a time per call id; any number of sessions. */
import { randomUUID } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { OutputFile } from '../../shared/events.ts';
import { sha256 } from '../lib/sha256.ts';
import { type ArtifactStore, createArtifactStore, type KnownArtifact } from './artifacts.ts';
import { createHeadAndTail } from './head-and-tail.ts';
import { chooseInterpreters, findPrograms, type Interpreters } from './interpreters.ts';
import { endMarked } from './process-tree.ts';
import { type PtyEnd, startPty } from './pty.ts';
import { readStderr } from './read-stderr.ts';
import { runBounds, runEnvironment } from './run-environment.ts';
import { ordinaryPlace, previewPlace, readCard } from './run-place.ts';
import { noSandbox, type Sandbox } from './sandbox.ts';
import { writeShims } from './shims.ts';
import { openTerminalLog, readTerminalLog } from './terminal-log.ts';
import { createTerminalText } from './terminal-text.ts';
import { ensureWorkspace, runDirName, type Workspace, workspacePath } from './workspace.ts';

/** CONTRACT §7: what the model is given of a run's output, head and tail. UTF-8 bytes. */
export const MAX_OUTPUT_BYTES = 16 * 1024;
/** Seconds, CONTRACT §7. */
export const MAX_TIMEOUT_SECONDS = 300;
const COLUMNS = 120;
const ROWS = 30;

/** The skill whose script a command runs. */
export interface RunSkill {
  readonly id: string;
  /** Absolute; readable to the embedded Python. */
  readonly dir: string;
  /** True for a bundled skill: it gets `SKILL_DATA_DIR`, a store of its own across sessions. */
  readonly ownsData: boolean;
}

export interface RunRequest {
  readonly sessionId: string;
  readonly callId: string;
  /** As the shell reads it. */
  readonly command: string;
  /** Absolute; default the workspace. Whether it may be is the caller's to decide. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutSeconds: number;
  readonly skill?: RunSkill | undefined;
  /** Further folders that the embedded Python may read. */
  readonly readable?: readonly string[] | undefined;
  /**
   * A run that leaves nothing behind: OUTPUT_DIR and RUN_DIR are thrown away after it, SKILL_DATA_DIR is a copy, no
   * terminal is kept and no artifact saved.
   */
  readonly preview?: boolean | undefined;
  /** Artifacts of the session so far, so that only new and changed files make a version. */
  readonly artifacts?: readonly KnownArtifact[] | undefined;
  /** Terminal text as it came, control sequences included; on the disk when it is called. */
  readonly onData?: ((text: string) => void) | undefined;
  /** What goes to standard error is kept apart from `output`; the terminal shows it when the command has ended. */
  readonly separateStderr?: boolean | undefined;
  readonly signal: AbortSignal;
}

export interface RunResult {
  /** `null` where a signal ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** True where `output` is not all, or the terminal's log is not. */
  readonly truncated: boolean;
  readonly ms: number;
  /** For the model: plain text, at most `MAX_OUTPUT_BYTES` and a line that says what was left out. */
  readonly output: string;
  /** With `separateStderr`: like `output`, of standard error alone. */
  readonly stderr?: string;
  readonly cwd: string;
  readonly interpreter: string;
  /** Parsed RUN_DIR/card.json. */
  readonly card?: unknown;
  /** New and changed files of out/. Those with a `version` are artifacts. */
  readonly files: readonly OutputFile[];
  /** What was left out or could not be read, in words. */
  readonly notes: readonly string[];
}

export interface Runner {
  readonly interpreters: Interpreters;
  /** The command that starts this script, as shown to the model. The path is absolute. */
  runWith(script: string): string;
  workspacePath(sessionId: string): string;
  workspace(sessionId: string): Promise<Workspace>;
  /** Rejects only where nothing could be started: no terminal, no disk, a folder that is not there. */
  run(request: RunRequest): Promise<RunResult>;
  /** New and changed files of the session's out/, where something other than a run wrote them. */
  collect(sessionId: string, known: readonly KnownArtifact[]): ReturnType<ArtifactStore['collect']>;
  /** What a call's terminal printed so far, as it came; empty where it printed nothing. */
  readTerminal(sessionId: string, callId: string): Promise<string>;
  readArtifact(contentSha256: string): Promise<Buffer | undefined>;
  /** Ends what runs of an earlier, crashed program left behind. Only for the process that owns the data folder. */
  endLeftovers(): Promise<void>;
}

export interface RunnerOptions {
  readonly home: string;
  /** Default: the process's own. `SKILLDECK_PYTHON=embedded` in it forces the embedded Python. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: none. */
  readonly sandbox?: Sandbox;
}

const leftOut = (logFile: string | undefined) => (omitted: number, total: number) =>
  `[… ${omitted} of ${total} bytes left out here${logFile === undefined ? '' : `; the whole is in ${logFile}`} …]`;

/** Nobody types into it: what asks for input reads an end of file instead of hanging until the time limit. */
function shellArguments(
  interpreters: Interpreters,
  command: string,
  stderrFile: string | undefined,
): { file: string; args: string[] } {
  const { file, name } = interpreters.shell;
  if (name === 'cmd') {
    const apart = stderrFile === undefined ? '' : ` 2>"${stderrFile}"`;
    return { file, args: ['/d', '/s', '/c', `"${command}" <nul${apart}`] };
  }
  if (stderrFile === undefined) return { file, args: ['-c', 'exec "$0" -c "$1" </dev/null', file, command] };
  return { file, args: ['-c', 'exec "$0" -c "$1" </dev/null 2>"$2"', file, command, stderrFile] };
}

/** Tries the machine's interpreters (at most ten seconds). Nothing is written before the first run. */
export async function createRunner(options: RunnerOptions): Promise<Runner> {
  const home = path.resolve(options.home);
  const host = options.environment ?? process.env;
  const interpreters = chooseInterpreters(
    await findPrograms(host),
    process.platform,
    host.SKILLDECK_PYTHON === 'embedded',
  );
  const sandbox = options.sandbox ?? noSandbox;
  const artifacts = createArtifactStore(home);
  const markOf = async () => `${sha256(await realpath(home)).slice(0, 16)}:`;
  let ready: Promise<{ readonly shims: string; readonly homeMark: string }> | undefined;
  /** At the first run: whoever only reads a data folder leaves it as it was. */
  const prepare = async () => {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return { shims: await writeShims(home, interpreters), homeMark: await markOf() };
  };

  async function run(request: RunRequest): Promise<RunResult> {
    ready ??= prepare().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    const { shims, homeMark } = await ready;
    const workspace = await ensureWorkspace(home, request.sessionId);
    const cwd = request.cwd ?? workspace.root;
    if (!(await stat(cwd).catch(() => undefined))?.isDirectory()) throw new Error(`There is no folder ${cwd}.`);
    const { skill } = request;
    const data = skill?.ownsData ? path.join(home, 'data', skill.id) : undefined;
    const preview = request.preview === true;
    const place = preview ? await previewPlace(workspace, data) : await ordinaryPlace(workspace, request.callId, data);
    try {
      const marker = `${homeMark}${randomUUID()}`;
      const log = preview ? undefined : openTerminalLog(place.runDir);
      const gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
      const plain = createTerminalText((text) => gathered.add(text));
      const decoder = new StringDecoder('utf8');
      const take = (text: string): void => {
        if (text === '') return;
        plain.write(text);
        request.onData?.(text);
      };
      const stderrFile = request.separateStderr === true ? path.join(place.runDir, 'stderr.log') : undefined;
      const stderr = createHeadAndTail(MAX_OUTPUT_BYTES);
      let end: PtyEnd;
      try {
        const readable = [...(skill === undefined ? [] : [skill.dir]), ...(request.readable ?? [])];
        const { folders } = place;
        const program = {
          ...shellArguments(interpreters, request.command, stderrFile),
          cwd,
          env: runEnvironment({ host, folders, shims, marker, skill: skill?.id, readable, extra: request.env }),
        };
        end = await startPty({
          ...sandbox.wrap(program, runBounds({ folders, readable })),
          marker,
          columns: COLUMNS,
          rows: ROWS,
          timeoutMs: request.timeoutSeconds * 1000,
          signal: request.signal,
          onBytes: (bytes) => {
            log?.append(bytes);
            take(decoder.write(bytes));
          },
        }).done;
        take(decoder.end());
        if (stderrFile !== undefined) {
          const apart = createTerminalText((text) => stderr.add(text));
          await readStderr(stderrFile, (text) => {
            apart.write(text);
            log?.append(Buffer.from(text));
            request.onData?.(text);
          });
          apart.end();
        }
      } finally {
        log?.close();
      }
      plain.end();
      const { card, notes } = await readCard(place.runDir);
      const collected = preview
        ? { files: [], notes: [] }
        : await artifacts.collect(workspace.out, request.artifacts ?? []);
      return {
        ...end,
        ms: Math.round(end.ms),
        truncated: gathered.omitted > 0 || stderr.omitted > 0 || log?.cut === true,
        output: gathered.text(leftOut(preview ? undefined : path.join(place.runDir, 'terminal.log'))),
        ...(stderrFile === undefined ? {} : { stderr: stderr.text(leftOut(preview ? undefined : stderrFile)) }),
        cwd,
        interpreter: interpreters.nameOf(request.command.trim().split(/\s+/)),
        ...(card === undefined ? {} : { card }),
        files: collected.files,
        notes: [...notes, ...collected.notes],
      };
    } finally {
      await place.dispose();
    }
  }

  return {
    interpreters,
    runWith: interpreters.runWith,
    workspacePath: (sessionId) => workspacePath(home, sessionId),
    workspace: (sessionId) => ensureWorkspace(home, sessionId),
    run,
    collect: async (sessionId, known) => artifacts.collect((await ensureWorkspace(home, sessionId)).out, known),
    readTerminal: (sessionId, callId) =>
      readTerminalLog(path.join(workspacePath(home, sessionId), 'runs', runDirName(callId))),
    readArtifact: (contentSha256) => artifacts.read(contentSha256),
    endLeftovers: async () => endMarked(await markOf()),
  };
}
