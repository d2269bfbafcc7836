import type { ReactNode } from 'react';
import type { EnvironmentsView } from '../../../shared/environments.ts';
import { useT } from '../../i18n/index.ts';
import { Badge } from '../../ui/index.ts';

/** Contents of the current environment's files: written by hand, and read again when saved. */
export function EnvironmentFacts({ view }: { readonly view: EnvironmentsView }) {
  const t = useT();
  const folder = view.environments.find(({ name }) => name === view.current)?.folder;
  if (folder === undefined || folder === null) return null;
  return (
    <dl className="flex flex-col gap-4 border-line border-t pt-4 text-base">
      <Fact title={t('settings.environments.folder')}>
        <span className="block select-all break-all rounded-control bg-sunken px-2.5 py-1.5 font-mono text-sm">
          {folder}
        </span>
        <span className="mt-1 block text-ink-soft text-sm">{t('settings.environments.folderHint')}</span>
      </Fact>
      <Fact title={t('settings.environments.agents')}>
        {view.agents.length === 0 ? (
          <Nothing words={t('settings.environments.noAgents')} />
        ) : (
          <ul className="flex flex-col gap-1.5">
            {view.agents.map(({ name, description, model }) => (
              <li key={name}>
                <span className="flex items-center gap-2">
                  {name}
                  {name === view.agent ? <Badge>{t('settings.environments.default')}</Badge> : null}
                  {model === undefined ? null : <span className="font-mono text-ink-soft text-sm">{model}</span>}
                </span>
                {description === undefined ? null : <span className="block text-ink-soft text-sm">{description}</span>}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact title={t('settings.environments.models')}>
        {view.models.length === 0 ? (
          <Nothing words={t('settings.environments.noModels')} />
        ) : (
          <ul className="flex flex-col gap-1.5">
            {view.models.map(({ name, model, baseUrl }) => (
              <li key={name} className="break-words">
                {name} <span className="font-mono text-ink-soft text-sm">{[model, baseUrl].join('  ')}</span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{title}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function Nothing({ words }: { readonly words: string }) {
  return <span className="text-ink-soft text-sm">{words}</span>;
}
