import { useVirtualizer } from '@tanstack/react-virtual';
import { Archive, BookOpen, LogOut, Plus, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { SEGMENT_COLORS } from '../../../renderer/shared/segments.ts';
import { useActions, useApp, useEvents, useSession } from '../../../renderer/store/index.ts';
import { cn, IconButton, Tooltip } from '../../../renderer/ui/index.ts';
import { THRESHOLDS } from '../../../shared/context-views.ts';
import { eventName } from '../../../shared/messages/describe-event.ts';
import { type Column, type Mark, type MarkKind, scaleOf, type TimelineData, timelineOf } from './timeline-data.ts';

/** Text for a column and a mark: for the tooltip and for screen readers. */
export function useTimelineWords(): {
  readonly title: (column: Column, index: number) => string;
  readonly fill: (column: Column) => string;
  readonly cached: (column: Column) => string | undefined;
  readonly mark: (mark: Mark) => string;
  readonly whole: (column: Column, index: number, marks: readonly Mark[]) => string;
} {
  const { t, format } = useText();
  const title = ({ purpose, at }: Column, index: number) =>
    t(purpose === 'summary' ? 'timeline.summary' : 'timeline.request', { n: index + 1, time: format.time(at) });
  const fill = ({ total, max }: Column) =>
    t('timeline.fill', { tokens: format.number(total), max: format.tokens(max), share: format.percent(total / max) });
  const cached = ({ cached: tokens }: Column) =>
    tokens === undefined ? undefined : t('timeline.cached', { tokens: format.number(tokens) });
  const mark = ({ event }: Mark) => t('timeline.before', { what: eventName(t, event) });
  const whole = (column: Column, index: number, marks: readonly Mark[]) =>
    [
      title(column, index),
      fill(column),
      ...column.kinds.map(({ kind, tokens }) => `${t(`gauge.kind.${kind}`)} ${format.number(tokens)}`),
      ...marks.map(mark),
    ].join('. ');
  return { title, fill, cached, mark, whole };
}

const ICONS: Readonly<Record<MarkKind, typeof Plus>> = {
  load: Plus,
  unload: LogOut,
  reference: BookOpen,
  compaction: Archive,
  undone: Undo2,
};

function Values({
  column,
  index,
  marks,
}: {
  readonly column: Column;
  readonly index: number;
  readonly marks: readonly Mark[];
}) {
  const { t, format } = useText();
  const words = useTimelineWords();
  const cached = words.cached(column);
  return (
    <span className="flex min-w-44 flex-col gap-0.5 py-0.5">
      <span className="font-medium">{words.title(column, index)}</span>
      <span className="tabular-nums opacity-80">{words.fill(column)}</span>
      {cached === undefined ? null : <span className="tabular-nums opacity-80">{cached}</span>}
      {column.kinds.toReversed().map(({ kind, tokens }) => (
        <span key={kind} className="flex items-center gap-1.5">
          <span className={cn('keep-colors size-2 rounded-sm', SEGMENT_COLORS[kind])} />
          <span className="flex-1">{t(`gauge.kind.${kind}`)}</span>
          <span className="tabular-nums">{format.number(tokens)}</span>
        </span>
      ))}
      {marks.map((mark) => (
        <span key={mark.seq} className="opacity-80">
          {words.mark(mark)}
        </span>
      ))}
    </span>
  );
}

/** One request: its parts one on the other, and above it what has changed since the one before. */
export const TimelineColumn = memo(function TimelineColumn({
  column,
  index,
  marks,
  scale,
  current,
  tabbable,
  onOpen,
  onFocus,
}: {
  readonly column: Column;
  readonly index: number;
  readonly marks: readonly Mark[];
  /** Tokens of the full height. */
  readonly scale: number;
  readonly current: boolean;
  readonly tabbable: boolean;
  readonly onOpen: (seq: number) => void;
  readonly onFocus: (index: number) => void;
}) {
  const words = useTimelineWords();
  const [mark] = marks;
  const Icon = mark === undefined ? undefined : ICONS[mark.kind];
  return (
    <Tooltip side="top" content={<Values column={column} index={index} marks={marks} />}>
      <button
        type="button"
        data-seq={column.seq}
        data-total={column.total}
        tabIndex={tabbable ? 0 : -1}
        aria-label={words.whole(column, index, marks)}
        aria-current={current ? 'true' : undefined}
        onClick={() => onOpen(column.seq)}
        onFocus={() => onFocus(index)}
        className="group/column relative flex h-full w-full cursor-default flex-col justify-end rounded-sm hover:bg-hover aria-[current]:bg-selected"
      >
        {Icon === undefined ? null : (
          <span className="absolute inset-x-0 top-0 flex justify-center text-ink-soft">
            {/* Above the lines of the limit, which would cross it out. */}
            <Icon aria-hidden className="relative z-20 size-3 rounded-full bg-side" />
          </span>
        )}
        <span
          className={cn('keep-colors mx-px flex flex-col-reverse', column.purpose === 'summary' ? 'opacity-50' : '')}
          style={{ height: `${Math.min(100, (column.total / scale) * 100)}%` }}
        >
          {column.kinds.map(({ kind, tokens }) => (
            <span
              key={kind}
              data-kind={kind}
              className={cn('last:rounded-t-sm', SEGMENT_COLORS[kind])}
              style={{ flexGrow: tokens, flexBasis: 0 }}
            />
          ))}
        </span>
      </button>
    </Tooltip>
  );
});

/** Pixels. */
const COLUMN = 18;
const NO_MARKS: readonly Mark[] = [];

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Shows as many columns as fit; a single Tab stop with arrow-key navigation. */
export function TimelineStrip({
  session,
  data: { columns, marks, max },
  scale,
}: {
  readonly session: string;
  readonly data: TimelineData;
  readonly scale: number;
}) {
  const { t, format } = useText();
  const { openAt } = useActions();
  const past = useApp((data) => data.moment !== undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  const last = columns.length - 1;
  const at = Math.min(focused ?? last, last);
  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan: 20,
  });
  const marksBefore = useMemo(() => Map.groupBy(marks, (mark) => Math.min(mark.before, last)), [marks, last]);
  const onOpen = useCallback((seq: number) => openAt(session, seq, { past }), [openAt, session, past]);

  // Keeps the latest request in view unless the user looks at an earlier one.
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (last >= 0 && focused === undefined) scrollToIndex(last, { align: 'end' });
  }, [last, focused, scrollToIndex]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(step(at, last), 0), last);
    setFocused(next);
    scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus({ preventScroll: true }),
    );
  };

  return (
    <div className="relative isolate mt-1 h-20">
      {THRESHOLDS.filter((share) => share * max <= scale).map((share) => (
        <div
          key={share}
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-10 border-ink-faint border-t border-dashed text-ink-soft text-xs leading-none"
          style={{ bottom: `${((share * max) / scale) * 100}%` }}
        >
          {/* On either side of the two lines, which are closer than their words are high. */}
          <span className={cn('absolute right-0 bg-side pl-1', share === THRESHOLDS.at(-1) ? 'bottom-0.5' : 'top-0.5')}>
            {format.percent(share)}
          </span>
        </div>
      ))}
      {scale < max ? (
        <p aria-hidden className="pointer-events-none absolute top-0 right-0 z-10 bg-side pl-1 text-ink-soft text-xs">
          {t('timeline.scale', { tokens: format.tokens(scale) })}
        </p>
      ) : null}
      <div
        ref={scroller}
        role="toolbar"
        aria-label={t('timeline.columns')}
        onKeyDown={onKeyDown}
        className="-mx-1 h-full overflow-x-auto overflow-y-hidden overscroll-contain px-1 py-0.5"
      >
        <div className="relative h-full" style={{ width: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const column = columns[index];
            return column === undefined ? null : (
              <div
                key={key}
                data-index={index}
                className="absolute inset-y-0"
                style={{ left: start, width: COLUMN - 2 }}
              >
                <TimelineColumn
                  column={column}
                  index={index}
                  marks={marksBefore.get(index) ?? NO_MARKS}
                  scale={scale}
                  current={index === last}
                  tabbable={index === at}
                  onOpen={onOpen}
                  onFocus={setFocused}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Above it a strip of small columns against the limit would show nothing. */
const CLEAR_AT = 0.25;

/** The context over the whole conversation, a column for each request. */
export function Timeline({ onClose }: { readonly onClose: () => void }) {
  const { t, format } = useText();
  const { id } = useSession();
  const events = useEvents();
  const data = useMemo(() => timelineOf(events), [events]);
  const { columns, peak, max } = data;
  const [wanted, setWanted] = useState<boolean>();
  if (id === undefined || columns.length === 0) return null;
  const againstLimit = wanted ?? peak > max * CLEAR_AT;
  return (
    <section aria-label={t('timeline.title')} className="shrink-0 border-line border-t bg-side px-4 pt-1.5 pb-2">
      <div className="flex items-center gap-2 text-sm">
        <h3 className="font-medium">{t('timeline.title')}</h3>
        <p className="min-w-0 flex-1 truncate text-ink-soft tabular-nums">
          {t('timeline.facts', {
            count: columns.length,
            requests: format.number(columns.length),
            peak: format.number(peak),
            share: format.percent(max === 0 ? 0 : peak / max),
          })}
        </p>
        <button
          type="button"
          aria-pressed={againstLimit}
          onClick={() => setWanted(!againstLimit)}
          className="shrink-0 cursor-default rounded-control px-1.5 py-0.5 text-ink-soft hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink"
        >
          {t('timeline.againstLimit')}
        </button>
        <IconButton size="sm" label={t('timeline.hide')} side="top" onClick={onClose} icon={X} />
      </div>
      <TimelineStrip key={id} session={id} data={data} scale={scaleOf(data, againstLimit)} />
    </section>
  );
}
