/**
 * One command in a pseudo-terminal. The only file that knows node-pty.
 *
 * node-pty 1.1 loses the end of a command's output: 200 ms after the exit it destroys its socket, whether or not the
 * kernel still holds bytes, and the socket may report its end with bytes unread. Whoever blocks the event loop across
 * an exit loses output every time. So before the socket goes, the master descriptor is read until it errors.
 */
import { readSync } from 'node:fs';
import { type IPty, spawn } from 'node-pty';
import { messageOf } from '../../shared/errors.ts';
import { endProcessTree } from './process-tree.ts';

export interface PtyOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Stands in `env` under `RUN_MARKER`: finds what left the process group. */
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
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** From the start to the exit of the command. */
  readonly ms: number;
}

export interface PtyRun {
  readonly pid: number;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves when the command and everything that it started is gone. Never rejects. */
  readonly done: Promise<PtyEnd>;
}

const READ_BYTES = 64 * 1024;
/** A terminal's buffer is some 64 KiB; more means that somebody goes on writing after the end. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;
const DEFAULT_GRACE_MS = 1500;

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

function keepTheEnd(terminal: IPty, onBytes: (bytes: Buffer) => void): void {
  const innards = innardsOf(terminal);
  if (innards === undefined) return;
  const socket = innards._socket;
  const destroy = socket.destroy.bind(socket);
  let drained = false;
  socket.destroy = (error) => {
    if (!drained) {
      drained = true;
      // What the stream still holds comes first; reading it emits it as data.
      while (socket.read() !== null);
      drain(innards._fd, onBytes);
    }
    return destroy(error);
  };
}

/** @throws Error where no terminal or process can be had, with the reason. */
export function startPty(options: PtyOptions): PtyRun {
  const started = performance.now();
  let terminal: IPty;
  try {
    terminal = spawn(options.file, [...options.args], {
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
    const settle = (exitCode: number | null, endedAt: number): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve({ exitCode, timedOut, stopped, ms: endedAt - started });
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
      // What the command left behind ends with it; after a stop this is the ending already under way.
      void end(false).then(() => settle(signal === undefined || signal === 0 ? exitCode : null, endedAt));
    });
  });

  return {
    pid: terminal.pid,
    write: (text) => terminal.write(text),
    resize: (columns, rows) => terminal.resize(columns, rows),
    done,
  };
}
