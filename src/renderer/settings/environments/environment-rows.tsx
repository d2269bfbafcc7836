import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EnvironmentsView } from '../../../shared/environments.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Badge, Button, IconButton } from '../../ui/index.ts';

/** That there is always, with a folder or without. */
const DEFAULT = 'default';

export function EnvironmentRows({ view }: { readonly view: EnvironmentsView }) {
  const t = useT();
  const format = useFormat();
  const { switchEnvironment, removeEnvironment, restoreEnvironment } = useActions();
  const [removed, setRemoved] = useState<{ readonly name: string; readonly entry: string }>();
  const undo = useRef<HTMLButtonElement>(null);
  // The focused element is gone with the row.
  useEffect(() => {
    if (removed !== undefined) undo.current?.focus();
  }, [removed]);
  const remove = async (name: string) => {
    const entry = await removeEnvironment(name);
    if (entry !== undefined) setRemoved({ name, entry });
  };
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={t('settings.tab.environments')} className="divide-y divide-line rounded-panel border border-line">
        {view.environments.map(({ name, folder, skills }) => (
          <li key={name} className="flex min-h-11 items-center gap-2 px-3 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-base">
                <span className="truncate font-medium">{name}</span>
                {name === view.current ? <Badge tone="accent">{t('settings.environments.current')}</Badge> : null}
              </p>
              <p className="truncate text-ink-soft text-sm" title={folder ?? undefined}>
                {folder === null
                  ? t('settings.environments.noFolder')
                  : t('settings.environments.skills', { count: skills, n: format.number(skills) })}
              </p>
            </div>
            {name === view.current ? null : (
              <>
                <Button
                  size="sm"
                  aria-label={t('settings.environments.switchTo', { name })}
                  onClick={() => void switchEnvironment(name)}
                >
                  {t('settings.environments.switch')}
                </Button>
                {name === DEFAULT ? null : (
                  <IconButton
                    size="sm"
                    label={t('settings.environments.remove', { name })}
                    onClick={() => void remove(name)}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {removed === undefined ? null : (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {t('settings.environments.removed', { name: removed.name })}
          </span>
          <Button
            ref={undo}
            size="sm"
            onClick={async () => {
              if (await restoreEnvironment(removed.entry)) setRemoved(undefined);
            }}
          >
            {t('common.undo')}
          </Button>
        </p>
      )}
    </div>
  );
}
