import { type RefObject, useLayoutEffect } from 'react';

/** The browser does it (`field-sizing-content`), without a layout of the page for each letter. */
const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') === true;

/** Lets a text field grow with its words (`value`), up to its `max-height`. */
export function useAutosize(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (growsByItself || element === null || element.value !== value) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
}
