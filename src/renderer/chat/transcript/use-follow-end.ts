import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

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
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const following = useRef(true);
  const lastTop = useRef(0);
  const [away, setAway] = useState(false);

  const scrolled = useCallback(() => {
    lastTop.current = scroller.current?.scrollTop ?? 0;
  }, [scroller]);
  /**
   * True if the reader has scrolled since the last check. If the list became shorter, the browser moved it: to its end.
   */
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
