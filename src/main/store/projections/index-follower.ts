/** Brings the search index after the log while nothing else is going on. */
import type { Db } from '../db.ts';
import type { SearchIndex } from './search-index.ts';

export type IndexFollower = ReturnType<typeof followLog>;

/** Milliseconds after an append, so that a run's events are indexed together. */
const REST_MS = 200;
/** Milliseconds spent at closing: enough for what one conversation leaves, or an import of some thousand messages. */
const LAST_MS = 1_000;

export function followLog(db: Db, index: SearchIndex) {
  let timer: NodeJS.Timeout | undefined;
  const batch = db.transaction(() => index.advance());
  /** False where nothing is left, or nothing can be done: the log is the truth, and search looks through the rest. */
  const step = (): boolean => {
    // A power cut may lose the last batch of what can be built again.
    db.pragma('synchronous = NORMAL');
    try {
      return batch.immediate();
    } catch {
      return false;
    } finally {
      db.pragma('synchronous = FULL');
    }
  };
  const later = (ms: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (step()) later(1);
    }, ms);
    timer.unref();
  };
  return {
    /** There is something new in the log. */
    wake() {
      if (timer === undefined) later(REST_MS);
    },
    /** Indexes what it can within a moment; leaves the rest to the next writer. */
    close() {
      clearTimeout(timer);
      timer = undefined;
      const until = performance.now() + LAST_MS;
      while (step() && performance.now() < until);
    },
  };
}
