import { useT } from '../i18n/index.ts';
import { useActions, useApp } from '../store/index.ts';
import { Button } from '../ui/index.ts';
import { FileUsage } from './file-usage.tsx';
import { SavedSettings } from './saved-settings.tsx';
import { Section } from './section.tsx';
import { UpdateSettings } from './update-settings.tsx';

export function DataSettings() {
  const t = useT();
  const { openDialog } = useActions();
  const info = useApp((data) => data.info);
  const unknown = t('settings.data.unknown');
  return (
    <Section>
      <dl className="flex flex-col gap-4 text-base">
        <div>
          <dt className="font-medium">{t('settings.data.folder')}</dt>
          <dd className="mt-1 select-all break-all rounded-control bg-sunken px-2.5 py-1.5 font-mono text-sm">
            {info?.home ?? unknown}
          </dd>
          <dd className="mt-1 text-ink-soft text-sm">{t('settings.data.folderHint')}</dd>
        </div>
        <div className="flex justify-between gap-4 border-line border-t pt-3">
          <dt className="text-ink-soft">{t('common.version')}</dt>
          <dd className="tabular-nums">{info?.version ?? unknown}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-soft">{t('settings.data.host')}</dt>
          <dd>{info === undefined ? unknown : t(`settings.data.hosts.${info.host}`)}</dd>
        </div>
      </dl>
      {info?.host === 'electron' ? (
        <div>
          <Button size="sm" onClick={() => openDialog({ name: 'crashes' })}>
            {t('settings.data.crashes')}
          </Button>
        </div>
      ) : null}
      {info?.updates === true ? <UpdateSettings /> : null}
      <SavedSettings />
      <FileUsage />
    </Section>
  );
}
