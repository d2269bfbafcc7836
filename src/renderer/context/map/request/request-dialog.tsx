import { useEffect, useState } from 'react';
import type { ContextView } from '../../../../shared/contract.ts';
import { useT } from '../../../i18n/index.ts';
import { unlessGone } from '../../../shared/unless-gone.ts';
import { useActions, useApp } from '../../../store/index.ts';
import { Dialog, Spinner } from '../../../ui/index.ts';
import { ExactRequest } from './exact-request.tsx';

/**
 * The exact request sent at an event; without one the next request, or that of the moment shown. Read again each time.
 */
export function RequestDialog({
  open,
  at: given,
  onClose,
}: {
  readonly open: boolean;
  readonly at?: number | undefined;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { map } = useActions();
  const moment = useApp((data) => data.moment?.seq);
  const at = given ?? moment;
  const [view, setView] = useState<ContextView | 'reading' | 'none'>('reading');

  useEffect(() => {
    if (!open) return;
    setView('reading');
    return unlessGone(map.request(at), (next) => setView(next ?? 'none'));
  }, [open, map, at]);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(given === undefined ? 'gauge.request.title' : 'gauge.request.sentTitle')}
      description={t(given === undefined ? 'gauge.request.description' : 'gauge.request.sentDescription')}
      size="xl"
      flush
    >
      {typeof view === 'string' ? (
        <p className="flex items-center gap-2 px-5 pb-6 text-ink-soft">
          {view === 'reading' ? <Spinner decorative /> : null}
          {t(view === 'reading' ? 'gauge.request.reading' : 'gauge.request.none')}
        </p>
      ) : (
        <ExactRequest
          view={view}
          at={at}
          className="flex h-[min(36rem,calc(100dvh-12rem))] flex-col border-line border-t"
        />
      )}
    </Dialog>
  );
}
