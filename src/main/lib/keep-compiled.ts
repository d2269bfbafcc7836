import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Keeps the compiled form of what is imported from here on beside the build, which each build replaces as a whole: a fifth
 * of a start is compiling. Where that folder cannot be written, everything goes on as without it.
 * @param built the folder of the built programs.
 */
export function keepCompiled(built: string): void {
  enableCompileCache(path.join(built, '.compiled'));
  // A program that serves may end by a signal, which would lose what was compiled.
  setTimeout(flushCompileCache, FIRST_REST_MS).unref();
}

/** The start is over by then, and nobody waits for the disk. */
const FIRST_REST_MS = 3_000;
