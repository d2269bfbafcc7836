import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n/index.ts';
import { useActions, useSettings } from '../store/index.ts';
import { Banner, Button, notify as inApp } from '../ui/index.ts';

const permission = (): NotificationPermission => ('Notification' in window ? Notification.permission : 'denied');

/** The browser asks the person once, and only after a press of theirs. Nothing where that is settled. */
export function AllowReminders() {
  const t = useT();
  const { notify } = useSettings();
  const { setSettings } = useActions();
  const [given, setGiven] = useState(permission);
  const [asked, setAsked] = useState(false);
  if (given === 'granted' && notify) return null;
  if (given === 'denied') return asked ? <Banner tone="warning">{t('reminders.denied')}</Banner> : null;
  const allow = async () => {
    const now = await Notification.requestPermission();
    setAsked(true);
    setGiven(now);
    if (now !== 'granted') return;
    if (!notify) await setSettings({ notify: true });
    inApp.done(t('reminders.on'));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft text-sm">
      <Button onClick={() => void allow()}>
        <BellRing aria-hidden className="size-4" />
        {t('reminders.allow')}
      </Button>
      <span className="min-w-0 flex-1">{t('reminders.allowHint')}</span>
    </div>
  );
}
