import { type RefObject, useLayoutEffect } from 'react';

// Keys in a field where people write Chinese, Japanese or Korean.

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly keyCode: number;
  readonly nativeEvent: { readonly isComposing: boolean };
}

/** `keyCode` that browsers report for a key taken by the input method; Safari does so after `isComposing` is over. */
const TAKEN_BY_IME = 229;

/** The key belongs to the input method: it chooses a candidate or leaves the composition. */
export const isComposing = (event: KeyPress): boolean =>
  event.nativeEvent.isComposing || event.keyCode === TAKEN_BY_IME;

export const isSendKey = (event: KeyPress): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.altKey && !isComposing(event);

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
