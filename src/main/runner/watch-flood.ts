/** Ends a run that prints endlessly: its log keeps only the beginning, and so much output means that it is stuck. */

/** Bytes of both streams. Four times what the log keeps. */
export const MAX_PRINTED_BYTES = 256 * 1024 * 1024;

export type FloodWatch = ReturnType<typeof watchFlood>;

export function watchFlood(maxBytes: number = MAX_PRINTED_BYTES) {
  const controller = new AbortController();
  let total = 0;
  return {
    came(bytes: number): void {
      total += bytes;
      if (total > maxBytes && !controller.signal.aborted) controller.abort();
    },
    over: controller.signal,
  };
}
