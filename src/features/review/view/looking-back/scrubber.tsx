import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage, useText } from '../../../../renderer/i18n.ts';
import { hasFailed, useActions, useAllEvents, useMoment, useNotes } from '../../../../renderer/store/index.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import { describeEvent } from '../../../../shared/messages/describe-event.ts';

/** Characters that usually distinguish a text from others. */
const EXCERPT = 80;

/** An event in one line, for stepping through a conversation. */
export function useEventLine(): (event: SessionEvent) => string {
  const language = useLanguage();
  return (event) => describeEvent(language, event, EXCERPT);
}

/**
 * Kinds of tick, the most significant last: of several in one place the last is drawn. Pixels from the middle line up and
 * down (user messages are highest), and classes written out whole: Tailwind finds them by reading the source.
 */
const TICKS = {
  other: { reach: 2, color: 'stroke-line-strong text-line-strong' },
  answer: { reach: 5, color: 'stroke-part-assistant text-part-assistant' },
  tool: { reach: 5, color: 'stroke-part-tool-result text-part-tool-result' },
  request: { reach: 5, color: 'stroke-part-base text-part-base' },
  approval: { reach: 7, color: 'stroke-accent text-accent' },
  message: { reach: 10, color: 'stroke-part-user text-part-user' },
  compaction: { reach: 8, color: 'stroke-part-summary text-part-summary' },
  skill: { reach: 8, color: 'stroke-part-skill text-part-skill' },
  error: { reach: 8, color: 'stroke-danger text-danger' },
} as const;
type TickKind = keyof typeof TICKS;
const TICK_KINDS = Object.keys(TICKS) as readonly TickKind[];

const KIND_OF: Partial<Record<SessionEvent['type'], TickKind>> = {
  'user-message-added': 'message',
  'model-responded': 'answer',
  'request-sent': 'request',
  'tool-started': 'tool',
  'tool-finished': 'tool',
  'script-started': 'tool',
  'script-finished': 'tool',
  'skill-loaded': 'skill',
  'skill-unloaded': 'skill',
  'reference-loaded': 'skill',
  'reference-unloaded': 'skill',
  'context-compacted': 'compaction',
  'compaction-undone': 'compaction',
  'approval-requested': 'approval',
  'approval-resolved': 'approval',
};

const tickKind = (event: SessionEvent): TickKind => (hasFailed(event) ? 'error' : (KIND_OF[event.type] ?? 'other'));

/** Pixels between two columns of ticks: one apart from the next, however many events there are. */
const COLUMN = 3;

/** Position of the event at `index` of `count` on a line of `width` pixels. */
export const placeOf = (index: number, count: number, width: number): number =>
  count <= 1 ? 0 : (index / (count - 1)) * width;

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
    const { reach } = TICKS[kind];
    const places = [...columns].filter(([, its]) => its === rank);
    return places.length === 0 ? [] : [{ kind, d: places.map(([x]) => `M${x} ${-reach}V${reach}`).join('') }];
  });
}

/** Pixels; the middle line, with space for the notes above it. */
const MIDDLE = 20;
const HEIGHT = 34;
/** Pixels at both ends, so that the first and the last event can be grasped. */
const EDGE = 7;
/** Pixels that the words of an event may take. */
const BUBBLE = 300;

