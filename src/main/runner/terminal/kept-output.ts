/**
 * One stream of a run as text: head and tail for the model (CONTRACT §7), and, where that is not all, the whole in a
 * file. Bounded memory, bounded disk.
 */

import { execFile } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { HeldFolder } from '../../lib/held-folder.ts';
import { MAX_LOG_BYTES } from './terminal-times.ts';

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Gathers text of any length in bounded memory: its beginning and its end.
 * @param maxBytes UTF-8; half of it is kept of each end, cut between characters.
 */
export function createHeadAndTail(maxBytes: number) {
  const headMax = Math.ceil(maxBytes / 2);
  const tailMax = maxBytes - headMax;
  let head: Buffer = Buffer.alloc(0);
  let headFull = false;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let total = 0;

  const trimTail = (): void => {
    const joined = Buffer.concat(tail);
    let start = Math.max(0, joined.length - tailMax);
    while (start < joined.length && start > 0 && isContinuation(joined[start])) start += 1;
    // A copy: a view would keep the whole alive.
    tail = [Buffer.from(joined.subarray(start))];
    tailBytes = joined.length - start;
  };

  const keptTail = (): Buffer => {
    if (tailBytes > tailMax) trimTail();
    return Buffer.concat(tail);
  };

  return {
    add(text: string): void {
      if (text === '') return;
      let bytes = Buffer.from(text, 'utf8');
      total += bytes.length;
      if (!headFull) {
        let room = headMax - head.length;
        if (bytes.length <= room) {
          head = Buffer.concat([head, bytes]);
          return;
        }
        while (room > 0 && isContinuation(bytes[room])) room -= 1;
        head = Buffer.concat([head, bytes.subarray(0, room)]);
        headFull = true;
        bytes = bytes.subarray(room);
      }
      tail.push(bytes);
      tailBytes += bytes.length;
      if (tailBytes > 4 * tailMax || tail.length > 256) trimTail();
    },
    /** UTF-8 bytes that are no longer there. */
    get omitted() {
      return total - head.length - keptTail().length;
    },
    /** All text, or head, `note(omitted, total)` on a separate line, and tail. */
    text(note: (omittedBytes: number, totalBytes: number) => string): string {
      const end = keptTail();
      const omitted = total - head.length - end.length;
      const start = head.toString('utf8');
      if (omitted === 0) return start + end.toString('utf8');
      return `${start}${start.endsWith('\n') ? '' : '\n'}${note(omitted, total)}\n${end.toString('utf8')}`;
    },
  };
}

/** CONTRACT §7: what the model is given of a stream. UTF-8 bytes. */
export const MAX_OUTPUT_BYTES = 16 * 1024;
const CHUNK_BYTES = 64 * 1024;

interface WholeOutput {
  readonly file: string;
  /** False where it was too much for the disk too, or the disk refused it: the file then has the beginning. */
  readonly complete: boolean;
}

export type KeptOutput = ReturnType<typeof createKeptOutput>;

/** @param file is made only when it is needed; absent: nothing is kept beyond head and tail. */
export function createKeptOutput(file: string | undefined, maxFileBytes: number = MAX_LOG_BYTES) {
  const gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
  let waiting: string[] = [];
  let waitingBytes = 0;
  let fd: number | undefined;
  let written = 0;
  let complete = true;
  let ended = false;

  const flush = (): void => {
    if (file === undefined || waitingBytes === 0) return;
    const bytes = Buffer.from(waiting.join(''), 'utf8');
    waiting = [];
    waitingBytes = 0;
    if (!complete) return;
    try {
      // `wx`: what the run put in its place is not written through.
      fd ??= openSync(file, 'wx', 0o600);
      const part = bytes.subarray(0, Math.max(0, maxFileBytes - written));
      for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
      written += part.length;
      complete = part.length === bytes.length;
    } catch {
      complete = false;
    }
  };

  return {
    add(text: string): void {
      gathered.add(text);
      if (file === undefined || !complete) return;
      waiting.push(text);
      waitingBytes += Buffer.byteLength(text);
      if (waitingBytes >= CHUNK_BYTES) flush();
    },
    /** Nothing is added after it. */
    end() {
      if (ended) return;
      ended = true;
      if (gathered.omitted > 0) flush();
      if (fd !== undefined) closeSync(fd);
    },
    get truncated() {
      return gathered.omitted > 0;
    },
    /** Only where `text` is not all, and there is a file to keep it in. */
    get whole(): WholeOutput | undefined {
      return file === undefined || gathered.omitted === 0 || written === 0 ? undefined : { file, complete };
    },
    /** @param whole text for the model on where the rest is; '' if nowhere. */
    text: (whole: string) =>
      gathered.text(
        (omitted, total) => `[… ${omitted} of ${total} bytes left out here${whole === '' ? '' : `; ${whole}`} …]`,
      ),
  };
}

/**
 * Keeps a run's standard error apart from its terminal and reads it as it comes: a named pipe in RUN_DIR. Nothing is
 * written to disk, and a program that floods it waits for us.
 */
const execute = promisify(execFile);
const NAME = 'stderr';
const READ_BYTES = 64 * 1024;
/** A pipe's buffer has 64 KiB to 1 MiB; more means that a process keeps writing after the end. */
const MAX_DRAIN_BYTES = 4 * 1024 * 1024;

/** Undefined where the system has no named pipes. @param onBytes must not throw. */
export async function openStderrPipe(run: HeldFolder, onBytes: (bytes: Buffer) => void) {
  if (process.platform === 'win32') return undefined;
  let fd: number;
  try {
    await execute('mkfifo', ['-m', '600', path.join(run.ownPath, NAME)]);
    // Also opened for writing: otherwise it would end with the first process that closes it, or before the first opens
    // it.
    fd = openSync(await run.entry(NAME), constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  if (!fstatSync(fd).isFIFO()) {
    closeSync(fd);
    return undefined;
  }
  const socket = new Socket({ fd, readable: true, writable: false });
  socket.on('data', (bytes) => onBytes(Buffer.from(bytes)));
  socket.on('error', () => {});
  return {
    file: path.join(run.path, NAME),
    /** Forwards what is still in the pipe, then closes it. Nothing follows. */
    end(): Promise<void> {
      // In order: the stream's bytes, then the pipe's.
      socket.pause();
      for (let bytes: unknown = socket.read(); Buffer.isBuffer(bytes); bytes = socket.read());
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      for (let total = 0; total < MAX_DRAIN_BYTES; ) {
        let count = 0;
        try {
          count = readSync(fd, buffer, 0, READ_BYTES, null);
        } catch {
          break; // EAGAIN: empty.
        }
        if (count === 0) break;
        total += count;
        onBytes(Buffer.from(buffer.subarray(0, count)));
      }
      return new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.destroy();
      });
    },
  };
}

export const STDERR_FILE = 'stderr.log';
/** Bytes that are read; what a run prints beyond is in the file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Nothing where the run took the file away or put something else in its place. */
export async function readStderr(run: HeldFolder, onBytes: (bytes: Buffer) => void): Promise<void> {
  const handle = await run.open(STDERR_FILE, constants.O_RDONLY).catch(() => undefined);
  if (handle === undefined) return;
  try {
    if (!(await handle.stat()).isFile()) return;
    const stream = handle.createReadStream({ end: MAX_BYTES - 1, autoClose: false });
    for await (const bytes of stream) onBytes(Buffer.from(bytes));
  } finally {
    await handle.close();
  }
}
