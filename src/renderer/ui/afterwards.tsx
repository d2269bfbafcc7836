import { type ReactNode, useDeferredValue } from 'react';

/** Draws what need not be seen at first after everything else: while one scrolls, a row that goes again never has it. */
export function Afterwards({ now = false, children }: { readonly now?: boolean; readonly children: ReactNode }) {
  return useDeferredValue(true, now) ? children : null;
}
