import { useEffect, useRef } from 'react';
import { type Failure, failureText } from '../../shared/messages/failure.ts';
import { currentLanguage, translate, useLanguage } from '../i18n.ts';
import { notify } from '../ui/index.ts';

/** Shows a failure in a notice, with what exactly went wrong under "Details". */
export function notifyFailure(failure: Failure): void {
  const { title, text, exact } = failureText(currentLanguage(), failure);
  notify.error(title, text, exact && { label: translate('remedies.details'), ...exact });
}

/** The same for work that may have failed. */
export const notifyFailed = (work: Promise<{ ok: true } | { ok: false; failure: Failure }>): Promise<void> =>
  work.then((outcome) => (outcome.ok ? undefined : notifyFailure(outcome.failure)));

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

/** Gives the answer unless the calling effect has ended by then. @returns what ends it. */
export function unlessGone<T>(asked: Promise<T>, take: (answer: T) => void): () => void {
  let current = true;
  void asked.then((answer) => {
    if (current) take(answer);
  });
  return () => {
    current = false;
  };
}

/** The same, of a question that is asked only once nothing has changed for `ms`. */
export function onceCalm<T>(ms: number, ask: () => Promise<T>, take: (answer: T) => void): () => void {
  let end = () => {};
  const timer = setTimeout(() => {
    end = unlessGone(ask(), take);
  }, ms);
  return () => {
    clearTimeout(timer);
    end();
  };
}
