import type { SessionEvent } from '../../../shared/events.ts';

/** Failures: a refused approval is an answer. */
export function hasFailed(event: SessionEvent): boolean {
  switch (event.type) {
    case 'model-failed':
      return true;
    case 'run-finished':
      return event.state === 'error';
    case 'tool-finished':
      return !event.ok;
    case 'script-finished':
      return event.exitCode !== 0;
    default:
      return false;
  }
}

/** Target of a step. */
export type StepBy = 'event' | 'turn' | 'failure';

/**
 * `seq` of the event that a step leads to; undefined where there is none further. Back by a turn goes to the
 * beginning of this one first; forward by a turn, in the last one, to the end.
 */
export function stepFrom(
  events: readonly SessionEvent[],
  index: number,
  by: StepBy,
  direction: 1 | -1,
): number | undefined {
  if (by === 'event') return events[index + direction]?.seq;
  if (by === 'failure') {
    return (
      direction < 0 ? events.slice(0, Math.max(0, index)).findLast(hasFailed) : events.slice(index + 1).find(hasFailed)
    )?.seq;
  }
  const begins = ({ type }: SessionEvent) => type === 'user-message-added';
  if (direction < 0) return (events.slice(0, Math.max(0, index)).findLast(begins) ?? events[0])?.seq;
  return (events.slice(index + 1).find(begins) ?? events.at(-1))?.seq;
}
