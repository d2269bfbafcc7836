import { X } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { Banner, Button, IconButton } from '../../ui/index.ts';

/** Above this many, only the number is shown. */
const MOST_SHOWN = 3;

/** Sessions cut off by a crash before this start, with links to them; shown once. */
export function InterruptedBanner() {
  const t = useT();
  const { select } = useActions();
  const interrupted = useApp((data) => data.info?.interrupted);
  const [dismissed, setDismissed] = useState(false);
  if (dismissed || interrupted === undefined || interrupted.length === 0) return null;
  const more = interrupted.length - MOST_SHOWN;
  return (
    <Banner
      className="rounded-none border-line border-b"
      action={
        <IconButton label={t('common.dismiss')} onClick={() => setDismissed(true)}>
          <X aria-hidden />
        </IconButton>
      }
    >
      <p>{t('app.interrupted.title', { count: interrupted.length })}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {interrupted.slice(0, MOST_SHOWN).map(({ sessionId, title }) => (
          <Button
            key={sessionId}
            size="sm"
            className="max-w-72"
            onClick={() => {
              setDismissed(interrupted.length === 1);
              select(sessionId);
            }}
          >
            <span className="truncate">{title === '' ? t('common.untitled') : title}</span>
          </Button>
        ))}
        {more > 0 ? <span className="text-ink-soft text-sm">{t('app.interrupted.more', { count: more })}</span> : null}
      </div>
    </Banner>
  );
}
