import { useState } from 'react';
import type { WorkspaceUsage } from '../../shared/contract/files.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Badge, Button, Dialog, notify, Select } from '../ui/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AGES = [90, 30, 7, 0] as const;
const LISTED = 50;

/** Lists the files before deleting them: it cannot be undone. */
export function CleanDialog({
  usage,
  onClose,
  onCleaned,
}: {
  readonly usage: WorkspaceUsage;
  readonly onClose: () => void;
  readonly onCleaned: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { files } = useActions();
  const [age, setAge] = useState<number>(30);
  const [busy, setBusy] = useState(false);
  const isOld = (lastUsed: string): boolean => Date.now() - new Date(lastUsed).getTime() >= age * DAY_MS;
  const old = usage.sessions.filter(({ lastUsed }) => isOld(lastUsed));
  const going = old.filter(({ inUse }) => !inUse);
  const bytes = going.reduce((sum, one) => sum + one.bytes, 0);
  const clean = async (): Promise<void> => {
    setBusy(true);
    const done = await files.clean(age);
    setBusy(false);
    if (done === undefined) return;
    notify.done(t('files.usage.done', { bytes: format.bytes(done.bytes), count: done.sessions }));
    onCleaned();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('files.usage.cleanTitle')}
      description={t('files.usage.cleanHint')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" disabled={going.length === 0 || busy} onClick={() => void clean()}>
            {t('files.usage.remove')}
          </Button>
        </>
      }
    >
      <Select
        label={t('files.usage.unused')}
        value={String(age)}
        options={AGES.map((days) => ({
          value: String(days),
          label: days === 0 ? t('files.usage.anyTime') : t('files.usage.days', { n: days }),
        }))}
        onChange={(days) => setAge(Number(days))}
      />
      <p aria-live="polite" className="py-3 font-medium text-base tabular-nums">
        {going.length === 0
          ? t('files.usage.nothingGoes')
          : t('files.usage.goes', { bytes: format.bytes(bytes), count: going.length })}
      </p>
      <ul className="flex flex-col">
        {old.slice(0, LISTED).map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-line border-t py-1.5 first:border-t-0">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base">{one.title === '' ? t('common.untitled') : one.title}</span>
              <span className="text-ink-soft text-sm">
                {t('files.usage.lastUsed', { date: format.date(one.lastUsed) })}
              </span>
            </span>
            {one.inUse ? <Badge>{t('files.usage.kept')}</Badge> : null}
            <span className="text-ink-soft text-sm tabular-nums">{format.bytes(one.bytes)}</span>
          </li>
        ))}
      </ul>
      {old.length > LISTED ? (
        <p className="text-ink-soft text-sm">{t('files.usage.andMore', { n: format.number(old.length - LISTED) })}</p>
      ) : null}
    </Dialog>
  );
}
