import type { Log } from './log.ts';

/**
 * The fourth channel of failure: a bug is caught once, at the host, with its stack in the log. What a person saw is
 * on the disk already, so the program goes on after a stray rejection; after a stray exception its state is not to be
 * trusted, and `end` closes it.
 */
export function catchBugs(log: Log, end: (error: Error) => void): void {
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', error);
    end(error);
  });
}
