import { elementScroll, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, Search, X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../../../renderer/i18n.ts';
import { useWords } from '../../../../renderer/shared/words.tsx';
import {
  useActions,
  useAllEvents,
  useApp,
  useEvents,
  useFound,
  useNotes,
  usePast,
} from '../../../../renderer/store/index.ts';
import { Button, cn, IconButton, SCROLLED_BY_KEYS } from '../../../../renderer/ui/index.ts';
import { activeEvents } from '../../../../shared/reducer.ts';
import type { SessionState } from '../../../../shared/session-state.ts';
import { markWords, unmarkWords } from './run-notes.tsx';
import { isOwn } from './transcript.ts';
import type { TranscriptItem } from './transcript-items.ts';
import { placeOfEvent, TranscriptRow, withNotes } from './transcript-row.tsx';

/** Pixels from the end within which a reader who scrolls down counts as being there. */
const NEAR_END = 80;

/** Pixels from the end from which the way back is offered. */
const FAR_FROM_END = 160;

/** Less is rounding, at zoom levels and on screens with fractional pixels. */
const PIXEL = 1.5;

const fromEnd = (element: HTMLElement): number => element.scrollHeight - element.clientHeight - element.scrollTop;

/**
 * Keeps a scrolling list at its end, whatever changes height and when, until the reader scrolls up; then it stays still
 * until they return. Unfolding something also keeps it still: the pressed element must not move.
 */
function useFollowEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const following = useRef(true);
  const lastTop = useRef(0);
  const [away, setAway] = useState(false);

  const scrolled = useCallback(() => {
    lastTop.current = scroller.current?.scrollTop ?? 0;
  }, [scroller]);
  /** True if the reader has scrolled since the last check. If the list became shorter, the browser moved it: to its end. */
  const notice = useCallback((element: HTMLElement) => {
    const moved = element.scrollTop - lastTop.current;
    lastTop.current = element.scrollTop;
    const distance = fromEnd(element);
    if (distance <= PIXEL) following.current = true;
    else if (moved < 0) following.current = false;
    else if (moved > 0 && distance <= NEAR_END) following.current = true;
  }, []);
  const settle = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    notice(element);
    if (following.current && fromEnd(element) > 0) element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
    setAway(fromEnd(element) > FAR_FROM_END);
  }, [scroller, notice]);
  const stay = useCallback(() => {
    following.current = false;
  }, []);
  const toEnd = useCallback(() => {
    scrolled();
    following.current = true;
    settle();
  }, [scrolled, settle]);

  // Rows are drawn and placed in several steps: settle after each one, before it is painted. Away from the end there is
  // nothing to do, and measuring would cause one more layout in every frame.
  useLayoutEffect(() => {
    if (following.current) settle();
  });

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    const sizes = new ResizeObserver(settle);
    sizes.observe(element);
    sizes.observe(content.current);
    const onScroll = () => {
      notice(element);
      setAway(fromEnd(element) > FAR_FROM_END);
    };
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[aria-expanded]') !== null) following.current = false;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('click', onClick, { capture: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('click', onClick, { capture: true });
    };
  }, [scroller, content, notice, settle]);

  return {
    /** The reader is so far from the end that a way back helps. */
    away,
    toEnd /** Keeps still from here on, as if the reader had scrolled. */,
    stay /** Call after every scroll by the list itself, so that it is not taken for the reader's. */,
    scrolled,
  };
}

/**
 * Scrolls a search hit into view and highlights its words while needed: rows come and go, unfold and grow. A hit
 * missing from the current conversation is shown in its own moment.
 */
function useFoundPlace(
  items: readonly TranscriptItem[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  content: RefObject<HTMLElement | null>,
  stay: () => void,
): void {
  const { lookBack } = useActions();
  const found = useFound();
  const past = usePast();
  const events = useAllEvents();
  const place = useMemo(
    () =>
      found === undefined
        ? undefined
        : placeOfEvent(
            items,
            events.find(({ seq }) => seq === found.seq),
            found.thought,
          ),
    [items, events, found],
  );
  const index = place?.index;
  const shown = useRef<object>(undefined);

  useEffect(() => {
    if (found === undefined || shown.current === found || events.length === 0) return;
    if (index === undefined) {
      if (!past && events.some(({ seq }) => seq === found.seq)) lookBack(found.seq);
      else if (past) shown.current = found;
      return;
    }
    shown.current = found;
    stay();
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [found, index, past, events, lookBack, virtualizer, stay]);

  const words = found?.words ?? '';
  useEffect(() => {
    const list = content.current;
    if (list === null || index === undefined || words === '') return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      markWords(list.querySelector(`[data-index="${index}"]`), words);
    };
    const watcher = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    });
    watcher.observe(list, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      unmarkWords();
    };
  }, [content, index, words]);
}

/** Adds notes to the items shown; notes on later events, or on those replaced by an edit, are shown elsewhere. */
export function useNoted(items: readonly TranscriptItem[], state: SessionState): readonly TranscriptItem[] {
  const notes = useNotes();
  const events = useEvents();
  return useMemo(() => {
    if (notes.length === 0) return items;
    const shown = new Set(activeEvents(events).map(({ seq }) => seq));
    return withNotes(
      items,
      state,
      notes.filter(({ on }) => shown.has(on)),
    );
  }, [items, state, notes, events]);
}

/** The words that are marked, and the way to be rid of the marks. */
function FoundWords() {
  const t = useT();
  const { forgetFound } = useActions();
  const words = useFound()?.words ?? '';
  const finding = useApp((data) => data.finding);
  if (words === '' || finding) return null;
  return (
    <p className="absolute bottom-2 left-4 z-10 flex max-w-[60%] items-center gap-1.5 rounded-control border border-line bg-raised pl-2.5 text-sm shadow-float">
      <Search aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      <span className="truncate">{t('review.found.label', { words })}</span>
      <IconButton size="sm" label={t('review.found.forget')} onClick={forgetFound} icon={X} />
    </p>
  );
}

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
  watch: 28,
  catalog: 24,
  note: 60,
  progress: 24,
};

/** Pixels, above the first row and below the last. */
const MARGIN = 24;

/** The place where a conversation opens, before any row has been measured: otherwise its first rows would be drawn for nothing. */
const nearEnd = (items: readonly TranscriptItem[]): number =>
  Math.max(0, items.reduce((height, { kind }) => height + ESTIMATE[kind], 2 * MARGIN) - window.innerHeight);

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
          icon={ArrowDown}
        >
          {words.t('latest')}
        </Button>
      ) : null}
    </div>
  );
}
