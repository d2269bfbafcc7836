/** Pushes on one side, `for await` on the other; ends with the signal. */
export interface AsyncQueue<T> {
  push(item: T): void;
  items(signal: AbortSignal | undefined): AsyncGenerator<T, void, void>;
}

export function asyncQueue<T>(): AsyncQueue<T> {
  let waiting: T[] = [];
  let wake: (() => void) | undefined;
  return {
    push(item) {
      waiting.push(item);
      wake?.();
    },
    async *items(signal) {
      const stop = () => wake?.();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        while (signal?.aborted !== true) {
          if (waiting.length === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const batch = waiting;
          waiting = [];
          yield* batch;
        }
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}
