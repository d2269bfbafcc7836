import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import type { Failure } from '../../store/index.ts';

/** The headline in the person's language, and the core's own words below it. */
export function FailureNote({ failure: { code, message } }: { readonly failure: Failure }) {
  const t = useT();
  const note = useRef<HTMLDivElement>(null);
  // In a dialog that scrolls it comes below what was pressed.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={note} role="alert" className="rounded-panel bg-danger-soft px-3 py-2 text-sm">
      <p className="font-medium">{t(`errors.${code}`)}</p>
      <p lang="en" className="break-words">
        {message}
      </p>
    </div>
  );
}
