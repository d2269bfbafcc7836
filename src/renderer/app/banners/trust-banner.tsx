import { useEffect, useState } from 'react';
import type { TrustView } from '../../../shared/contract/trust.ts';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { Banner, Button } from '../../ui/index.ts';

/**
 * Asks whether the skills of the current folder may be used, and shows which there are: once for the folder, then for
 * skills that came or changed.
 */
export function TrustBanner() {
  const t = useT();
  const { readTrust, setTrust } = useActions();
  const [view, setView] = useState<TrustView>();
  const [isPutOff, setPutOff] = useState(false);
  /** Changes with every look at the skills. */
  const skills = useApp((app) => app.skills);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look at the skills may have found another one.
  useEffect(() => void readTrust().then(setView), [readTrust, skills]);
  if (view === undefined || isPutOff || (!view.trusted && view.decided)) return null;
  const asked = view.skills.filter(({ heldBack }) => heldBack !== undefined);
  if (asked.length === 0) return null;
  const decide = async (trusted: boolean) => {
    const shown = asked.flatMap(({ digest }) => digest ?? []);
    const next = await setTrust(trusted, trusted ? { shown } : {});
    if (next !== undefined) setView(next);
  };
  const figures = { folder: view.folder, count: asked.length };
  return (
    <Banner tone="warning" className="rounded-none border-line border-b">
      <p className="[overflow-wrap:anywhere]">
        {view.trusted ? t('app.trust.changed', figures) : t('app.trust.title', figures)}
      </p>
      <ul className="mt-1 max-h-40 overflow-y-auto text-sm">
        {asked.map(({ id, description, path, heldBack = 'untrusted', replaces }) => (
          <li key={path} title={path} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{id}</span>{' '}
            {heldBack !== 'untrusted' && <span>({t(`app.trust.reason.${heldBack}`)}) </span>}
            {replaces === true && <span>({t('app.trust.replaces')}) </span>}
            <span className="text-ink-soft">{description}</span>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void decide(true)}>
          {t(view.trusted ? 'app.trust.yesChanged' : 'app.trust.yes')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => (view.trusted ? setPutOff(true) : void decide(false))}>
          {t(view.trusted ? 'app.trust.notNow' : 'app.trust.no')}
        </Button>
      </div>
    </Banner>
  );
}
