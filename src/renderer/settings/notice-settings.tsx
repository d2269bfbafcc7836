import { useState } from 'react';
import { GLOBAL_SHORTCUTS } from '../../shared/contract.ts';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, useSettings } from '../store/index.ts';
import { Banner, Button, Switch } from '../ui/index.ts';
import { ChoiceList } from './choice-list.tsx';
import { Section } from './section.tsx';

const permission = (): NotificationPermission => ('Notification' in window ? Notification.permission : 'denied');

/** The browser asks the person once, and only after a press of theirs. */
function BrowserPermission() {
  const t = useT();
  const [given, setGiven] = useState(permission);
  if (given === 'granted') return null;
  if (given === 'denied') return <Banner tone="warning">{t('settings.notices.denied')}</Banner>;
  return (
    <div>
      <Button onClick={() => void Notification.requestPermission().then(setGiven)}>
        {t('settings.notices.allow')}
      </Button>
    </div>
  );
}

/** Notifications while the user looks at something else. */
export function NoticeSettings() {
  const t = useT();
  const { notify, keepRunning, globalShortcut } = useSettings();
  const { setSettings } = useActions();
  const host = useApp((data) => data.info?.host);
  return (
    <Section>
      <Switch
        label={t('settings.notices.notify')}
        description={t('settings.notices.notifyHint')}
        checked={notify}
        onChange={(next) => void setSettings({ notify: next })}
      />
      {host === 'browser' && notify ? <BrowserPermission /> : null}
      {host === 'electron' ? (
        <>
          <Switch
            label={t('settings.notices.keepRunning')}
            description={t('settings.notices.keepRunningHint')}
            checked={keepRunning}
            onChange={(next) => void setSettings({ keepRunning: next })}
          />
          <ChoiceList
            label={t('settings.notices.shortcut')}
            hint={t('settings.notices.shortcutHint')}
            value={globalShortcut}
            onChange={(next) => void setSettings({ globalShortcut: next })}
            choices={GLOBAL_SHORTCUTS.map((value) => ({
              value,
              label: value === 'none' ? t('settings.notices.noShortcut') : value.replace('CommandOrControl', 'Ctrl'),
            }))}
          />
        </>
      ) : null}
    </Section>
  );
}
