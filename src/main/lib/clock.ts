/** Time as the core sees it. Tests pass their own. */
export interface Clock {
  /** Milliseconds, monotonic: for durations, not for dates. */
  now(): number;
  /** Resolves after `ms`, or at once, without throwing, on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest wait that a Node timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
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
