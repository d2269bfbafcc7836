import { AsyncIteratorClass } from '@orpc/client';

interface Reader<T> {
  readonly push: (item: T) => void;
  readonly fail: () => void;
}

/** One sender, many readers, each with its own queue. */
export class Broadcast<T> {
  readonly #readers = new Set<Reader<T>>();

  get readers(): number {
    return this.#readers.size;
  }

  send(item: T): void {
    for (const reader of this.#readers) reader.push(item);
  }

  /** Every reader's stream throws, as on a lost connection. */
  break(): void {
    for (const reader of this.#readers) reader.fail();
  }

  /** Listens from this call on, so that nothing sent before the first read is missed. */
  read(signal: AbortSignal | undefined, first: T): AsyncIteratorClass<T, unknown, void> {
    const queue: T[] = [first];
    let failed = false;
    let wake = () => {};
    const reader: Reader<T> = {
      push(item) {
        queue.push(item);
        wake();
      },
      fail() {
        failed = true;
        wake();
      },
    };
    this.#readers.add(reader);
    signal?.addEventListener('abort', reader.fail);
    const end = () => {
      this.#readers.delete(reader);
      signal?.removeEventListener('abort', reader.fail);
    };
    return new AsyncIteratorClass<T, unknown, void>(
      async () => {
        while (!failed && queue.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const item = queue.shift();
        if (failed || item === undefined) {
          end();
          throw new Error('The connection was lost.');
        }
        return { done: false, value: item };
      },
      async () => end(),
    );
  }
}
