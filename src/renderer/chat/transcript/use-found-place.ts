import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useActions, useAllEvents, useFound, usePast } from '../../store/index.ts';
import { placeOfEvent } from './event-places.ts';
import { markWords, unmarkWords } from './mark-words.ts';
import type { TranscriptItem } from './transcript-items.ts';

/**
 * Scrolls a search hit into view and highlights its words while needed: rows come and go, unfold and grow. A hit
 * missing from the current conversation is shown in its own moment.
 */
export function useFoundPlace(
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
