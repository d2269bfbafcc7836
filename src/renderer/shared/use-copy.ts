import { useCallback, useEffect, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { notify } from '../ui/index.ts';

/** Milliseconds for which "Copied" stays. */
const SHOWN_MS = 1500;

/** Copies text; `copied` is true for a moment after. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const t = useT();
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
        () => notify.error(t('common.copyFailed')),
      );
    },
    [t],
  );
  return { copied, copy };
}
