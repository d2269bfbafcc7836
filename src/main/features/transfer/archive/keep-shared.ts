/** Looks at the archive a while after the start, and every so often: what waits is pushed, the list stays new. */
import type { Core } from '../../../core/core.ts';

/** Milliseconds: the first window and the first message come before. */
const FIRST_MS = 25_000;
const EVERY_MS = 5 * 60_000;

/** @param look a bug is all that it throws. @returns how to stop it. */
export function keepShared({ reportBug }: Core, look: (signal: AbortSignal) => Promise<void>): () => void {
  const stop = new AbortController();
  let timer: NodeJS.Timeout;
  const next = (ms: number): void => {
    timer = setTimeout(() => {
      void look(stop.signal)
        .catch((error: unknown) => {
          if (!stop.signal.aborted) reportBug(error);
        })
        .finally(() => {
          if (!stop.signal.aborted) next(EVERY_MS);
        });
    }, ms);
    timer.unref();
  };
  next(FIRST_MS);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
