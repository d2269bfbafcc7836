/** An .ics file's events, by a parser that knows folded lines, time zones and durations. */
import ICAL from 'ical.js';

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
