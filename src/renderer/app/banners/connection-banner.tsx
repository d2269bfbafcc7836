import { useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { Banner } from '../../ui/index.ts';

/** Milliseconds: a break that recovers at once is not shown. */
const PATIENCE_MS = 900;

export function ConnectionBanner() {
  const t = useT();
  const lost = useApp((data) => data.connection === 'lost');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <div role="status">
      {shown ? (
        <Banner tone="warning" className="rounded-none border-line border-b">
          {t('app.connection.lost')}
        </Banner>
      ) : null}
    </div>
  );
}
