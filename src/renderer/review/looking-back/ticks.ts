import type { SessionEvent } from '../../../shared/events.ts';
import { excerptOf, shorten } from '../../../shared/text/shorten.ts';
import { TICK_KINDS, TICK_REACH, type TickKind, tickKind } from './tick-kinds.ts';

/** Pixels between two columns of ticks: one apart from the next, however many events there are. */
const COLUMN = 3;

/** Position of the event at `index` of `count` on a line of `width` pixels. */
export function placeOf(index: number, count: number, width: number): number {
  return count <= 1 ? 0 : (index / (count - 1)) * width;
}

/** Index of the event nearest to a position on the line. */
export function indexAt(x: number, count: number, width: number): number {
  if (count <= 1 || width <= 0) return 0;
  return Math.round(Math.min(1, Math.max(0, x / width)) * (count - 1));
}

export interface TickPath {
  readonly kind: TickKind;
  /** SVG path around a middle line at 0. */
  readonly d: string;
}

/** One path a kind. Where events are closer than a column, the most telling of them is drawn. */
export function tickPaths(events: readonly SessionEvent[], width: number): readonly TickPath[] {
  const columns = new Map<number, number>();
  for (const [index, event] of events.entries()) {
    const place = placeOf(index, events.length, width);
    const column = events.length * COLUMN > width ? Math.round(place / COLUMN) * COLUMN : Math.round(place * 10) / 10;
    const rank = TICK_KINDS.indexOf(tickKind(event));
    if (rank > (columns.get(column) ?? -1)) columns.set(column, rank);
  }
  return TICK_KINDS.flatMap((kind, rank) => {
    const reach = TICK_REACH[kind];
    const places = [...columns].filter(([, its]) => its === rank);
    return places.length === 0 ? [] : [{ kind, d: places.map(([x]) => `M${x} ${-reach}V${reach}`).join('') }];
  });
}

/** Pixels below which a name says nothing, and between two. */
const LEAST_NAME = 36;
const BETWEEN = 8;

export interface TurnName {
  readonly seq: number;
  /** Pixels from the line's beginning, and those that the name may take. */
  readonly x: number;
  readonly space: number;
  readonly text: string;
}

/** Topic of each turn, where there is space for it up to the next one that is named. */
export function turnNames(events: readonly SessionEvent[], width: number): readonly TurnName[] {
  const names: TurnName[] = [];
  let end = width;
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event?.type !== 'user-message-added') continue;
    const x = placeOf(index, events.length, width);
    const space = end - x - (end === width ? 0 : BETWEEN);
    if (space < LEAST_NAME) continue;
    names.push({ seq: event.seq, x, space, text: shorten(excerptOf(event.text), NAMED) });
    end = x;
  }
  return names.reverse();
}

/** Characters of a message that a name may have. */
const NAMED = 60;
