/** Calendar files: a trip's own times, and reminders, which ring in the person's calendar with this program closed. */
import type { CalendarEntry, Reminder } from '../cards/card-view.ts';

type Entry = Reminder & Partial<CalendarEntry>;

/**
 * @param description shown in every entry.
 * @param now milliseconds.
 * @param rings each entry has an alarm at its time.
 */
export async function calendarFile(
  entries: readonly Entry[],
  description: string,
  now: number,
  rings: boolean,
): Promise<Blob> {
  const { default: ICAL } = await import('ical.js');
  const utc = (at: string | number) => ICAL.Time.fromJSDate(new Date(at), true);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Skilldeck//Trips//EN');
  for (const { id, label, at, until = at } of entries) {
    const event = new ICAL.Component('vevent');
    event.addPropertyWithValue('uid', `${id.replace(/[^\w:+-]/g, '-')}@skilldeck`);
    event.addPropertyWithValue('dtstamp', utc(now));
    event.addPropertyWithValue('dtstart', utc(at));
    event.addPropertyWithValue('dtend', utc(until));
    event.addPropertyWithValue('summary', label);
    event.addPropertyWithValue('description', description);
    if (rings) {
      const alarm = new ICAL.Component('valarm');
      alarm.addPropertyWithValue('action', 'DISPLAY');
      alarm.addPropertyWithValue('description', label);
      alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(0));
      event.addSubcomponent(alarm);
    }
    calendar.addSubcomponent(event);
  }
  return new Blob([calendar.toString()], { type: 'text/calendar' });
}
