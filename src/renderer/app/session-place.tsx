import { Bot, History, Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { AlteredBadge, VerifiedBadge } from '../../features-view.ts';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, usePast, useReadOnly, useSession, useSessionState } from '../store/index.ts';
import { Badge, IconButton, platformKeys } from '../ui/index.ts';
import { KEYS } from './palette/shortcuts.ts';

/** The open conversation's agent, and its environment if it differs from the app's. */
export function SessionPlace() {
  const t = useT();
  const { status } = useSession();
  const { lookBack, backToNow } = useActions();
  const past = usePast();
  const readOnly = useReadOnly();
  const agent = useSessionState((state) => state.agent?.name);
  const environment = useSessionState((state) => state.environment);
  const current = useApp((data) => data.environments?.current);
  if (status !== 'ready') return null;
  const isElsewhere = current !== undefined && current !== environment;
  return (
    <>
      {agent === undefined ? null : (
        <Mark name={agent} icon={<Bot aria-hidden />} words={t('app.header.agent', { name: agent })} />
      )}
      {isElsewhere ? (
        <Mark
          name={environment}
          icon={<Layers aria-hidden />}
          words={t('app.header.elsewhere', { name: environment })}
        />
      ) : null}
      {past ? <VerifiedBadge /> : <AlteredBadge />}
      {readOnly ? null : (
        <IconButton
          label={t(past ? 'review.backToNow' : 'common.lookBack')}
          keys={platformKeys(KEYS.review)}
          aria-pressed={past}
          onClick={past ? backToNow : () => lookBack()}
        >
          <History aria-hidden />
        </IconButton>
      )}
    </>
  );
}

function Mark({ name, icon, words }: { readonly name: string; readonly icon: ReactNode; readonly words: string }) {
  return (
    <span title={words}>
      <Badge>
        {icon}
        <span className="sr-only">{words}</span>
        <span aria-hidden className="max-w-28 truncate">
          {name}
        </span>
      </Badge>
    </span>
  );
}
