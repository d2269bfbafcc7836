import { asyncQueue } from './async-queue.ts';

/** What there is now, then again after every change. @param onChange returns what ends the subscription. */
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
