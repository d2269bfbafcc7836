/**
 * When the bytes of a terminal's log came: a file beside it that only grows, a line each. `o MS BYTES` says that so many
 * bytes came, `r MS COLUMNS ROWS` that the window changed. A line that a crash tore is no line: its bytes are in the log.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { TerminalSize } from '../../../shared/terminal.ts';

const HEADER = 'skilldeck-times 1';
/** Reads that follow one another so closely are one: a screen draws no faster. Milliseconds. */
const TOGETHER_MS = 16;
/** Size of the file; later output has no times. */
export const MAX_TIMES_BYTES = 4 * 1024 * 1024;

export const TERMINAL_TIMES = 'terminal.times';

export type TimedStep =
  | { readonly atMs: number; readonly bytes: number }
  | { readonly atMs: number; readonly columns: number; readonly rows: number };

export interface TerminalTimes {
  /** Call after logging the bytes. Never throws. */
  came(bytes: number): void;
  resized(size: TerminalSize): void;
  close(): void;
}

/** @param now milliseconds of a clock that never goes back. @throws where the file cannot be made. */
export function openTerminalTimes(records: string, size: TerminalSize, now: () => number): TerminalTimes {
  const fd = openSync(path.join(records, TERMINAL_TIMES), 'ax', 0o600);
  const began = now();
  let written = 0;
  let failed = false;
  let last = Number.NEGATIVE_INFINITY;
  let waiting: { readonly atMs: number; bytes: number } | undefined;
  const put = (line: string): void => {
    const bytes = Buffer.from(`${line}\n`, 'latin1');
    if (failed || written + bytes.length > MAX_TIMES_BYTES) return;
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      written += bytes.length;
    } catch {
      // A full disk: from here on there is nothing but the bytes.
      failed = true;
    }
  };
  const flush = (): void => {
    if (waiting === undefined) return;
    put(`o ${waiting.atMs} ${waiting.bytes}`);
    last = waiting.atMs;
    waiting = undefined;
  };
  put(`${HEADER} ${size.columns} ${size.rows}`);
  return {
    came(bytes) {
      if (bytes === 0) return;
      const atMs = Math.round(now() - began);
      if (waiting !== undefined && atMs - waiting.atMs < TOGETHER_MS) {
        waiting.bytes += bytes;
        return;
      }
      flush();
      waiting = { atMs, bytes };
      // Isolated output is written to disk immediately.
      if (atMs - last >= TOGETHER_MS) flush();
    },
    resized({ columns, rows }) {
      flush();
      put(`r ${Math.round(now() - began)} ${columns} ${rows}`);
    },
    close() {
      flush();
      closeSync(fd);
    },
  };
}

/** Returns what is readable; runs of earlier versions could write to it, so everything is checked. */
export function parseTerminalTimes(text: string): {
  readonly size: TerminalSize | undefined;
  readonly steps: TimedStep[];
} {
  const lines = text.split('\n');
  // Text after the last line break is an incomplete line.
  lines.pop();
  const [name, version, ...given] = (lines.shift() ?? '').split(' ');
  if (`${name} ${version}` !== HEADER) return { size: undefined, steps: [] };
  const steps: TimedStep[] = [];
  let atMs = 0;
  for (const line of lines) {
    const [, kind, at, first, second] = /^([or]) (\d{1,10}) (\d{1,12})(?: (\d{1,4}))?$/.exec(line) ?? [];
    if (kind === undefined) break;
    atMs = Math.max(atMs, Number(at));
    if (kind === 'o') steps.push({ atMs, bytes: Number(first) });
    else {
      const size = sizeOf(first, second);
      if (size !== undefined) steps.push({ atMs, ...size });
    }
  }
  return { size: sizeOf(...given), steps };
}

function sizeOf(columns?: string, rows?: string): TerminalSize | undefined {
  const size = { columns: Number(columns), rows: Number(rows) };
  const fits = size.columns >= 2 && size.columns <= 1000 && size.rows >= 1 && size.rows <= 500;
  return fits && Number.isInteger(size.columns) && Number.isInteger(size.rows) ? size : undefined;
}
