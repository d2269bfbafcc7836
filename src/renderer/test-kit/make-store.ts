import { onTestFinished } from 'vitest';
import type { AppData } from '../store/app-data.ts';
import { type AppStore, createAppStore } from '../store/app-store.ts';
import type { Failure } from '../store/slices/failures.ts';
import type { PlayerClock } from '../store/slices/session-state.ts';
import type { DraftStorage } from '../store/slices/window-state.ts';
import type { FakeCore } from './fake-core.ts';

export interface Watched {
  readonly store: AppStore;
  /** All notifications. */
  readonly failures: Failure[];
  /** One entry per change of the store. */
  readonly changes: AppData[];
  until(condition: (data: AppData) => boolean): Promise<AppData>;
  /** Draws the next frame: until then nothing that streamed has reached the store. */
  frame(): void;
  /** At the end of the test otherwise. */
  stop(): void;
}

/** A store over a core in memory, until the test ends. `manualFrames` leaves it to the test when a frame is drawn. */
export function makeStore(
  core: FakeCore,
  {
    manualFrames = false,
    playerClock,
    drafts,
  }: { readonly manualFrames?: boolean; readonly playerClock?: PlayerClock; readonly drafts?: DraftStorage } = {},
): Watched {
  const failures: Failure[] = [];
  const changes: AppData[] = [];
  const waiting = new Set<() => void>();
  const store = createAppStore({
    connection: core.connection,
    ...(playerClock === undefined ? {} : { playerClock }),
    ...(drafts === undefined ? {} : { drafts }),
    notifier: {
      failed: (failure) => failures.push(failure),
      removed: () => {},
      compacted: () => {},
      compactionStopped: () => {},
      noteRemoved: () => {},
    },
    schedule(callback) {
      if (manualFrames) {
        waiting.add(callback);
        return () => waiting.delete(callback);
      }
      const timer = setTimeout(callback, 0);
      return () => clearTimeout(timer);
    },
  });
  store.data.subscribe((data) => changes.push(data));
  let end: (() => void) | undefined = store.start();
  const stop = () => {
    end?.();
    end = undefined;
  };
  onTestFinished(stop);
  return {
    store,
    failures,
    changes,
    until: (condition) =>
      new Promise((resolve) => {
        const check = (data: AppData) => {
          if (!condition(data)) return;
          off();
          resolve(data);
        };
        const off = store.data.subscribe(check);
        check(store.data.getState());
      }),
    frame() {
      const callbacks = [...waiting];
      waiting.clear();
      for (const callback of callbacks) callback();
    },
    stop,
  };
}
