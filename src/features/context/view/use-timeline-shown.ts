import { useCallback, useSyncExternalStore } from 'react';

const KEY = 'skilldeck.timeline';
const listeners = new Set<() => void>();

/** `auto`: shown if the context is beside the chat, as the two are used together. */
type TimelineSetting = 'auto' | 'always' | 'never';

function wish(): TimelineSetting {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'always' || kept === 'never' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Visibility of the timeline and its setter; remembered. @param auto default without a setting. */
export function useTimelineShown(auto: boolean): { readonly shown: boolean; readonly toggle: () => void } {
  const wanted = useSyncExternalStore(subscribe, wish);
  const shown = wanted === 'auto' ? auto : wanted === 'always';
  const toggle = useCallback(() => {
    try {
      localStorage.setItem(KEY, shown ? 'never' : 'always');
    } catch {
      // Not remembered then.
    }
    for (const listener of listeners) listener();
  }, [shown]);
  return { shown, toggle };
}
