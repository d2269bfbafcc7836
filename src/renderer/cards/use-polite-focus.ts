import { type RefObject, useEffect, useRef } from 'react';
import { useChatScope } from './chat-scope.tsx';

/** True if the user is not in the middle of something: nothing, or an empty message box, has the focus. */
function isIdle(element: Element | null): boolean {
  if (element === null || element === document.body) return true;
  return element instanceof HTMLTextAreaElement && element.value === '';
}

/**
 * Moves the focus, once for each `name`, to the words of a question that needs an answer, unless the person is busy
 * elsewhere. Its buttons are one Tab further.
 */
export function usePoliteFocus(name: string, asking: boolean): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  const { memory, session } = useChatScope();
  const key = `${session}/${name}`;
  useEffect(() => {
    if (!asking || memory.has(key)) return;
    memory.set(key, true);
    if (isIdle(document.activeElement)) ref.current?.focus({ preventScroll: true });
  }, [asking, key, memory]);
  return ref;
}
