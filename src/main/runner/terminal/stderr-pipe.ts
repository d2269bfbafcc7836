/**
 * Keeps a run's standard error apart from its terminal and reads it as it comes: a named pipe in RUN_DIR. Nothing is
 * written to disk, and a program that floods it waits for us.
 */

import { execFile } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { HeldFolder } from '../../lib/held-folder.ts';

const execute = promisify(execFile);
const NAME = 'stderr';
const READ_BYTES = 64 * 1024;
/** A pipe's buffer has 64 KiB to 1 MiB; more means that a process keeps writing after the end. */
const MAX_DRAIN_BYTES = 4 * 1024 * 1024;

export interface StderrPipe {
  readonly file: string;
  /** Forwards what is still in the pipe, then closes it. Nothing follows. */
  end(): Promise<void>;
}

/** Undefined where the system has no named pipes. @param onBytes must not throw. */
export async function openStderrPipe(
  run: HeldFolder,
  onBytes: (bytes: Buffer) => void,
): Promise<StderrPipe | undefined> {
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
    end() {
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
