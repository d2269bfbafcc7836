/** Converts days of the user's calendar to moments. */
import type { LibraryFilters } from '../../../../shared/review.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD`, as the rows and the fields for days have it. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Its first moment here; with `after`, of so many days later. */
export function startOf(day: string, after = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + after);
}

/** Both days included; an empty one is open. */
export function rangeOf(from: string, to: string): Pick<LibraryFilters, 'from' | 'to'> {
  const [first, last] = [startOf(from), startOf(to, 1)];
  return {
    ...(first === undefined ? {} : { from: first.toISOString() }),
    ...(last === undefined ? {} : { to: last.toISOString() }),
  };
}

/** The days that a range was made of: the way back of `rangeOf`. */
export function daysOf({ from, to }: LibraryFilters): { readonly from: string; readonly to: string } {
  const last = to === undefined ? undefined : new Date(to);
  last?.setDate(last.getDate() - 1);
  return { from: from === undefined ? '' : dayOf(new Date(from)), to: last === undefined ? '' : dayOf(last) };
}

/** The last days, today among them. */
export function lastDays(count: number, now: Date): Pick<LibraryFilters, 'from' | 'to'> {
  const first = new Date(now);
  first.setDate(first.getDate() - count + 1);
  return rangeOf(dayOf(first), '');
}
