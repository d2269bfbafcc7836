import ICAL from 'ical.js';
import { useMemo } from 'react';
import { type Format, useText } from '../../../renderer/i18n.ts';
import { TextView } from './image-view.tsx';
import { shownName } from './table-view.tsx';

const MOST_EVENTS = 200;

export interface CalendarEvent {
  readonly title: string;
  readonly place: string;
  readonly text: string;
  readonly from: string;
  readonly to: string | undefined;
}

/** In the zone that the file names; a time in UTC or without a zone in this computer's. */
function clockOf(property: ICAL.Property | null, { date, dateTime }: Format): string | undefined {
  const time = property?.getFirstValue();
  if (!(time instanceof ICAL.Time)) return undefined;
  if (time.isDate) return date(time.toJSDate());
  const zone = property?.getFirstParameter('tzid');
  return zone === undefined ? dateTime(time.toJSDate()) : `${time}`.slice(0, 16).replace('T', ' ').concat(' ', zone);
}

/** An .ics file's events, in its order. Undefined if the text is not a calendar. */
export function readCalendar(text: string, format: Format): readonly CalendarEvent[] | undefined {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    if (calendar.name !== 'vcalendar') return undefined;
    return calendar
      .getAllSubcomponents('vevent')
      .slice(0, MOST_EVENTS)
      .map((event) => {
        const said = (name: string): string => String(event.getFirstPropertyValue(name) ?? '');
        const at = (name: string) => clockOf(event.getFirstProperty(name), format);
        const [from = '', to] = [at('dtstart'), at('dtend')];
        return { title: said('summary'), place: said('location'), text: said('description'), from, to };
      });
  } catch {
    return undefined;
  }
}

/** Its events as cards. */
export function CalendarView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const { t, format } = useText();
  const events = useMemo(() => readCalendar(text, format), [text, format]);
  if (events === undefined || events.length === 0) return <TextView text={text} truncated={truncated} />;
  return (
    <ul className="flex flex-col gap-2 px-5 pb-4">
      {events.map(({ title, place, text: words, from, to }) => (
        <li key={`${from} ${title} ${words}`} className="rounded-panel border border-line bg-surface px-4 py-3">
          <p className="font-medium text-md">{shownName(title)}</p>
          <p className="text-base tabular-nums">{to === undefined ? from : t('files.preview.until', { from, to })}</p>
          {place === '' ? null : <p className="text-base text-ink-soft">{shownName(place)}</p>}
          {words === '' ? null : <p className="mt-1 line-clamp-6 whitespace-pre-line text-ink-soft text-sm">{words}</p>}
        </li>
      ))}
    </ul>
  );
}
