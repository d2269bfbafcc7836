/**
 * Our own search, in a thread of its own: a pattern that backtracks for ever then blocks nobody and can be ended.
 * A program of its own in the build (`grep-worker.js`).
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { compilePattern, matchLines } from './grep-matcher.ts';

export interface GrepJob {
  readonly pattern: string;
  /** Absolute, in the order of the answer. */
  readonly files: readonly string[];
  readonly limit: number;
}

export interface GrepFinding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const { pattern, files, limit } = workerData as GrepJob;
const compiled = compilePattern(pattern);
const found: GrepFinding[] = [];
for (const file of files) {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    continue; // Gone meanwhile, or not ours to read.
  }
  for (const match of matchLines(content, compiled, limit - found.length)) found.push({ file, ...match });
  if (found.length >= limit) break;
}
parentPort?.postMessage(found);
