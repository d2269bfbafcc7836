import { Bot, Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { useApp, useSession, useSessionState } from '../store/index.ts';
import { Badge } from '../ui/index.ts';

/** Of the open conversation, what is not as everywhere: its agent, and an environment that the app is not in. */
export function SessionPlace() {
  const t = useT();
  const { status } = useSession();
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
