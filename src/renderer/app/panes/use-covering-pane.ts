import { type RefObject, useEffect, useRef } from 'react';

/**
 * For what lies over the chat: it takes the focus when it comes, and gives it back to what had it when it goes. Where
 * what had the focus in it is taken away (a button that has done its work), the pane itself has it: its keys go on working.
 */
export function useCoveringPane(): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    pane.current?.focus();
    const removals = new MutationObserver(() => {
      if (document.activeElement === document.body) pane.current?.focus({ preventScroll: true });
    });
    if (pane.current !== null) removals.observe(pane.current, { childList: true, subtree: true });
    return () => {
      removals.disconnect();
      // What is below can be reached again once this is gone.
      requestAnimationFrame(() => {
        const target =
          before instanceof HTMLElement && before.isConnected && before !== document.body
            ? before
            : document.querySelector<HTMLElement>('main textarea');
        target?.focus();
      });
    };
  }, []);
  return pane;
}
