import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '../../lib/timing.ts';

/** Milliseconds of work at a stretch: synchronous reads in slices beat both workers and promises, and 16 ms is a frame. */
const SLICE_MS = 3;

/** Lets long synchronous work give way: `if (slice.due()) await slice.pause()`. */
export interface TimeSlice {
  due(): boolean;
  pause(): Promise<void>;
}

export function createTimeSlice(): TimeSlice {
  let started = monotonicMs();
  return {
    due: () => monotonicMs() - started >= SLICE_MS,
    async pause() {
      await nextTurn();
      started = monotonicMs();
    },
  };
}
