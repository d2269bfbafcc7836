import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ArchiveStatus } from '../../../shared/archive.ts';
import { repositoryFaultWords } from '../../../shared/repository-words.ts';
import { useFormat, useLanguage, useT } from '../../i18n/index.ts';
import { notifyFailure } from '../../shared/notify-failure.ts';
import { VisibleText } from '../../shared/visible-text-view.tsx';
import { type Tried, useActions } from '../../store/index.ts';
import { AlertDialog, Badge, Button, IconButton } from '../../ui/index.ts';

/** The archive's address, whether it can be reached, and what was seen there. */
export function ArchiveState({
  archive: { definition, seenAt, fault, busy, own, theirs },
}: {
  readonly archive: ArchiveStatus;
}) {
  const t = useT();
  const language = useLanguage();
  const format = useFormat();
  const { archive } = useActions();
  const [asking, setAsking] = useState(false);
  const report = async (work: Promise<Tried<unknown>>) => {
    const done = await work;
    if (!done.ok) notifyFailure(done.failure);
  };
  return (
    <div className="flex flex-col gap-2 rounded-panel border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-all font-mono text-sm">
            <VisibleText text={definition.address} />
          </p>
          <p className="flex flex-wrap items-center gap-2 pt-1 text-ink-soft text-sm">
            {fault !== undefined ? (
              <Badge tone="danger">
                {t(fault.code === 'sign-in' ? 'archive.state.sign-in' : 'archive.state.failed')}
              </Badge>
            ) : seenAt === undefined ? (
              <Badge>{t('repositories.state.never')}</Badge>
            ) : (
              <Badge tone="success">{t('repositories.state.current')}</Badge>
            )}
            {seenAt === undefined ? null : t('repositories.seen', { when: format.dateTime(seenAt) })}
          </p>
        </div>
        <Button size="sm" busy={busy} onClick={() => void report(archive.sync())}>
          {t('archive.check')}
        </Button>
        <IconButton size="sm" label={t('archive.remove')} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {fault === undefined ? null : (
        <p role="alert" className="text-danger text-sm [overflow-wrap:anywhere]">
          <VisibleText text={repositoryFaultWords(language, fault)} />
        </p>
      )}
      <p className="text-ink-soft text-sm" role="status">
        {t('archive.own', { count: own, n: format.number(own) })}{' '}
        {t('archive.theirs', { count: theirs, n: format.number(theirs) })}
      </p>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('archive.removeTitle')}
        description={t('archive.removeText')}
        confirmLabel={t('archive.remove')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => void report(archive.remove())}
      />
    </div>
  );
}
