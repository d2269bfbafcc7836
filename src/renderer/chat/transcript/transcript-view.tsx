import { elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useWords } from '../../shared/use-words.ts';
import { Button, cn } from '../../ui/index.ts';
import { FoundWords } from './found-words.tsx';
import { isOwn } from './transcript.ts';
import type { TranscriptItem } from './transcript-items.ts';
import { TranscriptRow } from './transcript-row.tsx';
import { useFollowEnd } from './use-follow-end.ts';
import { useFoundPlace } from './use-found-place.ts';

/** Pixels, before a row has been measured. */
const ESTIMATE: Readonly<Record<TranscriptItem['kind'], number>> = {
  user: 76,
  assistant: 120,
  thought: 24,
  answers: 30,
  activity: 28,
  card: 420,
  approval: 420,
  form: 460,
  'form-answer': 150,
  retrying: 24,
  ended: 60,
  compaction: 38,
  catalog: 24,
  note: 60,
  progress: 24,
};

/** Pixels, above the first row and below the last. */
const MARGIN = 24;

/** The place where a conversation opens, before any row has been measured: otherwise its first rows would be drawn for nothing. */
const nearEnd = (items: readonly TranscriptItem[]): number =>
  Math.max(0, items.reduce((height, { kind }) => height + ESTIMATE[kind], 2 * MARGIN) - window.innerHeight);

/** Makes the scrolling element reachable by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/** The button row below messages already makes enough space. */
function gapAbove(item: TranscriptItem, before: TranscriptItem | undefined): string {
  if (before === undefined) return '';
  const roomy = isOwn(before) || before.kind === 'assistant';
  // Thoughts and steps are one account of what was done.
  if (before.kind === 'thought' || item.kind === 'thought') {
    return roomy || item.kind === 'activity' || before.kind === 'activity' ? 'pt-0.5' : 'pt-2';
  }
  if (isOwn(item)) return roomy ? 'pt-2' : 'pt-6';
  return roomy ? 'pt-0.5' : 'pt-4';
}

/**
 * The conversation as a virtual list. Stays at the end while the reader is there, and stays still otherwise, whatever
 * grows below or is measured above.
 */
export function TranscriptView({
  items,
  moment,
}: {
  readonly items: readonly TranscriptItem[];
  /** `seq` of the past's moment that the items are of; undefined: now. */
  readonly moment: number | undefined;
}) {
  const words = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toEnd, stay, scrolled } = useFollowEnd(scroller, content);
  // The same function for the same items: a new one per frame would lay out all rows again each time.
  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[items[index]?.kind ?? 'assistant'],
    getItemKey: keyOf,
    scrollToFn: (...how) => {
      elementScroll(...how);
      scrolled();
    },
    overscan: 6,
    paddingStart: MARGIN,
    paddingEnd: MARGIN,
    initialOffset: () => nearEnd(items),
  });

  // The conversation opens at its end, and one's own message is always brought into view.
  const sent = items.findLast(isOwn)?.key;
  const seen = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (seen.current === sent) return;
    seen.current = sent;
    toEnd();
  }, [sent, toEnd]);

  // The latest event is at the end of its moment.
  useLayoutEffect(() => {
    if (moment !== undefined) toEnd();
  }, [moment, toEnd]);
  useFoundPlace(items, virtualizer, content, stay);

  return (
    <div className="relative min-h-0 flex-1">
      <FoundWords />
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={words.t('log')}
        {...SCROLLED_BY_KEYS}
        className="h-full overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div ref={content} className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            if (item === undefined) return null;
            return (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <div className={cn('mx-auto w-full max-w-[48rem] px-4 @lg:px-6', gapAbove(item, items[row.index - 1]))}>
                  <TranscriptRow item={item} />
                </div>
              </div>
            );
          })}
        </div>
      </div>
      {away ? (
        <Button
          size="sm"
          className="absolute bottom-2 left-1/2 -translate-x-1/2 bg-raised shadow-float"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden className="size-3.5" />
          {words.t('latest')}
        </Button>
      ) : null}
    </div>
  );
}
