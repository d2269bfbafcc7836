/** Runs `callback` soon and answers how to call it off. */
export type Schedule = (callback: () => void) => () => void;

/** Milliseconds after which a hidden window, which draws no frames, continues anyway. */
const HIDDEN_MS = 250;
/** Milliseconds: a frame that comes later than this was kept waiting by the drawing of the one before. */
const LATE_MS = 24;
/** Milliseconds: words that come twenty times a second are as easy to read as at sixty, for a third of the work. */
const REST_MS = 50;
const LONGEST_REST_MS = 120;

/**
 * Runs in the next frame, or after a delay if there is none; after an update it pauses first. A slow frame is followed by
 * a pause as long as the frame took, which leaves half of the time for the user's typing.
 */
export function calmFrames(): Schedule {
  let restedAt = 0;
  return (callback) => {
    const now = performance.now();
    const asked = Math.max(now, restedAt);
    let frame = 0;
    const finish = () => {
      cancel();
      const late = performance.now() - asked;
      const rest = late > LATE_MS && document.visibilityState === 'visible' ? late : 0;
      callback();
      restedAt = performance.now() + Math.min(Math.max(rest, REST_MS), LONGEST_REST_MS);
    };
    const waiting = setTimeout(() => {
      frame = requestAnimationFrame(finish);
    }, asked - now);
    const hidden = setTimeout(finish, HIDDEN_MS + asked - now);
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
 * become twenty updates of the screen.
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
