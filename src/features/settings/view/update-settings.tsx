import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { ChoiceList } from '../../../renderer/shared/choice-list.tsx';
import { useActions, useSettings, useUpdates } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { UPDATE_CHANNELS, UPDATE_CHOICES } from '../../../shared/contract.ts';

/** Updates of the installed desktop app. */
export function UpdateSettings() {
  const t = useT();
  const format = useFormat();
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
