/** Logs a run's raw terminal bytes and times to disk before they are shown: a crash loses nothing visible. */
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { TERMINAL_COLUMNS, TERMINAL_ROWS, type TerminalSize } from '../../../shared/terminal.ts';
import { openRecord } from '../run/run-records.ts';
import { openTerminalTimes } from './terminal-times.ts';

/** A run that prints more continues, but is not logged further. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** Bytes of a finished run's terminal that a screen receives. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

export interface TerminalLog {
  /** Written when it returns. Never throws: a full disk must not end the run. */
  append(bytes: Buffer): void;
  resized(size: TerminalSize): void;
  /** True where something could not be kept. */
  readonly cut: boolean;
  close(): void;
}

export const TERMINAL_LOG = 'terminal.log';

/** @throws where the files cannot be made. */
export function openTerminalLog(
  records: string,
  size: TerminalSize = { columns: TERMINAL_COLUMNS, rows: TERMINAL_ROWS },
  maxBytes: number = MAX_LOG_BYTES,
  now: () => number = () => performance.now(),
): TerminalLog {
  const fd = openSync(path.join(records, TERMINAL_LOG), 'ax', 0o600);
  const times = openTerminalTimes(records, size, now);
  let written = 0;
  let cut = false;
  return {
    append(bytes) {
      const room = Math.max(0, maxBytes - written);
      if (bytes.length > room) cut = true;
      const part = bytes.subarray(0, room);
      try {
        for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
        written += part.length;
        times.came(part.length);
      } catch {
        cut = true;
      }
    },
    resized: times.resized,
    get cut() {
      return cut;
    },
    close() {
      closeSync(fd);
      times.close();
    },
  };
}

/** Reads the first log among the folders: whole, or if long, its end after a line saying so. Empty if nothing ran. */
export async function readTerminalLog(folders: readonly string[]): Promise<string> {
  const found = await Promise.all(folders.map((folder) => openRecord(folder, TERMINAL_LOG)));
  const [opened, ...others] = found.filter((one) => one !== undefined);
  for (const other of others) await other.handle.close();
  if (opened === undefined) return '';
  const { handle, size } = opened;
  try {
    const start = Math.max(0, size - MAX_READ_BYTES);
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    const text = buffer.toString('utf8', 0, bytesRead);
    return start === 0 ? text : `[the first ${start} bytes are not shown]\r\n${text}`;
  } finally {
    await handle.close();
  }
}
