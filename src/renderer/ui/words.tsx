import { createContext, type ReactNode, useContext } from 'react';

/** The few words that primitives say themselves. `ui/` knows no language: the app hands them in. */
export interface UiWords {
  readonly close: string;
  readonly copy: string;
  readonly copied: string;
  readonly loading: string;
}

const UiWordsContext = createContext<UiWords>({ close: 'Close', copy: 'Copy', copied: 'Copied', loading: 'Loading' });

export function UiWordsProvider({ words, children }: { readonly words: UiWords; readonly children: ReactNode }) {
  return <UiWordsContext value={words}>{children}</UiWordsContext>;
}

export const useUiWords = (): UiWords => useContext(UiWordsContext);
