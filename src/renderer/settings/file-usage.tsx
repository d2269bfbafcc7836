import { useCallback, useEffect, useState } from 'react';
import type { WorkspaceLimits, WorkspaceUsage } from '../../shared/contract/files.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Button, Select, Spinner } from '../ui/index.ts';
import { CleanDialog } from './clean-dialog.tsx';

const DAYS = [7, 30, 90, 180, 365, 0] as const;
const GIBIBYTE = 1024 ** 3;
const SIZES = [1, 2, 5, 10, 20, 50, 0].map((size) => size * GIBIBYTE);

/** Adds the current value, which a file may have set to anything. */
const withOwn = (choices: readonly number[], own: number): number[] =>
  choices.includes(own) ? [...choices] : [own, ...choices];

/** Size of conversations' files, how long they are kept, and cleanup now. */
export function FileUsage() {
  const t = useT();
  const format = useFormat();
  const { files } = useActions();
  const [usage, setUsage] = useState<WorkspaceUsage>();
  const [cleaning, setCleaning] = useState(false);
  const measure = useCallback(async () => {
    const measured = await files.usage();
    if (measured !== undefined) setUsage(measured);
  }, [files]);
  useEffect(() => void measure(), [measure]);

  const change = async (limits: WorkspaceLimits): Promise<void> => {
    if (await files.configure(limits)) await measure();
  };
  return (
    <section aria-labelledby="file-usage" className="flex flex-col gap-3 border-line border-t pt-4">
      <div>
        <h3 id="file-usage" className="font-medium text-base">
          {t('files.usage.title')}
        </h3>
        <p className="text-ink-soft text-sm">{t('files.usage.hint')}</p>
      </div>
      {usage === undefined ? (
        <p className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner />
          {t('files.usage.measuring')}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1">
              <span className="block text-base tabular-nums">
                {usage.sessions.length === 0
                  ? t('files.usage.nothing')
                  : t('files.usage.now', { bytes: format.bytes(usage.bytes), count: usage.sessions.length })}
              </span>
              <span className="text-ink-soft text-sm tabular-nums">
                {t('files.usage.results', { bytes: format.bytes(usage.artifacts.bytes) })}
              </span>
            </p>
            <Button disabled={usage.sessions.length === 0} onClick={() => setCleaning(true)}>
              {t('files.usage.clean')}
            </Button>
          </div>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={t('files.usage.keep')}
              value={String(usage.limits.keepDays)}
              options={withOwn(DAYS, usage.limits.keepDays).map((days) => ({
                value: String(days),
                label: days === 0 ? t('files.usage.forEver') : t('files.usage.days', { n: format.number(days) }),
              }))}
              onChange={(days) => void change({ ...usage.limits, keepDays: Number(days) })}
            />
            <Select
              label={t('files.usage.most')}
              value={String(usage.limits.maxBytes)}
              options={withOwn(SIZES, usage.limits.maxBytes).map((size) => ({
                value: String(size),
                label: size === 0 ? t('common.noLimit') : format.bytes(size),
              }))}
              onChange={(size) => void change({ ...usage.limits, maxBytes: Number(size) })}
            />
          </div>
          <p className="text-ink-soft text-sm">{t('files.usage.policy')}</p>
          {cleaning ? (
            <CleanDialog usage={usage} onClose={() => setCleaning(false)} onCleaned={() => void measure()} />
          ) : null}
        </>
      )}
    </section>
  );
}