/** Every event of the session on one line: what it was by colour and height, and a handle to go there. */
export function Scrubber() {
  const { t, format } = useText();
  const lineOf = useEventLine();
  const { lookBack, stepMoment } = useActions();
  const events = useAllEvents();
  const notes = useNotes();
  const seq = useMoment() ?? 0;
  const line = useRef<HTMLDivElement>(null);
  const width = useWidth(line) - 2 * EDGE;
  const [hovered, setHovered] = useState<number>();
  const dragged = useDragged((index) => lookBack(events[index]?.seq));

  const count = events.length;
  const index = Math.max(
    0,
    events.findLastIndex((event) => event.seq <= seq),
  );
  const paths = useMemo(() => (width > 0 ? tickPaths(events, width) : []), [events, width]);
  const current = events[index];
  const at = placeOf(index, count, width);
  const indexOf = ({ clientX }: PointerEvent<HTMLElement>) => {
    const { left } = line.current?.getBoundingClientRect() ?? { left: 0 };
    return indexAt(clientX - left - EDGE, count, width);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.to(indexOf(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const next = indexOf(event);
    setHovered(next);
    if (event.currentTarget.hasPointerCapture(event.pointerId)) dragged.to(next);
  };

  return (
    <div
      ref={line}
      role="slider"
      tabIndex={0}
      aria-label={t('review.scrubber')}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={index + 1}
      aria-valuetext={current === undefined ? '' : spoken(current)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setHovered(undefined)}
      onKeyDown={(event) => {
        // The other keys are the whole review's.
        if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
        event.preventDefault();
        stepMoment('turn', event.key === 'PageDown' ? 1 : -1);
      }}
      className="relative w-full cursor-default touch-none rounded-control"
      style={{ height: HEIGHT }}
    >
      <svg aria-hidden className="keep-colors absolute inset-0 h-full w-full overflow-visible">
        <g transform={`translate(${EDGE} ${MIDDLE})`}>
          <path d={`M0 0H${Math.max(0, width)}`} className="stroke-line" />
          {paths.map(({ kind, d }) => (
            <path key={kind} d={d} strokeWidth={2} strokeLinecap="round" className={TICKS[kind].color} />
          ))}
          {notes.map(({ id, on }) => {
            const x = placeOf(
              Math.max(
                0,
                events.findLastIndex((event) => event.seq <= on),
              ),
              count,
              width,
            );
            return <path key={id} d={`M${x} -12l-3.5 -6h7z`} className="fill-current text-warning" />;
          })}
          {/* Dims events that have not happened yet. */}
          <rect x={at} y={-12} width={Math.max(0, width - at + EDGE)} height={24} className="fill-surface/60" />
          <path d={`M${at} -13V13`} strokeWidth={2} className="stroke-ink" />
          <circle cx={at} cy={0} r={6} className="fill-ink stroke-surface" strokeWidth={2} />
        </g>
      </svg>
      {hovered === undefined || events[hovered] === undefined ? null : (
        <Bubble event={events[hovered]} index={hovered} x={EDGE + placeOf(hovered, count, width)} width={width} />
      )}
    </div>
  );

  function spoken(event: SessionEvent): string {
    return t('review.value', {
      time: format.clock(event.at),
      n: format.number(index + 1),
      all: format.number(count),
      what: lineOf(event),
    });
  }
}

/** Event under the pointer, with its time. */
function Bubble({
  event,
  index,
  x,
  width,
}: {
  readonly event: SessionEvent;
  readonly index: number;
  readonly x: number;
  readonly width: number;
}) {
  const { t, format } = useText();
  const lineOf = useEventLine();
  const left = Math.min(Math.max(0, x - BUBBLE / 2), Math.max(0, width + 2 * EDGE - BUBBLE));
  const kind = tickKind(event);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 flex justify-center"
      style={{ left, width: Math.min(BUBBLE, width + 2 * EDGE) }}
    >
      <p className="line-clamp-2 rounded-control bg-tooltip px-2 py-1 text-on-tooltip text-sm shadow-float">
        <span className="tabular-nums opacity-80">
          {format.clock(event.at)} · {format.number(index + 1)}
        </span>
        {kind === 'other' ? null : <span className="opacity-80"> · {t(`review.ticks.${kind}`)}</span>}
        <br />
        {lineOf(event)}
      </p>
    </div>
  );
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const sizes = new ResizeObserver(() => setWidth(current.clientWidth));
    sizes.observe(current);
    setWidth(current.clientWidth);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}

/** A pointer reports more often than a screen draws: one move a frame, the latest. */
function useDragged(go: (index: number) => void): { readonly to: (index: number) => void } {
  const frame = useRef(0);
  const wanted = useRef(0);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return {
    to(index) {
      wanted.current = index;
      if (frame.current !== 0) return;
      frame.current = requestAnimationFrame(() => {
        frame.current = 0;
        latest.current(wanted.current);
      });
    },
  };
}
