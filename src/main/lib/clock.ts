/** Time as the core sees it. Tests pass their own. */
export interface Clock {
  /** Milliseconds, monotonic: for durations, not for dates. */
  now(): number;
  /** Resolves after `ms`, or at once, without throwing, on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest wait that a Node timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds, monotonic. The global `performance` loads a module at its first use, which costs each command 3 ms. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

export const systemClock: Clock = {
  now: monotonicMs,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      signal.addEventListener('abort', end, { once: true });
    }),
};
