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

/** Items that are sorted at a stretch: well under a millisecond's work. */
const RUN = 1_000;

/** Stable, like `toSorted`. Returns an array that is already sorted after one pass. */
export async function sortInSlices<T>(
  items: readonly T[],
  before: (a: T, b: T) => boolean,
  slice: TimeSlice,
): Promise<readonly T[]> {
  if (items.every((item, index) => index === 0 || !before(item, items[index - 1] as T))) return items;
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0)));
    if (slice.due()) await slice.pause();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], before, slice));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  before: (a: T, b: T) => boolean,
  slice: TimeSlice,
): Promise<readonly T[]> {
  if (right.length === 0) return left;
  const merged: T[] = [];
  let other = 0;
  for (const item of left) {
    while (other < right.length && before(right[other] as T, item)) merged.push(right[other++] as T);
    merged.push(item);
    if (merged.length % RUN === 0 && slice.due()) await slice.pause();
  }
  for (; other < right.length; other += 1) merged.push(right[other] as T);
  return merged;
}
