/** Pushes on one side, `for await` on the other; ends with the signal, or with a failure once all before it was read. */
export interface AsyncQueue<T> {
  push(item: T): void;
  fail(error: unknown): void;
  items(signal: AbortSignal | undefined): AsyncGenerator<T, void, void>;
}

export function asyncQueue<T>(): AsyncQueue<T> {
  let waiting: T[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  return {
    push(item) {
      waiting.push(item);
      wake?.();
    },
    fail(error) {
      failure ??= { error };
      wake?.();
    },
    async *items(signal) {
      const stop = () => wake?.();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        while (signal?.aborted !== true) {
          if (waiting.length === 0) {
            if (failure !== undefined) throw failure.error;
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

/** Yields the current value, then a new one after every change. @param onChange returns an unsubscribe function. */
export async function* changes<T>(
  read: () => T | Promise<T>,
  onChange: (listener: () => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  const queue = asyncQueue<'changed'>();
  const stop = onChange(() => queue.push('changed'));
  try {
    yield await read();
    for await (const _change of queue.items(signal)) yield await read();
  } finally {
    stop();
  }
}
