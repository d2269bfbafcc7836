import { Trash2 } from 'lucide-react';
import type { EnvironmentsView } from '../../shared/environments.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Badge, Button, IconButton } from '../ui/index.ts';

/** That there is always, with a folder or without. */
const DEFAULT = 'default';

export function EnvironmentRows({ view }: { readonly view: EnvironmentsView }) {
  const t = useT();
  const format = useFormat();
  const { switchEnvironment, removeEnvironment } = useActions();
  return (
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
                  onClick={() => void removeEnvironment(name)}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
