import type { Connection } from '../../client.ts';

/** Milliseconds before the first new try, doubled up to the last. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 4_000;

/** Waits until reconnected; if already connected, for a delay that grows with every attempt. */
function pause(connection: Connection, attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
    const timer = setTimeout(done, wait);
    const off = connection.onStatus((status) => {
      if (status === 'open') done();
    });
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      off();
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/**
 * Reads a stream for as long as `signal` allows, opening it again whenever it breaks or ends.
 * `open` is called for each try, so that it can ask for what follows the last item.
 * `refused` decides about a failure: true gives up.
 */
export async function keepReading<T>({
  connection,
  signal,
  open,
  onItem,
  refused = () => false,
}: {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<T>>;
  readonly onItem: (item: T) => void;
  readonly refused?: (error: unknown) => boolean;
}): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    try {
      for await (const item of await open(signal)) {
        if (signal.aborted) return;
        attempt = 0;
        onItem(item);
      }
    } catch (error) {
      if (signal.aborted || refused(error)) return;
    }
    await pause(connection, attempt, signal);
    attempt += 1;
  }
}
