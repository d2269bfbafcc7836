/** Days of a calendar month as weeks, and where a key leads; all in `YYYY-MM-DD`. */

const DAY_MS = 86_400_000;
const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => asDay(asTime(day) + days * DAY_MS);

/** The same day of another month, or its last where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return asDay(first.getTime());
}

/** Six weeks, Monday first, so that the calendar keeps its height. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(asTime(first)).getUTCDay() + 6) % 7;
  const start = addDays(first, -weekday);
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  );
}

/** Undefined for a key that moves nothing. */
export function dayAfterKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return addDays(day, -((new Date(asTime(day)).getUTCDay() + 6) % 7));
    case 'End':
      return addDays(day, 6 - ((new Date(asTime(day)).getUTCDay() + 6) % 7));
    default:
      return undefined;
  }
}

export function clampDay(day: string, from: string | undefined, to: string | undefined): string {
  if (from !== undefined && day < from) return from;
  return to !== undefined && day > to ? to : day;
}

/** As people type it: `2027/3/5`, `2027.3.5`, `2027年3月5日`, `20270305`. As it came where it is no whole day yet. */
export function typedDay(text: string): string {
  const trimmed = text.trim();
  const match =
    /^(\d{4})\s*(?:[-/.年]\s*)(\d{1,2})\s*(?:[-/.月]\s*)(\d{1,2})\s*日?$/.exec(trimmed) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  if (match === null) return trimmed;
  const [, year = '', month = '', date = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}
