/** Days that are told by a feast: "the day after Christmas", "the weekend before Easter", 国庆节前一天. */
import { addDays, type Day, onOrAfter } from './calendar.ts';
import type { DateRule } from './date-rules.ts';
import { FEAST, lunarNewYearDay, nextFeast } from './feasts.ts';
import { NUMBER, readNumber } from './numbers.ts';

const ZH_NUMBER = '\\d{1,2}|[一二两三四五六七八九十]';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const SATURDAY = 6;

export const BESIDE_A_FEAST: readonly DateRule[] = [
  {
    // "The week before Christmas" is no day: see periods.ts.
    pattern: new RegExp(`\\b(?:the (day)|(${NUMBER}) (day|night|week)s?) (before|after) (${FEAST})`, 'i'),
    resolve([, the, count = '1', unit = 'day', where = '', name = ''], from) {
      const days = (the === undefined ? readNumber(count) : 1) ?? 1;
      return beside(nextFeast(name, from), where, days * (unit.toLowerCase() === 'week' ? 7 : 1));
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:the |on )?(weekend|sunday|monday|tuesday|wednesday|thursday|friday|saturday) (before|after) (${FEAST})`,
      'i',
    ),
    resolve([, name = '', where = '', feast = ''], from) {
      const day = nextFeast(feast, from);
      const wanted = name.toLowerCase() === 'weekend' ? SATURDAY : WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
      if (day === undefined) return undefined;
      return where.toLowerCase() === 'after' ? onOrAfter(addDays(day, 1), wanted) : onOrAfter(addDays(day, -7), wanted);
    },
  },
  {
    pattern: new RegExp(`(${FEAST})(?:的)?(?:之)?(前|后)(?:的)?(?:第)?(${ZH_NUMBER})个?(天|日|周|星期|礼拜)`),
    resolve: ([, name = '', where = '', count = '', unit = ''], from) =>
      beside(nextFeast(name, from), where, (readNumber(count) ?? 1) * (/[天日]/.test(unit) ? 1 : 7)),
  },
  {
    pattern: /(?:(?:农历)?正月初?|大年初)([一二三四五六七八九十]{1,2})(?!十|月)/,
    resolve([, count = ''], from) {
      const number = readNumber(count);
      return number === undefined ? undefined : lunarNewYearDay(number, from);
    },
  },
  {
    pattern: new RegExp(`(${FEAST})前夕`),
    resolve: ([, name = ''], from) => beside(nextFeast(name, from), '前', 1),
  },
];

export const A_FEAST: DateRule = {
  pattern: new RegExp(`(?:(明年|\\bnext year'?s? )的?)?(${FEAST})`, 'i'),
  resolve: ([, nextYear, name = ''], from) => nextFeast(name, from, nextYear !== undefined),
};

function beside(feast: Day | undefined, where: string, days: number): Day | undefined {
  if (feast === undefined) return undefined;
  return addDays(feast, /before|前/i.test(where) ? -days : days);
}
