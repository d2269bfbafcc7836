import { useT } from '../i18n/index.ts';

const LINK =
  'sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded-control focus-visible:bg-raised focus-visible:px-3 focus-visible:py-2 focus-visible:shadow-float';

const focusIn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

/** The first stops of the Tab key. Buttons and not links: the address names the conversation. */
export function SkipLinks({
  onSessions,
  onInspector,
}: {
  readonly onSessions: () => void;
  /** Undefined where no such column is shown. */
  readonly onInspector: (() => void) | undefined;
}) {
  const t = useT();
  return (
    <>
      <button type="button" className={LINK} onClick={() => focusIn('main textarea')}>
        {t('app.skip.message')}
      </button>
      <button type="button" className={LINK} onClick={onSessions}>
        {t('app.skip.sessions')}
      </button>
      {onInspector === undefined ? null : (
        <button type="button" className={LINK} onClick={onInspector}>
          {t('app.skip.inspector')}
        </button>
      )}
    </>
  );
}
