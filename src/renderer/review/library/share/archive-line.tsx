import { RefreshCw, Settings } from 'lucide-react';
import { repositoryFaultWords } from '../../../../shared/repository-words.ts';
import { useFormat, useLanguage, useT } from '../../../i18n/index.ts';
import { useActions, useApp } from '../../../store/index.ts';
import { Banner, IconButton, Spinner } from '../../../ui/index.ts';

/** The team's archive above the list: as of when it is, whether it can be read, and what waits. Nothing where there is none. */
export function ArchiveLine() {
  const t = useT();
  const language = useLanguage();
  const format = useFormat();
  const status = useApp((data) => data.archive);
  const fetching = useApp((data) => data.fetching);
  const { archive, openDialog } = useActions();
  if (status === undefined || status === null) return null;
  const { seenAt, fault, waiting, busy } = status;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3">
      <div className="flex items-center gap-x-3 text-ink-soft text-sm">
        <span role="status" className="min-w-0 [overflow-wrap:anywhere]">
          {fault !== undefined
            ? t('archive.list.failed', { why: repositoryFaultWords(language, fault) })
            : t('archive.list.seen', { when: seenAt === undefined ? '–' : format.dateTime(seenAt) })}
          {waiting.length === 0
            ? null
            : ` ${t('archive.list.waiting', { count: waiting.length, n: format.number(waiting.length) })}`}
        </span>
        <span className="flex shrink-0 items-center gap-1">
          <IconButton size="sm" label={t('archive.check')} disabled={busy} onClick={() => void archive.sync()}>
            {busy ? <Spinner decorative className="size-3.5" /> : <RefreshCw aria-hidden />}
          </IconButton>
          <IconButton
            size="sm"
            label={t('archive.list.settings')}
            onClick={() => openDialog({ name: 'settings', tab: 'archive' })}
          >
            <Settings aria-hidden />
          </IconButton>
        </span>
      </div>
      {fetching === undefined ? null : <Banner live title={t('archive.list.fetching', { title: fetching })} />}
    </div>
  );
}
