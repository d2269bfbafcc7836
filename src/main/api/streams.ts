import { asyncQueue } from './async-queue.ts';

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
