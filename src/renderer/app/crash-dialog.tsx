import { useEffect, useId, useState } from 'react';
import type { CrashReport } from '../../shared/contract/app.ts';
import { useText } from '../i18n.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { useActions } from '../store/index.ts';
import { Button, EmptyState, SCROLLED_BY_KEYS } from '../ui/index.ts';
import { Dialog } from '../ui/on-demand.ts';

/** Unexpected ends, and a report without secrets that a person may copy. Nothing is sent. */
export function CrashDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, format } = useText();
  const heading = useId();
  const { crashReport, forgetCrashes } = useActions();
  const [report, setReport] = useState<CrashReport>();
  useEffect(() => {
    void crashReport().then(setReport);
  }, [crashReport]);
  const forget = async (): Promise<void> => {
    if (await forgetCrashes()) onClose();
  };
  const some = report !== undefined && report.records.length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('app.crashes.title')}
      description={t('app.crashes.hint')}
      footer={
        some ? (
          <>
            <Button variant="ghost" className="mr-auto" onClick={() => void forget()}>
              {t('app.crashes.forget')}
            </Button>
            <CopyButton variant="primary" text={report.text} label={t('app.crashes.copy')} />
          </>
        ) : undefined
      }
    >
      {some ? (
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-1 text-base">
            {report.records.map(({ at, what }) => (
              <li key={at} className="flex justify-between gap-4">
                <span>{t(`app.crashes.what.${what}`)}</span>
                <span className="shrink-0 text-ink-soft tabular-nums">{format.dateTime(at)}</span>
              </li>
            ))}
          </ul>
          <section aria-labelledby={heading}>
            <h3 id={heading} className="mb-1 font-medium text-base">
              {t('common.report')}
            </h3>
            <pre
              {...SCROLLED_BY_KEYS}
              className="max-h-72 overflow-auto rounded-control bg-sunken p-3 font-mono text-sm"
            >
              {report.text}
            </pre>
          </section>
        </div>
      ) : null}
      {report !== undefined && !some ? <EmptyState title={t('app.crashes.none')} /> : null}
    </Dialog>
  );
}
