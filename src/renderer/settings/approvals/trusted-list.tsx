import { useEffect, useState } from 'react';
import type { TrustView } from '../../../shared/contract/trust.ts';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';

/** Project folders that the person decided on; nothing where there are none. */
export function TrustedList() {
  const t = useT();
  const { readTrust, setTrust } = useActions();
  const [view, setView] = useState<TrustView>();
  useEffect(() => void readTrust().then(setView), [readTrust]);
  if (view === undefined || view.folders.length === 0) return null;
  return (
    <section aria-labelledby="trust-title" className="flex flex-col gap-2">
      <div>
        <h3 id="trust-title" className="font-medium text-base">
          {t('settings.trust.title')}
        </h3>
        <p className="text-pretty text-ink-soft text-sm">{t('settings.trust.hint')}</p>
      </div>
      <ul className="divide-y divide-line rounded-panel border border-line">
        {view.folders.map(({ dir, trusted }) => (
          <li key={dir} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <code className="font-mono text-sm">{dir}</code>
              <p className="text-ink-soft text-sm">{t(trusted ? 'settings.trust.yes' : 'settings.trust.no')}</p>
            </div>
            <Button
              size="sm"
              aria-label={t('settings.trust.forgetOf', { folder: dir })}
              onClick={() => void setTrust(null, { dir }).then((next) => next !== undefined && setView(next))}
            >
              {t('settings.trust.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
