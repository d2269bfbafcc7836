/** A limit on silence: expires when it has not been fed for its time. */
export interface Watch {
  /** Starts over, with another limit where one is given. */
  feed(ms?: number): void;
  stop(): void;
  /** The limit in force, in milliseconds. */
  readonly limit: number;
}

export function createWatch(ms: number, onExpire: (limit: number) => void): Watch {
  let limit = ms;
  let timer = setTimeout(() => onExpire(limit), limit);
  let stopped = false;
  return {
    get limit() {
      return limit;
    },
    feed(next) {
      if (stopped) return;
      if (next === undefined || next === limit) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      limit = next;
      timer = setTimeout(() => onExpire(limit), limit);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
