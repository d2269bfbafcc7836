import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Pixels at the usual text size, of a closed row; the real ones are measured. */
const ROW = 56;
const GAP = 6;
/** Fewer rows are drawn all at once: then the page's own search finds them. */
const DRAWN_WHOLE = 60;

export interface ListedRow {
  readonly key: string;
  readonly row: ReactNode;
}

export interface SkillRowsHandle {
  /** The first row's. */
  focus(): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The rows of which, of thousands, only those in view exist; arrows go from one to the next. */
export function SkillRows({
  rows,
  label,
  handle,
  onUp,
}: {
  readonly rows: readonly ListedRow[];
  readonly label: string;
  readonly handle: Ref<SkillRowsHandle>;
  /** Upwards from the first row. */
  readonly onUp: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isWhole = rows.length <= DRAWN_WHOLE;
  const virtual = useVirtualizer({
    count: isWhole ? 0 : rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    gap: GAP,
    overscan: 8,
    scrollMargin: margin,
  });

  useEffect(() => setScroller(list.current?.closest<HTMLElement>('[role=tabpanel]') ?? null), []);
  // Content above the list changes height: measure where the list begins at each render.
  useLayoutEffect(() => {
    if (isWhole || scroller === null || list.current === null) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });

  const focusRow = (index: number) => {
    if (!isWhole) virtual.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`:scope > [data-index="${index}"] button`)?.focus();
    });
  };
  useImperativeHandle(handle, () => ({ focus: () => focusRow(0) }));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const item = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
    // Only from a row's own button: within its details the keys are theirs.
    if (item === null || target !== item.querySelector('button')) return;
    const at = Number(item.dataset.index);
    const step = STEPS[event.key];
    if (event.key === 'ArrowUp' && at === 0) onUp();
    else if (step !== undefined) focusRow(Math.min(rows.length - 1, Math.max(0, at + step)));
    else if (event.key === 'Home' || event.key === 'End') focusRow(event.key === 'Home' ? 0 : rows.length - 1);
    else return;
    event.preventDefault();
  };

  if (isWhole) {
    return (
      <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="flex flex-col gap-1.5">
        {rows.map(({ key, row }, index) => (
          <li key={key} data-index={index}>
            {row}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - margin}px)` }}
        >
          {rows[index]?.row}
        </li>
      ))}
    </ul>
  );
}
