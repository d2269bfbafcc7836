import { type RefObject, useLayoutEffect } from 'react';

/** Lets a text field grow with its words (`value`), up to its `max-height`. */
export function useAutosize(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || element.value !== value) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
}
