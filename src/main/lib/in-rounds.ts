/** Work that is done again and again in the background, the next round a while after the last one ended. */
interface Rounds {
  /** Milliseconds before the first round. */
  readonly firstMs: number;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  reportBug(error: unknown): void;
}

/** @param round a bug is all that it throws. @returns how to stop it. */
export function inRounds({ firstMs, everyMs, reportBug }: Rounds, round: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController();
  let timer: NodeJS.Timeout;
  const next = (ms: number): void => {
    timer = setTimeout(() => {
      void round(stop.signal)
        .catch((error: unknown) => {
          if (!stop.signal.aborted) reportBug(error);
        })
        .finally(() => {
          if (!stop.signal.aborted) next(everyMs);
        });
    }, ms);
    timer.unref();
  };
  next(firstMs);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
