/** Days of the calendar and what is counted from them. */

/** Calendar days as `YYYY-MM-DD`, without zones. */
export type Day = string;

/** A day as said. `date` alone is a day of a month that the rest of the conversation tells. */
export interface SaidDay {
  /** More than one: the readings; none: a day is spoken of, but not which one. */
  readonly days: readonly Day[];
  /** The second day of a range. */
  readonly until?: readonly Day[];
  /** "The 29th", 15号. */
  readonly date?: number;
  /** The second of "the 5th to the 12th". */
  readonly untilDate?: number;
  /** Saturday of the weekend that is spoken of: weekdays beside it are near. */
  readonly near?: Day;
  /** 0 is Monday: nothing but a weekday. */
  readonly weekday?: number;
  /** Called by the name of a feast: what one travels for, where other days are said. */
  readonly feast?: boolean;
  /** Counted from today. */
  readonly relative?: boolean;
  /** Days earlier or later that are as good. */
  readonly flex?: number;
}

export interface DayFound extends SaidDay {
  readonly index: number;
  readonly text: string;
}

/** Undefined for a day that no calendar has. */
export function dayOf(year: number, month: number, date: number): Day | undefined {
  const value = new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
  const { month: readMonth, date: readDate } = parts(value);
  return readMonth === month && readDate === date ? value : undefined;
}

export function parts(value: Day): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = value.split('-').map(Number);
  return { year, month, date };
}

export function addDays(value: Day, days: number): Day {
  return new Date(Date.parse(`${value}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export const daysBetween = (a: Day, b: Day): number => (Date.parse(b) - Date.parse(a)) / 86_400_000;

/** 0 is Monday. */
export function weekday(value: Day): number {
  return (new Date(`${value}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The next day of that month and date from `today` on, or that of the year. */
export function next(month: number, date: number, today: Day, year?: number): Day | undefined {
  if (year !== undefined) return dayOf(year, month, date);
  const { year: now } = parts(today);
  return [now, now + 1].map((one) => dayOf(one, month, date)).find((day) => day !== undefined && day >= today);
}

/** The first day with this date from `from` on. */
export function nextDate(date: number, from: Day): Day | undefined {
  const { year, month } = parts(from);
  return [0, 1, 2]
    .map((ahead) => dayOf(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, date))
    .find((day) => day !== undefined && day >= from);
}

/** The same date so many months later, or the last of that month. */
export function addMonths(value: Day, months: number): Day {
  const { year, month, date } = parts(value);
  const at = month - 1 + months;
  const first = `${year + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  return dayOf(parts(first).year, parts(first).month, date) ?? addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
}

export const list = (day: Day | undefined): Day[] => (day === undefined ? [] : [day]);
