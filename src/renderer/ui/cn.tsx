import { type ClassValue, clsx } from 'clsx';
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import { extendTailwindMerge } from 'tailwind-merge';

/** The names of `styles.css` that the merger cannot guess: `text-md` is a size and not a colour, and so on. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['md'], radius: ['control', 'panel', 'bubble'], shadow: ['float', 'dialog'] } },
});

/** Class names joined; of two that set the same property the later wins. */
export const cn = (...values: ClassValue[]): string => merge(clsx(values));

/** The few words that primitives say themselves. `ui/` knows no language: the app hands them in. */
export interface UiWords {
  readonly close: string;
  readonly loading: string;
}

const UiWordsContext = createContext<UiWords>({ close: 'Close', loading: 'Loading' });

export const UiWordsProvider = ({ words, children }: { readonly words: UiWords; readonly children: ReactNode }) => (
  <UiWordsContext value={words}>{children}</UiWordsContext>
);

export const useUiWords = (): UiWords => useContext(UiWordsContext);

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Makes a scrolling element reachable by keyboard. */
export const SCROLLED_BY_KEYS = { tabIndex: 0 };
