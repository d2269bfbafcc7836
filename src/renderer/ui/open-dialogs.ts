/** Tells whether a dialog is open, wherever it was opened from: notices then keep away from its buttons. */
import { useLayoutEffect, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function add(count: 1 | -1): void {
  open += count;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For the dialog itself. */
export function useCountAsDialog(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    add(1);
    return () => add(-1);
  }, [isOpen]);
}

export const useIsDialogOpen = (): boolean => useSyncExternalStore(listen, () => open > 0);
