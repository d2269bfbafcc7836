/** Which limit ended a run, where the kernel said so. */
import os from 'node:os';
import type { RunLimit } from '../../../shared/sandbox.ts';
import type { RunGroup } from './control-group.ts';
import type { RunLimits } from './limits.ts';
import type { RunEnd } from './sandbox.ts';

/** 128 and the signal's number, as shells and bubblewrap give it on. Linux and macOS number these alike. */
const CPU_SIGNAL = 128 + 24; // SIGXCPU
const FILE_SIGNAL = 128 + 25; // SIGXFSZ
/** As the C library, Python and Node say EFBIG: nothing but the limit makes it on a file system of today. */
const FILE_TOO_LARGE = /\bFile too large\b|\bEFBIG\b/;

/**
 * As Python, the C and C++ libraries and Node say ENOMEM. Where there is memory to be had for the machine's other programs,
 * only the limit of a process's data makes it. What Node says of its own heap is not among them: that limit is Node's.
 */
const NO_MEMORY =
  /\bMemoryError\b|\bCannot allocate memory\b|\bENOMEM\b|\bstd::bad_alloc\b|\bArray buffer allocation failed\b/;
/** Characters: a program says last what ended it. */
const LAST_WORDS = 4000;

/** Could this much time on the clock hold so much of the processors'? A program may end with any number of its own. */
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

/** A group only refuses what is too much: whoever asks again and again is ended. */
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
