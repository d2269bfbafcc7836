import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { THRESHOLDS } from '../../../shared/budgets.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { cn } from '../../ui/index.ts';
import { TimelineColumn } from './timeline-column.tsx';
import type { Mark, TimelineData } from './timeline-data.ts';

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
  const t = useT();
  const format = useFormat();
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
