/** Runs `callback` soon and answers how to call it off. */
export type Schedule = (callback: () => void) => () => void;

/** Milliseconds after which a hidden window, which draws no frames, continues anyway. */
const HIDDEN_MS = 250;
/** Milliseconds: a frame that comes later than this was kept waiting by the drawing of the one before. */
const LATE_MS = 24;
const LONGEST_REST_MS = 120;

/**
 * Runs in the next frame, or after a delay if there is none. After a slow frame it pauses as long as the frame took,
 * which leaves half of the time for the user's typing.
 */
export function calmFrames(): Schedule {
  let rest = 0;
  return (callback) => {
    const asked = performance.now() + rest;
    let frame = 0;
    const finish = () => {
      cancel();
      const late = performance.now() - asked;
      rest = late > LATE_MS && document.visibilityState === 'visible' ? Math.min(late, LONGEST_REST_MS) : 0;
      callback();
    };
    const waiting = setTimeout(() => {
      frame = requestAnimationFrame(finish);
    }, rest);
    const hidden = setTimeout(finish, HIDDEN_MS + rest);
    const cancel = () => {
      clearTimeout(waiting);
      clearTimeout(hidden);
      cancelAnimationFrame(frame);
    };
    return cancel;
  };
}

/**
 * Gathers what comes in between two frames and hands it on in one go, in order: five hundred deltas a second
 * become sixty updates of the screen.
 */
export function frameQueue<T>(
  schedule: Schedule,
  take: (items: readonly T[]) => void,
): { readonly push: (item: T) => void; readonly dispose: () => void } {
  let items: T[] = [];
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel = undefined;
    const taken = items;
    items = [];
    take(taken);
  };
  return {
    push(item) {
      items.push(item);
      cancel ??= schedule(flush);
    },
    dispose() {
      cancel?.();
      cancel = undefined;
      items = [];
    },
  };
}
