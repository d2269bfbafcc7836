import { messageOf } from '../../shared/errors.ts';

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

type Dispose = () => void | Promise<void>;

export type Disposables = ReturnType<typeof createDisposables>;

/** Resources to release, collected where they are acquired. */
export function createDisposables(onError: (message: string) => void = () => {}) {
  const stack: Dispose[] = [];
  let disposing: Promise<void> | undefined;

  const giveBack = async (dispose: Dispose): Promise<void> => {
    try {
      await dispose();
    } catch (error) {
      onError(messageOf(error));
    }
  };
  const disposeAll = async (): Promise<void> => {
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) await giveBack(next);
  };

  return {
    /** Registers and returns `value`, so that acquiring and registering are one line. After `dispose` it is given back at once. */
    add<T>(value: T, dispose: (value: T) => void | Promise<void>): T {
      if (disposing === undefined) stack.push(() => dispose(value));
      else void giveBack(() => dispose(value));
      return value;
    },
    /** Gives back in reverse order, one after another. A failing one does not keep the others; safe to call twice. */
    dispose(): Promise<void> {
      disposing ??= disposeAll();
      return disposing;
    },
  };
}

/** Resolves once the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Runs one piece of work at a time, in the order of the calls; one that fails does not stop the next. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
