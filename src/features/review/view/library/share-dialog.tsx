import { RefreshCw, Settings } from 'lucide-react';
import { useCallback } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { notifyFailure } from '../../../../renderer/shared/failures.tsx';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { Banner, IconButton, notify, Spinner } from '../../../../renderer/ui/index.ts';
import type { LibraryRow } from '../../../../shared/review.ts';
import { repositoryFaultWords } from '../../../../shared/skills/repositories.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { LeavingDialog, type Redacting } from './redaction.tsx';

/** True for a conversation that is only in the team's archive. */
export const isAway = ({ shared }: LibraryRow): boolean => shared?.here === 'archive';

/** Does something with a conversation once it is here: fetched first, where only the team's archive has it. */
export function useOpenRow(): (row: LibraryRow, then: () => void) => void {
  const t = useT();
  const { archive } = useActions();
  return useCallback(
    (row, then) => {
      if (!isAway(row)) return then();
      const title = row.title === '' ? t('common.untitled') : shownText(row.title);
      void archive.pull(row.id, title).then((pulled) => {
        if (pulled.ok) then();
        else notifyFailure(pulled.failure);
      });
    },
    [archive, t],
  );
}

/** The team's archive above the list: as of when it is, whether it can be read, and what waits. Nothing where there is none. */
export function ArchiveLine() {
  const { t, format, language } = useText();
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
            icon={Settings}
          />
        </span>
      </div>
      {fetching === undefined ? null : <Banner live title={t('archive.list.fetching', { title: fetching })} />}
    </div>
  );
}

/** Shares conversations in the team's archive. */
export function ShareDialog({
  sessions,
  onClose,
}: {
  readonly sessions: readonly string[];
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const { archive } = useActions();
  const address = useApp((data) => data.archive?.definition.address ?? '');
  const count = sessions.length;
  const share = async (redacting: Redacting) => {
    const pushed = await archive.push(sessions, redacting);
    if (!pushed.ok) return pushed.failure;
    const states = pushed.value.sessions.filter(({ session }) => sessions.includes(session)).map(({ state }) => state);
    const told = states.includes('waiting') ? 'waiting' : states.every((state) => state === 'there') ? 'there' : 'done';
    notify.done(t(`archive.share.${told}`));
    return undefined;
  };
  return (
    <LeavingDialog
      sessions={sessions}
      title={count === 1 ? t('archive.share.title') : t('archive.share.titleMany', { count, n: format.number(count) })}
      action={t('archive.share.do')}
      onSend={share}
      onClose={onClose}
    >
      <p className="text-pretty text-ink-soft [overflow-wrap:anywhere]">{t('archive.share.who', { address })}</p>
    </LeavingDialog>
  );
}
