import { RefreshCw, Settings } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { FailureNote, notifyFailure } from '../../../../renderer/shared/failures.tsx';
import { type Failure, useActions, useApp } from '../../../../renderer/store/index.ts';
import { Banner, Button, IconButton, notify, Spinner } from '../../../../renderer/ui/index.ts';
import { Dialog, Switch } from '../../../../renderer/ui/on-demand.ts';
import type { LibraryRow } from '../../../../shared/review.ts';
import { repositoryFaultWords } from '../../../../shared/skills/repositories.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { RedactionFields, useRedaction } from './redaction.tsx';

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

/** Shares conversations in the team's archive. What is removed of one is shown before. */
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
  const [redact, setRedact] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const count = sessions.length;
  const [only] = sessions;
  const one = count === 1 ? only : undefined;
  const redaction = useRedaction(one, redact);
  const title = useApp((data) => data.sessions?.find(({ id }) => id === one)?.title ?? '');
  const share = async () => {
    setBusy(true);
    setFailure(undefined);
    const pushed = await archive.push(sessions, { redact, patterns: redaction.patterns, keep: redaction.keep });
    setBusy(false);
    if (!pushed.ok) return setFailure(pushed.failure);
    const states = pushed.value.sessions.filter(({ session }) => sessions.includes(session)).map(({ state }) => state);
    const told = states.includes('waiting') ? 'waiting' : states.every((state) => state === 'there') ? 'there' : 'done';
    notify.done(t(`archive.share.${told}`));
    onClose();
  };
  return (
    <Dialog
      growing
      open
      onClose={onClose}
      size="lg"
      title={count === 1 ? t('archive.share.title') : t('archive.share.titleMany', { count, n: format.number(count) })}
      {...(title === '' ? {} : { description: title })}
      footer={
        <Button variant="primary" busy={busy} disabled={redaction.open} onClick={() => void share()}>
          {t('archive.share.do')}
        </Button>
      }
    >
      <p className="text-pretty text-ink-soft [overflow-wrap:anywhere]">{t('archive.share.who', { address })}</p>
      <div className="py-3">
        <Switch
          label={t('archive.share.redact')}
          description={t('archive.share.redactHint')}
          checked={redact}
          onChange={setRedact}
        />
      </div>
      {failure === undefined ? null : (
        <div className="pb-3">
          <FailureNote failure={failure} />
        </div>
      )}
      {!redact ? (
        <Banner tone="warning" title={t('archive.share.unsafe')} />
      ) : (
        <div className="flex flex-col gap-4">
          <RedactionFields of={redaction.fields} manyHint={t('archive.share.many')} />
        </div>
      )}
    </Dialog>
  );
}
