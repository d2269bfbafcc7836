/** Finds the limit that ended a run, where the kernel said so. */
import os from 'node:os';
import type { RunLimit } from '../../../shared/sandbox.ts';
import type { RunGroup } from './control-group.ts';
import type { RunLimits } from './limits.ts';
import type { RunEnd } from './sandbox.ts';

/** 128 and the signal's number, as shells and bubblewrap give it on. Linux and macOS number these alike. */
const CPU_SIGNAL = 128 + 24; // SIGXCPU
const FILE_SIGNAL = 128 + 25; // SIGXFSZ
/** Messages of the C library, Python and Node for EFBIG: on today's file systems only the limit causes it. */
const FILE_TOO_LARGE = /\bFile too large\b|\bEFBIG\b/;

/**
 * Messages of Python, the C and C++ libraries and Node for ENOMEM. If other programs can still get memory, only the
 * limit on a process's data causes it. Excludes Node's messages about its heap: that limit is Node's own.
 */
const NO_MEMORY =
  /\bMemoryError\b|\bCannot allocate memory\b|\bENOMEM\b|\bstd::bad_alloc\b|\bArray buffer allocation failed\b/;
/** Characters: a program says last what ended it. */
const LAST_WORDS = 4000;

/** True if that much CPU time fits into the elapsed time. A program may exit with any code itself. */
const couldUse = (seconds: number, ms: number): boolean => (ms / 1000) * os.availableParallelism() >= seconds;

/** @param reached what the control group saw. */
export function explainEnd(end: RunEnd, limits: RunLimits, reached: RunLimit | undefined): RunLimit | undefined {
  if (end.exitCode === 0) return undefined;
  if (reached !== undefined) return reached;
  const code = end.signal === undefined ? end.exitCode : 128 + end.signal;
  if (code === CPU_SIGNAL && couldUse(limits.cpuSeconds, end.ms)) return 'cpu';
  if (code === FILE_SIGNAL || FILE_TOO_LARGE.test(end.output)) return 'file-size';
  if (!end.stopped && !end.timedOut && NO_MEMORY.test(end.output.slice(-LAST_WORDS))) return 'memory';
  return undefined;
}

/** Milliseconds. Two small files are read each time. */
const LOOK_EVERY_MS = 250;

/** A group only refuses what exceeds its limit: a run that keeps asking is ended. */
export function watchGroup(group: RunGroup): { readonly over: AbortSignal; end(): void } {
  const over = new AbortController();
  const timer = setInterval(() => {
    if (group.reached() === undefined) return;
    clearInterval(timer);
    over.abort();
  }, LOOK_EVERY_MS).unref();
  if (group.join.length === 0) clearInterval(timer);
  return { over: over.signal, end: () => clearInterval(timer) };
}
