/** Feasts, and days that are counted from them. */

import words from '../data/words.json' with { type: 'json' };
import { addDays, type Day, type DayFound, list, type SaidDay } from './calendar.ts';

/** Days of each feast: first days of Chinese years too, as the calendar of JavaScript is a day late in 2027. */
const FEASTS: Readonly<Record<string, readonly Day[]>> = words.feasts;
export const NAMED_DAYS = words.namedDays;
export const NEW_YEARS: readonly Day[] = words.feasts['chinese|lunar|spring|春节|过年'];
/** Days of the month before each. */
export const LAST_MONTHS = [29, 29, 29, 29, 30, 29, 29];
/** The next day of a feast from `today` on. */
export const anchorOf = (name: string, today: Day, after = 0): Day | undefined =>
  Object.entries(FEASTS)
    .find(([named]) => new RegExp(named, 'i').test(name))?.[1]
    .map((day) => addDays(day, after))
    .find((day) => day >= today);

/** @param after days after the feast. */
export const feast = (after: number, today: Day, name = 'chinese'): SaidDay => ({
  days: list(anchorOf(name, today, after)),
  feast: true,
  relative: true,
});

/** "Two days before Easter", 春节前两天: so far from the day beside it. */
export function shifted(day: DayFound, text: string, today: Day): DayFound {
  const [before, after] = [text.slice(0, day.index), text.slice(day.index + day.text.length)];
  const [said = '', n = '1', unit, way = ''] =
    /(?:\b(an?|\d{1,2}) (day|week)s?|\bthe (?:day|night|evening)) (before|after) (?:the |my |our )?$/i.exec(before) ??
    [];
  const [zhSaid = '', zhWay = '', zhN = '1'] = /^节?(?:的)?([前后])(?:的)?[一1]?(\d{1,2})?天/.exec(after) ?? [];
  const base = day.days[0] ?? anchorOf(day.text, today);
  if ((said === '' && zhSaid === '') || base === undefined || day.days.length > 1) return day;
  const days = Number(said === '' ? zhN : n) || 1;
  return {
    index: day.index - said.length,
    text: said + day.text + zhSaid,
    days: [addDays(base, (/before|前/i.test(way + zhWay) ? -1 : 1) * days * (unit === 'week' ? 7 : 1))],
    relative: true,
  };
}
