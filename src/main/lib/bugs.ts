import type { Log } from './log.ts';

/**
 * The fourth channel of failure: a bug is caught once, at the host, with its stack in the log. Everything shown so far
 * is on disk, so the program continues after a stray rejection; after a stray exception its state is unreliable, and
 * `end` closes it.
 */
export function catchBugs(log: Log, end: (error: Error) => void): void {
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', error);
    end(error);
  });
}
