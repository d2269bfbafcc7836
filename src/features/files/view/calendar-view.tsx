import ICAL from 'ical.js';
import { useMemo } from 'react';
import { type Format, useText } from '../../../renderer/i18n.ts';
import { Badge } from '../../../renderer/ui/index.ts';
import { TextView } from './image-view.tsx';
import { shownName } from './table-view.tsx';

const MOST_EVENTS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface CalendarEvent {
  readonly title: string;
  readonly place: string;
  readonly text: string;
  readonly start: Moment;
  /** The moment after it; of a whole day, the day after its last. */
  readonly end: Moment | undefined;
  readonly allDay: boolean;
  readonly repeats: boolean;
}

/** A moment, and its zone where the file names one: clocks there show it as it is written. */
interface Moment {
  readonly at: Date;
  readonly there: string | undefined;
}

function momentOf(time: ICAL.Time, property: ICAL.Property | null | undefined): Moment {
  const zone = property?.getFirstParameter('tzid');
  const there = zone === undefined ? undefined : `${time.toString().slice(0, 16).replace('T', ' ')} ${zone}`;
  // A date without time has no zone to convert.
  if (time.isDate) return { at: new Date(time.year, time.month - 1, time.day), there };
  const isKnown = zone === undefined || ICAL.TimezoneService.get(zone) !== undefined;
  return { at: (isKnown ? undefined : atClock(zone, `${time}`)) ?? time.toJSDate(), there };
}

/** The moment at which clocks of a zone that the file does not explain show this; undefined where the browser does not know it. */
function atClock(timeZone: string, clock: string): Date | undefined {
  const wanted = Date.parse(`${clock}Z`);
  try {
    // Swedish clocks are written as ISO 8601 has them.
    const shownAt = (moment: number): number =>
      Date.parse(`${new Date(moment).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`);
    let moment = wanted;
    // The second time the difference is that of the right side of a change of the clocks.
    for (let turn = 0; turn < 2; turn += 1) moment += wanted - shownAt(moment);
    return new Date(moment);
  } catch {
    return undefined;
  }
}

/** An .ics file's events, ordered by time. Undefined if the text is not a calendar. */
export function readCalendar(text: string): readonly CalendarEvent[] | undefined {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    if (calendar.name !== 'vcalendar') return undefined;
    // Zones that the file brings along.
    ICAL.TimezoneService.reset();
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    const events = calendar.getAllSubcomponents('vevent').slice(0, MOST_EVENTS);
    return events
      .map((component) => {
        const event = new ICAL.Event(component);
        const { startDate: start, endDate: end } = event;
        const begins = component.getFirstProperty('dtstart');
        return {
          title: event.summary ?? '',
          place: event.location ?? '',
          text: event.description ?? '',
          start: momentOf(start, begins),
          end:
            end === null || end === undefined
              ? undefined
              : momentOf(end, component.getFirstProperty('dtend') ?? begins),
          allDay: start.isDate,
          repeats: event.isRecurring(),
        };
      })
      .sort((a, b) => a.start.at.getTime() - b.start.at.getTime());
  } catch {
    return undefined;
  }
}

function timesOf({ start, end, allDay }: CalendarEvent, format: Format, until: (from: string, to: string) => string) {
  const own = ({ at, there }: Moment): string => (allDay ? format.date(at) : (there ?? format.dateTime(at)));
  const last = allDay && end !== undefined ? { at: new Date(end.at.getTime() - DAY_MS / 2), there: undefined } : end;
  const [from, to] = [own(start), last === undefined ? '' : own(last)];
  if (last === undefined || from === to) return from;
  const sameDay = !allDay && last.there === undefined && start.at.toDateString() === last.at.toDateString();
  return until(from, sameDay ? format.time(last.at) : to);
}

/** Its events as cards, each in the time that the file gives, else in this computer's. */
export function CalendarView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const { t, format } = useText();
  const events = useMemo(() => readCalendar(text), [text]);
  if (events === undefined) {
    return (
      <>
        <p className="px-5 text-ink-soft text-sm">{t('files.preview.notCalendar')}</p>
        <TextView text={text} truncated={truncated} />
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
            key={`${event.start.at.getTime()} ${event.title} ${event.text}`}
            className="rounded-panel border border-line bg-surface px-4 py-3"
          >
            <p className="font-medium text-md">{shownName(event.title)}</p>
            <p className="flex flex-wrap items-center gap-2 text-base tabular-nums">
              {timesOf(event, format, until)}
              {event.allDay ? <Badge>{t('files.preview.allDay')}</Badge> : null}
              {event.repeats ? <Badge>{t('files.preview.repeats')}</Badge> : null}
            </p>
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
