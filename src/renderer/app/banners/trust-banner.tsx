import { useEffect, useState } from 'react';
import type { TrustView } from '../../../shared/contract/trust.ts';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Banner, Button } from '../../ui/index.ts';

/** Asks once whether the skills of the current folder may be used, and shows which there are. */
export function TrustBanner() {
  const t = useT();
  const { readTrust, setTrust } = useActions();
  const [view, setView] = useState<TrustView>();
  useEffect(() => void readTrust().then(setView), [readTrust]);
  if (view === undefined || view.trusted || view.decided || view.skills.length === 0) return null;
  const decide = async (trusted: boolean) => {
    const next = await setTrust(trusted);
    if (next !== undefined) setView(next);
  };
  return (
    <Banner tone="warning" className="rounded-none border-line border-b">
      <p className="[overflow-wrap:anywhere]">
        {t('app.trust.title', { folder: view.folder, count: view.skills.length })}
      </p>
      <ul className="mt-1 max-h-40 overflow-y-auto text-sm">
        {view.skills.map(({ id, description, path }) => (
          <li key={path} title={path} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{id}</span> <span className="text-ink-soft">{description}</span>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void decide(true)}>
          {t('app.trust.yes')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void decide(false)}>
          {t('app.trust.no')}
        </Button>
      </div>
    </Banner>
  );
}
