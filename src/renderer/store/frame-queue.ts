/** Runs `callback` soon and answers how to call it off. */
export type Schedule = (callback: () => void) => () => void;

/** Milliseconds after which a hidden window, which draws no frames, goes on all the same. */
const HIDDEN_MS = 200;

/** With the next frame, or after a moment where there is none. */
export const nextFrame: Schedule = (callback) => {
  const timer = setTimeout(() => finish(), HIDDEN_MS);
  const frame = requestAnimationFrame(() => finish());
  const cancel = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  const finish = () => {
    cancel();
    callback();
  };
  return cancel;
};

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
