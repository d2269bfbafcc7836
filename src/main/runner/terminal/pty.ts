/**
 * One command in a pseudo-terminal. The only file that uses node-pty.
 *
 * node-pty 1.1 loses the end of a command's output: 200 ms after the exit it destroys its socket, even if the kernel
 * still holds bytes, and the socket may report its end with bytes unread. Blocking the event loop across an exit loses
 * output every time. So before the socket is destroyed, the master descriptor is read until it errors.
 */
import { execFile } from 'node:child_process';
import { readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as NodePty from 'node-pty';
import type { IPty } from 'node-pty';
import { messageOf, type SkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { endProcessTree, withoutKeys } from '../process.ts';

export interface PtyOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Value of `RUN_MARKER` in `env`: identifies processes that left the process group. */
  readonly marker: string;
  readonly columns: number;
  readonly rows: number;
  readonly timeoutMs: number;
  /** Between the request to end and the kill. */
  readonly graceMs?: number;
  readonly signal: AbortSignal;
  /** Raw bytes, in order, all of them before `done` resolves. Must not throw. */
  readonly onBytes: (bytes: Buffer) => void;
}

export interface PtyEnd {
  /** `null` where a signal ended it. */
  readonly exitCode: number | null;
  /** Its number; undefined where none did, or it is not known. */
  readonly signal?: number;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** Milliseconds from the start to the exit of the command. */
  readonly ms: number;
}

export type PtyRun = ReturnType<typeof startPty>;

const READ_BYTES = 64 * 1024;
/** A terminal's buffer has about 64 KiB; more means that a process keeps writing after the end. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;
const DEFAULT_GRACE_MS = 1500;
/** Between two looks whether a command that has let go of its terminal has ended. */
const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;

/** On Windows a list would be quoted again, and `cmd` reads its command line unchanged. */
export const ptyArguments = (file: string, args: readonly string[], platform: NodeJS.Platform): string[] | string =>
  platform === 'win32' && /(^|\\)cmd(\.exe)?$/i.test(file) ? args.join(' ') : [...args];

function drain(fd: number, onBytes: (bytes: Buffer) => void): void {
  for (let total = 0; total < MAX_DRAIN_BYTES; ) {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let count = 0;
    try {
      count = readSync(fd, buffer, 0, READ_BYTES, null);
    } catch {
      return; // EIO: the other side is closed and everything is read. EAGAIN: nothing there.
    }
    if (count === 0) return;
    total += count;
    onBytes(buffer.subarray(0, count));
  }
}

/** The parts of node-pty's terminal that its types hide; absent on Windows, where ConPTY needs no remedy. */
interface Innards {
  readonly _fd: number;
  readonly _socket: { destroy(error?: Error): unknown; read(): unknown };
}

function innardsOf(terminal: IPty): Innards | undefined {
  const fd: unknown = Reflect.get(terminal, '_fd');
  const socket: unknown = Reflect.get(terminal, '_socket');
  if (typeof fd !== 'number' || typeof socket !== 'object' || socket === null) return undefined;
  return terminal as unknown as Innards;
}

function ttyOf(terminal: IPty): string | undefined {
  const name: unknown = Reflect.get(terminal, '_pty');
  return typeof name === 'string' && name.startsWith('/dev/') ? name : undefined;
}

/** True for our child that has not been waited for. Its id may belong to another process by now. */
function isOurChild(pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === process.pid;
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * The socket closes once no process holds the other side, and with it our side: the kernel then hangs up on the
 * command. That would kill a command that has closed its output but still works (or, on a busy machine, has not exited
 * yet). So the socket waits for the command.
 */
function keepTheEnd(terminal: IPty, onBytes: (bytes: Buffer) => void): void {
  const innards = innardsOf(terminal);
  if (innards === undefined) return;
  const socket = innards._socket;
  const destroy = socket.destroy.bind(socket);
  let waits = false;
  let gone = false;
  const goWithCommand = (error: Error | undefined, waitMs: number): void => {
    if (gone) return;
    // First reads what the stream still holds; this emits it as data.
    while (socket.read() !== null);
    const alive = isOurChild(terminal.pid);
    drain(innards._fd, onBytes);
    if (alive) {
      setTimeout(() => goWithCommand(error, Math.min(waitMs * 2, LONGEST_WAIT_MS)), waitMs);
      return;
    }
    gone = true;
    destroy(error);
  };
  socket.destroy = (error) => {
    // A second asking is node-pty's own, some time after the exit.
    if (gone) return destroy(error);
    if (!waits) {
      waits = true;
      goWithCommand(error, FIRST_WAIT_MS);
    }
    return socket;
  };
}

/**
 * Loaded at the first run: what starts no script works without it.
 *
 * @throws SkilldeckError `terminal-unusable` if it is missing, or its native part is of another system or processor.
 */
function nodePty(): typeof NodePty {
  try {
    const load = createRequire(import.meta.url);
    // On Windows node-pty itself loads its native part at the first start only.
    if (process.platform === 'win32') load('node-pty/requireBinary.js').requireBinary('conpty.node');
    return load('node-pty');
  } catch (cause) {
    throw unusable(messageOf(cause).split('\n')[0] ?? '', cause);
  }
}

function unusable(why: string, cause?: unknown): SkilldeckError {
  return detailed('terminal-unusable', 'terminal-unusable', { system: SYSTEM, why }, { cause });
}

const SYSTEM = `${process.platform}-${process.arch}`;
/** Runs in a separate process: a file that was cut off kills the one that loads it. */
const TRY = `require('node:module').createRequire(process.argv[1])('node-pty')`;
const TRY_MS = 20_000;

/** @returns why no script can start here; undefined where one can. */
export async function terminalFault(url = import.meta.url): Promise<SkilldeckError | undefined> {
  const options = { env: { ...withoutKeys(process.env), ELECTRON_RUN_AS_NODE: '1' }, timeout: TRY_MS };
  const signal = await new Promise<unknown>((tell) => {
    execFile(process.execPath, ['-e', TRY, url], options, (error) => tell(error?.killed === false && error.signal));
  });
  if (typeof signal === 'string') return unusable(`the system ends what loads it, with ${signal}: the file is damaged`);
  try {
    nodePty();
    return undefined;
  } catch (error) {
    return error as SkilldeckError;
  }
}

/** @throws Error where no terminal or process can be had, with the reason. */
export function startPty(options: PtyOptions) {
  const { spawn } = nodePty();
  const started = performance.now();
  let terminal: IPty;
  try {
    terminal = spawn(options.file, ptyArguments(options.file, options.args, process.platform), {
      name: options.env.TERM ?? 'xterm-256color',
      cols: options.columns,
      rows: options.rows,
      cwd: options.cwd,
      env: { ...options.env },
      // Bytes, not text: the log keeps what came, and a character cut between two reads stays whole.
      ...(process.platform === 'win32' ? {} : { encoding: null }),
    });
  } catch (error) {
    throw new Error(`The command could not be started in a terminal: ${messageOf(error)}`, { cause: error });
  }
  const onBytes = (bytes: Buffer): void => options.onBytes(bytes);
  keepTheEnd(terminal, onBytes);
  terminal.onData((data: unknown) => onBytes(Buffer.isBuffer(data) ? data : Buffer.from(String(data), 'utf8')));

  let ending: Promise<void> | undefined;
  let timedOut = false;
  let stopped = false;
  const end = (leaderAlive: boolean): Promise<void> => {
    ending ??= endProcessTree({
      leader: terminal.pid,
      leaderAlive,
      marker: options.marker,
      graceMs: options.graceMs ?? DEFAULT_GRACE_MS,
    });
    return ending;
  };

  const done = new Promise<PtyEnd>((resolve) => {
    let settled = false;
    const settle = (exitCode: number | null, endedAt: number, signal?: number): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve({ exitCode, ...(signal === undefined ? {} : { signal }), timedOut, stopped, ms: endedAt - started });
    };
    /** A process that even a kill does not end (stuck in the kernel) must not hold the session. */
    const endAndGiveUp = async (): Promise<void> => {
      await end(true);
      setTimeout(() => settle(null, performance.now()), 1000).unref();
    };
    const timer = setTimeout(() => {
      timedOut = !stopped;
      void endAndGiveUp();
    }, options.timeoutMs);
    const onAbort = (): void => {
      stopped = !timedOut;
      void endAndGiveUp();
    };
    options.signal.addEventListener('abort', onAbort, { once: true });
    if (options.signal.aborted) onAbort();
    terminal.onExit(({ exitCode, signal }) => {
      clearTimeout(timer);
      const endedAt = performance.now();
      // Processes left by the command end with it; after a stop this continues the ending in progress.
      const bySignal = signal !== undefined && signal !== 0;
      void end(false).then(() => (bySignal ? settle(null, endedAt, signal) : settle(exitCode, endedAt)));
    });
  });

  return {
    pid: terminal.pid,
    /** Path of the program's side; undefined where the system has none (Windows). */
    tty: ttyOf(terminal),
    write: (text: string) => terminal.write(text),
    /** Resolves when the command and everything that it started is gone. Never rejects. */
    done,
  };
}
