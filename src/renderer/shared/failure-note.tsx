import { useEffect, useRef } from 'react';
import { type Failure, failureText } from '../../shared/messages/failure.ts';
import { useLanguage } from '../i18n/index.ts';

/** A failure in a view or a dialog: headline, what to do, and what exactly went wrong. */
export function FailureNote({ failure }: { readonly failure: Failure }) {
  const { title, text, exact } = failureText(useLanguage(), failure);
  const note = useRef<HTMLDivElement>(null);
  // In a scrolling dialog it appears below the pressed button.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={note} role="alert" className="rounded-panel bg-danger-soft px-3 py-2 text-sm">
      <p className="font-medium">{title}</p>
      <p>{text}</p>
      {exact === undefined ? null : (
        <p lang={exact.language} className="break-words">
          {exact.text}
        </p>
      )}
    </div>
  );
}
