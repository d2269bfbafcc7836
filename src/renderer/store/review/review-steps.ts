import type { SessionEvent } from '../../../shared/events.ts';

/**
 * `seq` of the event that a step leads to; undefined where there is none further. Back by a turn goes to the
 * beginning of this one first; forward by a turn, in the last one, to the end.
 */
export function stepFrom(
  events: readonly SessionEvent[],
  index: number,
  by: 'event' | 'turn',
  direction: 1 | -1,
): number | undefined {
  if (by === 'event') return events[index + direction]?.seq;
  const begins = ({ type }: SessionEvent) => type === 'user-message-added';
  if (direction < 0) return (events.slice(0, Math.max(0, index)).findLast(begins) ?? events[0])?.seq;
  return (events.slice(index + 1).find(begins) ?? events.at(-1))?.seq;
}
