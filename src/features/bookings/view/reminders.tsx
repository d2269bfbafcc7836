/** Reminders as notifications of the system, each once: check-in opens, leave for the airport. */
import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateInWords, localTime } from '../../../renderer/cards/local-time.ts';
import { useMinute, useRecords } from '../../../renderer/cards/records.tsx';
import { recordViewOf } from '../../../renderer/cards/registry.tsx';
import { useT } from '../../../renderer/i18n.ts';
import { canNotify, looksElsewhere, systemNotice } from '../../../renderer/shared/system-notice.ts';
import { useWords, type Words } from '../../../renderer/shared/words.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Banner, Button, notify as inApp } from '../../../renderer/ui/index.ts';
import type { RecordGroup } from '../../../shared/cards/records.ts';
import { parseCard } from '../../../shared/cards/registry.ts';

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

export interface DueReminder {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** Latest reminder due of each coming record; none once what it is about has begun. */
export function dueReminders(groups: readonly RecordGroup[], words: Words, now: number): readonly DueReminder[] {
  return groups.flatMap(({ skill, records }) =>
    records.flatMap(({ key, card: raw, upcoming }) => {
      const card = upcoming ? parseCard(raw) : undefined;
      if (card === undefined) return [];
      const { title, reminders } = recordViewOf(card);
      const last = reminders(words, card).findLast(({ at }) => Date.parse(at) <= now);
      if (last === undefined || last.silent === true) return [];
      const when = `${dateInWords(words, last.at, 'day')} ${localTime(last.at).clock}`;
      return [
        { id: `${skill} ${key} ${last.id}`, title: last.label, body: `${title(words, card)} · ${key} · ${when}` },
      ];
    }),
  );
}

export function ReminderNotices() {
  const words = useWords();
  const { loaded } = useRecords();
  const { notify } = useSettings();
  const { claimReminders, library } = useActions();
  const now = useMinute();
  useEffect(() => {
    if (!notify || loaded.kind !== 'ready') return;
    // In the page alone it would pass unseen while the person looks elsewhere.
    if (!canNotify() && looksElsewhere()) return;
    const due = dueReminders(loaded.groups, words, now);
    if (due.length === 0) return;
    void claimReminders(due.map(({ id }) => id)).then((fresh) => {
      for (const { id, title, body } of due) {
        if (!fresh.includes(id)) continue;
        const inPage = () => inApp.done(`${title} · ${body}`);
        if (canNotify()) systemNotice({ title, body, tag: id, onOpen: () => library.show({ page: 'trips' }), inPage });
        else inPage();
      }
    });
  }, [loaded, notify, words, now, claimReminders, library]);
  return null;
}
