/**
 * When the bytes of a terminal's log came: a file beside it that only grows, a line each. `o MS BYTES` says that so many
 * bytes came. A line that a crash tore is no line: its bytes are in the log.
 */

import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import { pidsOnLinux, statOnLinux } from '../process.ts';
import { openRecord, readRecord } from '../run-records.ts';

const HEADER = 'skilldeck-times 1';
/** Reads that follow one another so closely are one: a screen draws no faster. Milliseconds. */
const TOGETHER_MS = 16;
/** Size of the file; later output has no times. */
const MAX_TIMES_BYTES = 4 * 1024 * 1024;

export const TERMINAL_TIMES = 'terminal.times';

interface TimedStep {
  readonly atMs: number;
  readonly bytes: number;
}

/** @param now milliseconds of a clock that never goes back. @throws where the file cannot be made. */
function openTerminalTimes(records: string, now: () => number) {
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
  put(HEADER);
  return {
    /** Call after logging the bytes. Never throws. */
    came(bytes: number): void {
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
    close() {
      flush();
      closeSync(fd);
    },
  };
}

/** Returns what is readable; a run without a sandbox can write to it, so everything is checked. */
function parseTerminalTimes(text: string): readonly TimedStep[] {
  const [header, ...lines] = text.split('\n');
  // Text after the last line break is an incomplete line.
  lines.pop();
  // Older recordings name the size after it, and each change of size in a separate line.
  if (header !== HEADER && header?.startsWith(`${HEADER} `) !== true) return [];
  const steps: TimedStep[] = [];
  let atMs = 0;
  for (const line of lines) {
    if (line.startsWith('r ')) continue;
    const [, at, bytes] = /^o (\d{1,10}) (\d{1,12})$/.exec(line) ?? [];
    if (at === undefined) break;
    atMs = Math.max(atMs, Number(at));
    steps.push({ atMs, bytes: Number(bytes) });
  }
  return steps;
}

// Logs a run's raw terminal bytes and times to disk before they are shown: a crash loses nothing visible.

/** Input modes of a terminal, as set by the program in it. */
const run = promisify(execFile);

export interface TerminalModes {
  /** Input is visible. Line editors also turn this off, and display it themselves. */
  readonly echo: boolean;
  /** A whole line at a time; editors of the line and menus take single keys. */
  readonly lines: boolean;
}

export const sttyArguments = (tty: string, platform: NodeJS.Platform): string[] => [
  platform === 'linux' ? '-F' : '-f',
  tty,
  '-a',
];

export function parseModes(listing: string): TerminalModes | undefined {
  const words = new Set(listing.split(/[\s;]+/));
  if (!words.has('echo') && !words.has('-echo')) return undefined;
  return { echo: words.has('echo'), lines: words.has('icanon') };
}

/** @param tty path of the program's side. Undefined where the system does not say, or the terminal is gone. */
export async function terminalModes(tty: string | undefined): Promise<TerminalModes | undefined> {
  if (tty === undefined) return undefined;
  try {
    return parseModes((await run('stty', sttyArguments(tty, process.platform))).stdout);
  } catch {
    return undefined;
  }
}

/**
 * Detects whether anything in a run's terminal waits for input. The kernel knows: a process blocked in `read` on its
 * terminal. Programs with an event loop (Node, line editors) wait in `poll` or for a thread instead, which only shows
 * that they may be waiting.
 */
export type TerminalWait =
  /** `mark` changes when the reader has woken up since. */
  | { readonly kind: 'reading'; readonly mark: string }
  /** All sleep, one of them in an event loop: what is on the screen decides. */
  | { readonly kind: 'polling' }
  | { readonly kind: 'busy' }
  /** The system does not say. */
  | { readonly kind: 'unknown' };

/** Numbers of `read` and `readv`, by architecture. */
const READ_CALLS: Readonly<Record<string, readonly string[]>> = { x64: ['0', '19'], arm64: ['63', '65'] };
const TERMINAL = /^\/dev\/(pts\/\d+|tty|console)$/;

const read = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');

async function inSession(leader: number) {
  const found = await Promise.all((await pidsOnLinux()).map(statOnLinux));
  // The sandbox's own two processes wait for the program's end, not for words.
  return found.filter((one) => one !== undefined).filter(({ name, session }) => name !== 'bwrap' && session === leader);
}

interface ThreadWait {
  readonly wait: 'reading' | 'polling' | 'other';
  readonly mark: string;
}

async function waitOf(thread: string): Promise<ThreadWait> {
  const [call, wchan] = await Promise.all([read(`${thread}/syscall`), read(`${thread}/wchan`)]);
  const [number = '', argument = ''] = call.trim().split(' ');
  const reads = READ_CALLS[process.arch]?.includes(number)
    ? TERMINAL.test(await readlink(`${thread}/fd/${Number(argument)}`).catch(() => ''))
    : // Where the call itself may not be seen, the place in the kernel says it.
      call === '' && /^(n_tty_read|wait_woken)$/.test(wchan);
  if (!reads) return { wait: /poll|select|futex/.test(wchan) ? 'polling' : 'other', mark: '' };
  const switches = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(await read(`${thread}/status`))?.[1];
  return { wait: 'reading', mark: `${thread}:${switches ?? ''}` };
}

/** Includes all threads: one may read for the others. */
async function waitsOf(pid: number): Promise<ThreadWait[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  return Promise.all(threads.map((thread) => waitOf(`/proc/${pid}/task/${thread}`)));
}

/** @param leader the process that the terminal was made for. */
export async function terminalWait(leader: number): Promise<TerminalWait> {
  if (process.platform !== 'linux') return { kind: 'unknown' };
  const processes = await inSession(leader);
  if (processes.length === 0) return { kind: 'unknown' };
  const threads = (await Promise.all(processes.map(({ pid }) => waitsOf(pid)))).flat();
  const readers = threads.filter(({ wait }) => wait === 'reading');
  if (readers.length > 0) return { kind: 'reading', mark: readers.map(({ mark }) => mark).join(' ') };
  if (processes.some(({ state }) => state === 'R' || state === 'D')) return { kind: 'busy' };
  return { kind: threads.some(({ wait }) => wait === 'polling') ? 'polling' : 'busy' };
}

/** A run that prints more continues, but is not logged further. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** Bytes of a finished run's terminal that a screen receives. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

export const TERMINAL_LOG = 'terminal.log';

/** @throws where the files cannot be made. */
export function openTerminalLog(
  records: string,
  maxBytes: number = MAX_LOG_BYTES,
  now: () => number = () => performance.now(),
) {
  const fd = openSync(path.join(records, TERMINAL_LOG), 'ax', 0o600);
  const times = openTerminalTimes(records, now);
  let written = 0;
  let cut = false;
  return {
    /** Written when it returns. Never throws: a full disk must not end the run. */
    append(bytes: Buffer): void {
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
    /** True where something could not be kept. */
    get cut() {
      return cut;
    },
    close() {
      closeSync(fd);
      times.close();
    },
  };
}

/** Reads the log among the records: whole, or if long, its end after a line saying so. Empty if nothing ran. */
export async function readTerminalLog(folder: string | undefined): Promise<string> {
  const opened = await openRecord(folder, TERMINAL_LOG);
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

// A run's terminal as it can be played again: the log's bytes with their times.

/** Bytes of it that a screen receives. */
const MAX_RECORDING_BYTES = 4 * 1024 * 1024;

/** Without events if nothing ran. Never rejects because of a run's output. */
export async function readTerminalRecording(
  folder: string | undefined,
  maxBytes: number = MAX_RECORDING_BYTES,
): Promise<TerminalRecording> {
  // The times first: what is printed in between has none yet, and is the rest.
  const times = await readRecord(folder, TERMINAL_TIMES, MAX_TIMES_BYTES);
  const log = await readRecord(folder, TERMINAL_LOG, maxBytes);
  if (log === undefined) return { events: [], truncated: false };
  const decoder = new StringDecoder('utf8');
  const events: TerminalRecording['events'] = [];
  const say = (atMs: number, data: string): void => {
    if (data !== '') events.push({ atMs, data });
  };
  let offset = 0;
  let atMs = 0;
  for (const step of parseTerminalTimes(times?.bytes.toString('latin1') ?? '')) {
    atMs = step.atMs;
    say(atMs, decoder.write(log.bytes.subarray(offset, offset + step.bytes)));
    offset += step.bytes;
    if (offset >= log.bytes.length) break;
  }
  const rest = decoder.write(log.bytes.subarray(offset));
  // A character that is cut by the limit is left out; one that the program never finished is shown as such.
  say(atMs, rest + (log.whole ? decoder.end() : ''));
  return { events, truncated: !log.whole };
}
