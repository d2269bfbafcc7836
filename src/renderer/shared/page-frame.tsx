import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { failureText } from '../../shared/messages/failure.ts';
import { currentLanguage, useT } from '../i18n.ts';
import { type Failure, outOf, type Tried, useActions, useApp } from '../store/index.ts';
import { Banner, Button, IconButton, Waiting } from '../ui/index.ts';

export function FailedBanner({ failure, onAgain }: { readonly failure: Failure; readonly onAgain: () => void }) {
  const t = useT();
  const { title, text } = failureText(currentLanguage(), failure);
  return (
    <Banner
      live
      className="m-4"
      tone="danger"
      title={title}
      action={
        <Button size="sm" onClick={onAgain}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      <p className="text-sm">{text}</p>
    </Banner>
  );
}

/** A page of the library: its title, the way back, what can be done, and the page itself. */
export function PageFrame({
  title,
  detail,
  back = false,
  actions,
  children,
}: {
  readonly title: string;
  readonly detail?: ReactNode;
  /** One step out: from a detail to its page, else to the list. */
  readonly back?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useT();
  const { library } = useActions();
  const open = useApp((data) => data.library);
  const out = open === undefined ? undefined : outOf(open);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-line border-b px-4 py-2">
        {back ? (
          <IconButton
            label={t(out?.page === 'compare' ? 'library.backToCompare' : 'library.backToList')}
            onClick={() => library.show(out)}
            icon={ArrowLeft}
          />
        ) : null}
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold text-lg">{title}</h2>
          {detail === undefined ? null : <div className="truncate text-ink-soft text-sm">{detail}</div>}
        </div>
        {actions}
        <IconButton label={t('library.back')} keys={['Esc']} onClick={() => library.show(undefined)} icon={X} />
      </header>
      {/* Scrolls if the content above leaves no space for the list: a low window, large text. */}
      <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
    </div>
  );
}

export interface ReadState<T> {
  /** The last that was read. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  again(): void;
}

/** @param ask reads once it changes; memoize it. Of several answers that are on their way, the last question's counts. */
export function useRead<T>(ask: () => Promise<Tried<T>>): ReadState<T> {
  const [read, setRead] = useState<{ readonly value?: T; readonly failure?: Failure }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = attempt >= 0;
    void ask().then((answer) => {
      if (!current) return;
      setRead(({ value }) =>
        answer.ok ? { value: answer.value } : { failure: answer.failure, ...(value === undefined ? {} : { value }) },
      );
    });
    return () => {
      current = false;
    };
  }, [ask, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { value: read.value, failure: read.failure, again };
}

/** A failure with a way to try again, a ring until it was read, then the view of it. */
export function ReadView<T>({
  read: { value, failure, again },
  waiting,
  children,
}: {
  readonly read: ReadState<T>;
  readonly waiting: string;
  readonly children: (value: T) => ReactNode;
}) {
  return (
    <>
      {failure === undefined ? null : <FailedBanner failure={failure} onAgain={again} />}
      {value !== undefined ? (
        children(value)
      ) : failure === undefined ? (
        <Waiting className="p-4">{waiting}</Waiting>
      ) : null}
    </>
  );
}
