import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a pane that covers the chat: it takes the focus on opening, and returns it on closing. If the focused element in
 * it is removed (a button that has done its work), the pane takes the focus, so that its keys keep working.
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
      // The content below becomes reachable only after this closes.
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
