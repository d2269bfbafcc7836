import { useMemo } from 'react';
import { type Format, useFormat, useT } from '../i18n/index.ts';
import { Badge } from '../ui/index.ts';
import { shownName } from './file-row.tsx';
import { type CalendarEvent, readCalendar } from './read-calendar.ts';
import { TextView } from './text-view.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

function timesOf(event: CalendarEvent, format: Format, until: (from: string, to: string) => string): string {
  const { start, end, allDay } = event;
  if (allDay) {
    const last = end === undefined ? start : new Date(end.getTime() - DAY_MS / 2);
    return last.toDateString() === start.toDateString()
      ? format.date(start)
      : until(format.date(start), format.date(last));
  }
  if (end === undefined || end.getTime() === start.getTime()) return format.dateTime(start);
  const sameDay = start.toDateString() === end.toDateString();
  return until(format.dateTime(start), sameDay ? format.time(end) : format.dateTime(end));
}

/** Its events as cards, in this computer's time. */
export function CalendarView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  const format = useFormat();
  const events = useMemo(() => readCalendar(text), [text]);
  if (events === undefined) {
    return (
      <>
        <p className="px-5 text-ink-soft text-sm">{t('files.preview.notCalendar')}</p>
        <TextView text={text} wrap truncated={truncated} />
      </>
    );
  }
  if (events.length === 0) return <p className="p-5 text-ink-soft text-sm">{t('files.preview.noEvents')}</p>;
  const until = (from: string, to: string): string => t('files.preview.until', { from, to });
  return (
    <div className="flex flex-col gap-3 px-5 pb-4">
      <ul className="flex flex-col gap-2">
        {events.map((event) => (
          <li
            key={`${event.start.getTime()} ${event.title} ${event.text}`}
            className="rounded-panel border border-line bg-surface px-4 py-3"
          >
            <p className="font-medium text-md">{shownName(event.title)}</p>
            <p className="flex flex-wrap items-center gap-2 text-base tabular-nums">
              {timesOf(event, format, until)}
              {event.allDay ? <Badge>{t('files.preview.allDay')}</Badge> : null}
              {event.repeats ? <Badge>{t('files.preview.repeats')}</Badge> : null}
            </p>
            {event.there === undefined ? null : (
              <p className="text-ink-soft text-sm tabular-nums">
                {t('files.preview.there', {
                  when: event.there.end === undefined ? event.there.start : until(event.there.start, event.there.end),
                })}
              </p>
            )}
            {event.place === '' ? null : <p className="text-base text-ink-soft">{shownName(event.place)}</p>}
            {event.text === '' ? null : (
              <p className="mt-1 line-clamp-6 whitespace-pre-line text-ink-soft text-sm">{event.text}</p>
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        {t('files.preview.localTime', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
    </div>
  );
}
