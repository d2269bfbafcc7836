/** Milliseconds in which several wishes become one. */
const GATHER_MS = 60;

export type Refresher = ReturnType<typeof refresher>;

/**
 * Asks the core again, never twice at once: a wish during a request makes one more after it, so the last answer is
 * never older than the last wish. Failures are passed over; the next event brings the next wish.
 */
export function refresher(load: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<void> | undefined;
  let again = false;
  let disposed = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await load();
      } catch (error) {
        // A wish that came in the meantime is still to be met.
        if (!again) throw error;
      }
    } while (again && !disposed);
  }

  function now(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (current !== undefined) {
      again = true;
      return current;
    }
    current = run().finally(() => {
      current = undefined;
    });
    return current;
  }

  return {
    now,
    soon() {
      if (disposed) return;
      timer ??= setTimeout(() => {
        now().catch(() => {});
      }, GATHER_MS);
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}
