/** Reminders as notifications of the system, each once: check-in opens, leave for the airport. */
import { useEffect } from 'react';
import type { RecordGroup } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { FRONT_REQUEST } from '../../shared/preload-protocol.ts';
import { dateInWords, localTime } from '../cards/local-time.ts';
import { useMinute } from '../cards/records/use-minute.ts';
import { useRecords } from '../cards/records/use-records.ts';
import { recordViewOf } from '../cards/registry.tsx';
import { useWords } from '../shared/use-words.ts';
import type { Words } from '../shared/words.ts';
import { useActions, useSettings } from '../store/index.ts';
import { notify as inApp } from '../ui/index.ts';

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

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

export function ReminderNotices() {
  const words = useWords();
  const { loaded } = useRecords();
  const { notify } = useSettings();
  const { claimReminders, library } = useActions();
  const now = useMinute();
  useEffect(() => {
    if (!notify || loaded.kind !== 'ready') return;
    // In the page alone it would pass unseen while the person looks elsewhere.
    if (!canNotify() && (document.hidden || !document.hasFocus())) return;
    const due = dueReminders(loaded.groups, words, now);
    if (due.length === 0) return;
    void claimReminders(due.map(({ id }) => id)).then((fresh) => {
      for (const { id, title, body } of due) {
        if (!fresh.includes(id)) continue;
        if (!canNotify()) {
          inApp.done(`${title} · ${body}`);
          continue;
        }
        const notice = new Notification(title, { body, tag: id });
        notice.onclick = () => {
          window.focus();
          window.postMessage(FRONT_REQUEST, '/');
          library.show({ page: 'trips' });
          notice.close();
        };
        // macOS shows notices of signed apps alone.
        notice.onerror = () => inApp.done(`${title} · ${body}`);
      }
    });
  }, [loaded, notify, words, now, claimReminders, library]);
  return null;
}
