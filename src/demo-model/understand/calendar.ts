/** Calendar days as `YYYY-MM-DD`, without zones: what a traveller means by a date. */

export type Day = string;

export function day(year: number, month: number, dayOfMonth: number): Day {
  return new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10);
}

export function parts(value: Day): { year: number; month: number; day: number } {
  const [year = 0, month = 1, dayOfMonth = 1] = value.split('-').map(Number);
  return { year, month, day: dayOfMonth };
}

export function addDays(value: Day, days: number): Day {
  const { year, month, day: dayOfMonth } = parts(value);
  return day(year, month, dayOfMonth + days);
}

/** Of a 31st in a shorter month the last day. */
export function addMonths(value: Day, months: number): Day {
  const { year, month, day: dayOfMonth } = parts(value);
  const lastDay = parts(day(year, month + months + 1, 0)).day;
  return day(year, month + months, Math.min(dayOfMonth, lastDay));
}

/** 0 is Sunday. */
export function weekday(value: Day): number {
  return new Date(`${value}T00:00:00Z`).getUTCDay();
}

/** The first such weekday on or after the day. */
export function onOrAfter(value: Day, wanted: number): Day {
  return addDays(value, (wanted - weekday(value) + 7) % 7);
}

/** The next such day of a month, on or after the day. */
export function nextDayOfMonth(value: Day, dayOfMonth: number): Day {
  const { year, month } = parts(value);
  for (let ahead = 0; ahead < 12; ahead++) {
    const candidate = day(year, month + ahead, dayOfMonth);
    if (parts(candidate).day === dayOfMonth && candidate >= value) return candidate;
  }
  return value;
}
