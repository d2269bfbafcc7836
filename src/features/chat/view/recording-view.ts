/** Position in a recorded terminal. Pure. */
import type { RecordingEvent, TerminalRecording } from '../../../shared/terminal.ts';

/** Milliseconds; a longer silence is played as this one. */
const LONGEST_SILENCE_MS = 2_000;

/** Number of its events up to `atMs` after the run began. */
export function happenedBy({ events }: TerminalRecording, atMs: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const lengthOf = ({ events }: TerminalRecording): number => events.at(-1)?.atMs ?? 0;

/** Position `passed` milliseconds of playing after `from`, with long silences cut short. */
export function playedTo(recording: TerminalRecording, from: number, passed: number): number {
  const next = recording.events[happenedBy(recording, from)];
  if (next === undefined) return lengthOf(recording);
  const silent = next.atMs - from;
  return Math.max(from, silent > LONGEST_SILENCE_MS ? next.atMs - LONGEST_SILENCE_MS : from) + passed;
}

/** All that was printed, as one text. */
export const printedIn = (events: readonly RecordingEvent[]): string =>
  events.map((event) => ('data' in event ? event.data : '')).join('');
