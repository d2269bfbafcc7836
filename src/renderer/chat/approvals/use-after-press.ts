import { useCallback, useEffect, useRef } from 'react';

/**
 * Does something once the pointer that is down is up, and what was pressed has had its click; else at once. A line that
 * comes while one presses would move what is pressed away from under the pointer, and the click would be lost.
 */
export function useAfterPress(): (then: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    const follow = ({ type }: Event) => {
      isDown.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) window.addEventListener(type, follow, true);
    return () => {
      for (const type of types) window.removeEventListener(type, follow, true);
    };
  }, []);
  return useCallback((then) => {
    if (!isDown.current) {
      then();
      return;
    }
    const ends = ['pointerup', 'pointercancel'];
    const up = () => {
      for (const type of ends) window.removeEventListener(type, up);
      // The click comes with the end of the press.
      setTimeout(then);
    };
    for (const type of ends) window.addEventListener(type, up);
  }, []);
}
