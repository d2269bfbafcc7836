import { type RefObject, useEffect, useRef } from 'react';

/** For what lies over the chat: it takes the focus when it comes, and gives it back to what had it when it goes. */
export function useCoveringPane(): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    pane.current?.focus();
    return () => {
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
