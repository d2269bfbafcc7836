/** The terminal that this process was started in, and its end. */
import type { Terminal } from './deps.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds that what still holds the process after everything was closed is given. */
const LEAVE_WITHIN_MS = 2_000;

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    stdout,
    stderr,
    env,
    onInterrupt(listener) {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    exit: (status) => process.exit(status),
  };
}

/** Lets the process end by itself, and forces it if necessary. Output has been drained by then. */
export function leave(status: number): void {
  process.exitCode = status;
  // An open stdin (a terminal, a pipe that stays open) would keep the process alive.
  process.stdin.unref?.();
  setTimeout(() => process.exit(), LEAVE_WITHIN_MS).unref();
}
