import { useCallback, useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { ChoiceList } from '../../../renderer/shared/choice-list.tsx';
import { EmptyNote, Section, TitledSection, useBusy } from '../../../renderer/shared/section.tsx';
import { useActions, useApp, useSettings, useUpdates } from '../../../renderer/store/index.ts';
import { Badge, Button, notify, Spinner } from '../../../renderer/ui/index.ts';
import { Dialog, Select } from '../../../renderer/ui/on-demand.ts';
import type { WorkspaceLimits, WorkspaceUsage } from '../../../shared/contract/files.ts';
import { UPDATE_CHANNELS, UPDATE_CHOICES } from '../../../shared/contract.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AGES = [90, 30, 7, 0] as const;
const LISTED = 50;

/** Lists the files before deleting them: it cannot be undone. */
function CleanDialog({
  usage,
  onClose,
  onCleaned,
}: {
  readonly usage: WorkspaceUsage;
  readonly onClose: () => void;
  readonly onCleaned: () => void;
}) {
  const { t, format } = useText();
  const { files } = useActions();
  const [age, setAge] = useState<number>(30);
  const [busy, during] = useBusy();
  const isOld = (lastUsed: string): boolean => Date.now() - new Date(lastUsed).getTime() >= age * DAY_MS;
  const old = usage.sessions.filter(({ lastUsed }) => isOld(lastUsed));
  const going = old.filter(({ inUse }) => !inUse);
  const bytes = going.reduce((sum, one) => sum + one.bytes, 0);
  const clean = async (): Promise<void> => {
    const done = await during(files.clean(age));
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

const DAYS = [7, 30, 90, 180, 365, 0] as const;
const GIBIBYTE = 1024 ** 3;
const SIZES = [1, 2, 5, 10, 20, 50, 0].map((size) => size * GIBIBYTE);

/** Adds the current value, which a file may have set to anything. */
const withOwn = (choices: readonly number[], own: number): number[] =>
  choices.includes(own) ? [...choices] : [own, ...choices];

/** Size of conversations' files, how long they are kept, and cleanup now. */
function FileUsage() {
  const { t, format } = useText();
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
    <TitledSection
      title={t('files.usage.title')}
      hint={t('files.usage.hint')}
      className="gap-3 border-line border-t pt-4"
    >
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
    </TitledSection>
  );
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textOf).join(' ')
      : String(value);

/** Remembered answers of forms, and one press that forgets them. */
function SavedSettings() {
  const { t, format } = useText();
  const { profile } = useActions();
  const known = useApp((data) => data.profile);
  useEffect(() => void profile.load(), [profile]);
  if (known === undefined) return null;
  const saved = Object.values(known.saved).flat().map(textOf);
  const preferred = Object.values(known.preferences).flatMap((answers) => Object.values(answers).map(textOf));
  const rows = [
    ...(saved.length === 0 ? [] : [[t('settings.saved.people'), format.list(saved)] as const]),
    ...(preferred.length === 0 ? [] : [[t('settings.saved.preferences'), format.list(preferred)] as const]),
    ...(known.recent.length === 0 ? [] : [[t('common.recentSearches'), format.number(known.recent.length)] as const]),
  ];
  return (
    <TitledSection
      title={t('settings.saved.title')}
      hint={t('settings.saved.hint')}
      className="border-line border-t pt-3"
    >
      {rows.length === 0 ? (
        <EmptyNote>{t('settings.saved.empty')}</EmptyNote>
      ) : (
        <>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
            {rows.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
          <Button
            className="self-start"
            onClick={async () => {
              if (await profile.clear()) notify.done(t('settings.saved.cleared'));
            }}
          >
            {t('settings.saved.clear')}
          </Button>
        </>
      )}
    </TitledSection>
  );
}

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

/** Updates of the installed desktop app. */
export function UpdateSettings() {
  const { t, format } = useText();
  const state = useUpdates();
  const { updates = 'off', updateChannel } = useSettings();
  const actions = useActions();
  if (state === undefined) return null;
  const { server, status, failure, version = '', checkedAt } = state;
  const hints = {
    off: undefined,
    ask: t('updates.settings.askHint'),
    auto: t(state.way === 'package' ? 'updates.settings.autoPackageHint' : 'updates.settings.autoHint'),
  };
  const told = {
    idle: undefined,
    checking: t('updates.settings.checking'),
    current: t('updates.settings.current'),
    available: t('updates.available', { version }),
    downloading: t('updates.downloading', { version }),
    ready: t(state.way === 'package' ? 'updates.readyPackage' : 'updates.ready', { version }),
    failed: failure === undefined ? undefined : t(`updates.failures.${failure}`, { server, version }),
  }[status];
  const busy = status === 'checking' || status === 'downloading' || status === 'ready';
  return (
    <section className="flex flex-col gap-4">
      <ChoiceList
        label={t('updates.settings.title')}
        hint={t('updates.settings.hint', { server })}
        value={updates}
        onChange={(next) => void actions.setSettings({ updates: next })}
        choices={UPDATE_CHOICES.map((value) => ({
          value,
          label: t(`updates.settings.${value}`),
          ...(hints[value] === undefined ? {} : { hint: hints[value] }),
        }))}
      />
      {updates === 'off' ? null : (
        <ChoiceList
          label={t('updates.settings.channel')}
          value={updateChannel}
          onChange={(next) => void actions.setSettings({ updateChannel: next })}
          choices={UPDATE_CHANNELS.map((value) => ({
            value,
            label: t(`updates.settings.${value}`),
            ...(value === 'beta' ? { hint: t('updates.settings.betaHint') } : {}),
          }))}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={busy} onClick={() => void actions.updates.check()}>
          {t('updates.settings.check')}
        </Button>
        <p role="status" className="text-base">
          {told}
        </p>
        {checkedAt === undefined ? null : (
          <p className="text-ink-soft text-sm">
            {t('updates.settings.checkedAt', { when: format.dateTime(checkedAt) })}
          </p>
        )}
      </div>
    </section>
  );
}
