import { useCallback, useEffect, useState } from 'react';
import { notify } from '../ui/index.ts';
import { useWords } from './use-words.ts';

/** Milliseconds for which "Copied" stays. */
const SHOWN_MS = 1500;

/** Copies text; `copied` is true for a moment after. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(
    (text: string) => {
      navigator.clipboard.writeText(text).then(
        () => setCopied(true),
        () => notify.error(words.t('message.copyFailed')),
      );
    },
    [words],
  );
  return { copied, copy };
}
