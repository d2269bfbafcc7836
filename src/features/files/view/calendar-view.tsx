import ICAL from 'ical.js';
import { useMemo } from 'react';
import { type Format, useText } from '../../../renderer/i18n.ts';
import { Badge } from '../../../renderer/ui/index.ts';
import { TextView } from './image-view.tsx';
import { shownName } from './table-view.tsx';

/** An .ics file's events, by a parser that knows folded lines, time zones and durations. */
const MOST_EVENTS = 200;

export interface CalendarEvent {
  readonly title: string;
  readonly place: string;
  readonly text: string;
  readonly start: Date;
  /** The moment after it; of a whole day, the day after its last. */
  readonly end: Date | undefined;
  readonly allDay: boolean;
  /** Local time at the place, with the zone's name; absent if it equals this computer's zone, or no zone is given. */
  readonly there: { readonly start: string; readonly end: string | undefined } | undefined;
  readonly repeats: boolean;
}

/** Date in this computer's calendar: a date without time has no zone to convert. */
const dayOf = ({ year, month, day }: ICAL.Time): Date => new Date(year, month - 1, day);

/** Ordered by time. Undefined if the text is not a calendar. */
export function readCalendar(text: string): readonly CalendarEvent[] | undefined {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    if (calendar.name !== 'vcalendar') return undefined;
    // Zones that the file brings along; any other is a name that only its writer's program knows.
    ICAL.TimezoneService.reset();
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    const events = calendar.getAllSubcomponents('vevent').slice(0, MOST_EVENTS);
    return events
      .map((component) => {
        const event = new ICAL.Event(component);
        const { startDate: start, endDate: end } = event;
        const allDay = start.isDate;
        const zones = { start: zoneOf(component, 'dtstart'), end: zoneOf(component, 'dtend') };
        const at = (time: ICAL.Time, zone: string | undefined): Date => (allDay ? dayOf(time) : zoned(time, zone));
        return {
          title: event.summary ?? '',
          place: event.location ?? '',
          text: event.description ?? '',
          start: at(start, zones.start),
          end: end === null || end === undefined ? undefined : at(end, zones.end ?? zones.start),
          there: allDay ? undefined : clocksOf(start, end, zones),
          allDay,
          repeats: event.isRecurring(),
        };
      })
      .sort((a, b) => a.start.getTime() - b.start.getTime());
  } catch {
    return undefined;
  }
}

const zoneOf = (component: ICAL.Component, property: string): string | undefined =>
  component.getFirstProperty(property)?.getFirstParameter('tzid');

function clocksOf(
  start: ICAL.Time,
  end: ICAL.Time | null | undefined,
  zones: { readonly start: string | undefined; readonly end: string | undefined },
): CalendarEvent['there'] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones.start === undefined || (zones.start === own && (zones.end ?? own) === own)) return undefined;
  const clock = (time: ICAL.Time, zone: string): string => `${time.toString().slice(0, 16).replace('T', ' ')} ${zone}`;
  return {
    start: clock(start, zones.start),
    end: end === null || end === undefined ? undefined : clock(end, zones.end ?? zones.start),
  };
}

/** A time with the name of a zone that the file does not explain is what that zone's clocks show, where the browser knows it. */
function zoned(time: ICAL.Time, zone: string | undefined): Date {
  if (zone === undefined || ICAL.TimezoneService.get(zone) !== undefined) return time.toJSDate();
  return atClock(zone, time) ?? time.toJSDate();
}

/** The moment at which clocks of `zone` show this. */
function atClock(zone: string, { year, month, day, hour, minute, second }: ICAL.Time): Date | undefined {
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const);
    const shownAt = (moment: number): number => {
      const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
      const { year: y = 0, month: m = 1, day: d = 1, hour: h = 0, minute: min = 0, second: s = 0 } = parts;
      return Date.UTC(y, m - 1, d, h, min, s);
    };
    let moment = wanted;
    // The second time the difference is that of the right side of a change of the clocks.
    for (let turn = 0; turn < 2; turn += 1) moment += wanted - shownAt(moment);
    return new Date(moment);
  } catch {
    return undefined;
  }
}

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
  const { t, format } = useText();
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
