/** Days of a calendar month as weeks, and where a key leads; all in `YYYY-MM-DD`. */

const DAY_MS = 86_400_000;
const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const addDays = (day: string, days: number): string => asDay(asTime(day) + days * DAY_MS);

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

const two = (part: string): string => part.padStart(2, '0');

/** Common ways to type a date: `2027/3/5`, `2027年3月5日`, `20270305`. */
const WHOLE = [/^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/, /^(\d{4})(\d{2})(\d{2})$/];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?)(?:,?\s+(\d{4}))?$/i;
const AHEAD: ReadonlyMap<string, number> = new Map([
  ...(['today', '今天'] as const).map((word) => [word, 0] as const),
  ...(['tomorrow', '明天'] as const).map((word) => [word, 1] as const),
  ...(['day after tomorrow', 'the day after tomorrow', '后天'] as const).map((word) => [word, 2] as const),
  ['大后天', 3],
]);

/** A month and a day without a year are the next such; `3/4` is a day in March here and in April there, so it is none. */
function monthAndDay(text: string): readonly [string, string, string | undefined] | undefined {
  const chinese = /^(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?$/.exec(text);
  if (chinese !== null) return [chinese[1] ?? '', chinese[2] ?? '', undefined];
  const [, dayFirst, monthSecond, monthFirst, daySecond, year] = NAMED.exec(text) ?? [];
  const month = MONTHS.indexOf((monthSecond ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? undefined : [String(month), dayFirst ?? daySecond ?? '', year];
}

/** @param today from which "tomorrow" and a day without a year count. As it came where it is no whole day yet. */
export function typedDay(text: string, today: string): string {
  const trimmed = text.trim();
  const ahead = AHEAD.get(trimmed.toLowerCase());
  if (ahead !== undefined) return addDays(today, ahead);
  for (const shape of WHOLE) {
    const [, year, month = '', date = ''] = shape.exec(trimmed) ?? [];
    if (year !== undefined) return `${year}-${two(month)}-${two(date)}`;
  }
  const named = monthAndDay(trimmed);
  if (named === undefined) return trimmed;
  const [month, date, year = today.slice(0, 4)] = named;
  const day = `${year}-${two(month)}-${two(date)}`;
  return named[2] === undefined && day < today ? `${Number(year) + 1}${day.slice(4)}` : day;
}
