import type { PlayerClock } from '../store/slices/session-state.ts';

/** A clock that only advances on demand. */
export function handClock(): PlayerClock & { pass(ms: number): void } {
  let now = 0;
  let waiting: { readonly due: number; readonly callback: () => void } | undefined;
  return {
    now: () => now,
    after(ms: number, callback: () => void) {
      const mine = { due: now + ms, callback };
      waiting = mine;
      return () => {
        if (waiting === mine) waiting = undefined;
      };
    },
    pass(ms: number) {
      const until = now + ms;
      while (waiting !== undefined && waiting.due <= until) {
        const { due, callback } = waiting;
        waiting = undefined;
        now = due;
        callback();
      }
      now = until;
    },
  };
}
