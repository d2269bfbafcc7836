import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Caches the compiled form of later imports beside the build, which each build replaces as a whole: compiling takes a
 * fifth of a start. If that folder is not writable, nothing changes.
 * @param built the folder of the built programs.
 */
export function keepCompiled(built: string): void {
  enableCompileCache(path.join(built, '.compiled'));
  // A program that serves may end by a signal, which would lose what was compiled.
  setTimeout(flushCompileCache, FIRST_REST_MS).unref();
}

/** Delays the write until the start is over and nothing waits for the disk. */
const FIRST_REST_MS = 3_000;
