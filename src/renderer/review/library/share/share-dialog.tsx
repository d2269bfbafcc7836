import { useState } from 'react';
import { useFormat, useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import { type Failure, useActions, useApp } from '../../../store/index.ts';
import { Banner, Button, Dialog, notify, Switch } from '../../../ui/index.ts';
import { RedactionFields, useRedaction } from '../export/redaction.tsx';

/** Shares conversations in the team's archive. What is removed of one is shown before. */
export function ShareDialog({
  sessions,
  onClose,
}: {
  readonly sessions: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
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
