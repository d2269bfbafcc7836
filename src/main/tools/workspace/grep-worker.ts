/**
 * Built-in search in a worker thread: a pattern that backtracks forever blocks nothing else and can be ended. A
 * separate entry point in the build (`grep-worker.js`).
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { HAS_DESCRIPTOR_PATHS } from '../../lib/processes.ts';
import { compilePattern, matchLines } from './grep-matcher.ts';

export interface GrepJob {
  readonly pattern: string;
  /** Absolute, in the order of the answer. */
  readonly files: readonly string[];
  readonly limit: number;
  readonly maxBytes: number;
}

interface GrepFinding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface GrepAnswer {
  readonly found: readonly GrepFinding[];
  /** Files that were not searched. */
  readonly tooLarge: readonly string[];
}

/** Undefined where a link or something else was put in its place, or in that of a folder above it. */
function contentOf(file: string): Buffer | 'too large' | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const opened = HAS_DESCRIPTOR_PATHS ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync(file);
    const info = fstatSync(fd);
    if (opened !== file || !info.isFile()) return undefined;
    return info.size > maxBytes ? 'too large' : readFileSync(fd);
  } catch {
    return undefined; // Gone in the meantime, or not ours to read.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const { pattern, files, limit, maxBytes } = workerData as GrepJob;
const compiled = compilePattern(pattern);
const found: GrepFinding[] = [];
const tooLarge: string[] = [];
for (const file of files) {
  const content = contentOf(file);
  if (content === 'too large') tooLarge.push(file);
  if (content === undefined || content === 'too large') continue;
  for (const match of matchLines(content, compiled, limit - found.length)) found.push({ file, ...match });
  if (found.length >= limit) break;
}
parentPort?.postMessage({ found, tooLarge } satisfies GrepAnswer);
