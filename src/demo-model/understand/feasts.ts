/** Feasts by name, and the day that each falls on in a year. */
import { addDays, type Day, day, onOrAfter, parts } from './calendar.ts';

interface Feast {
  readonly pattern: RegExp;
  /** Undefined beyond the years that are known here. */
  on(year: number): Day | undefined;
}

const fixed = (pattern: RegExp, month: number, dayOfMonth: number): Feast => ({
  pattern,
  on: (year) => day(year, month, dayOfMonth),
});

/** By the lunar calendar, so by a table: `MM-DD` of each year from 2026 on (Hong Kong Observatory). */
const lunar = (pattern: RegExp, days: readonly string[], ahead = 0): Feast => ({
  pattern,
  on(year) {
    const known = days[year - FIRST_YEAR];
    return known === undefined ? undefined : addDays(`${year}-${known}`, ahead);
  },
});
const FIRST_YEAR = 2026;
const NEW_YEAR = ['02-17', '02-06', '01-26', '02-13', '02-03', '01-23', '02-11'];
const DRAGON_BOAT = ['06-19', '06-09', '05-28', '06-16', '06-05', '06-24', '06-12'];
const MID_AUTUMN = ['09-25', '09-15', '10-03', '09-22', '09-12', '10-01', '09-19'];

/** Of the Gregorian calendar (Butcher's rule). */
function easter(year: number): Day {
  const [golden, century, within] = [year % 19, Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(within / 4) - moon - (within % 4)) % 7;
  const shift = moon + sunday - 7 * Math.floor((golden + 11 * moon + 22 * sunday) / 451) + 114;
  return day(year, Math.floor(shift / 31), (shift % 31) + 1);
}

/** Of this century. */
function tombSweeping(year: number): Day {
  const within = year % 100;
  return day(year, 4, Math.floor(within * 0.2422 + 4.81) - Math.floor(within / 4));
}

/** The `count`th day of the first lunar month. */
export function lunarNewYearDay(count: number, from: Day): Day | undefined {
  const { year } = parts(from);
  return [year, year + 1]
    .map((one) => NEW_YEAR[one - FIRST_YEAR] && addDays(`${one}-${NEW_YEAR[one - FIRST_YEAR]}`, count - 1))
    .find((one) => one !== undefined && one >= from);
}

/** The longer name before the one that it contains. */
const FEASTS: readonly Feast[] = [
  lunar(/除夕|大年三十|年三十|\b(?:lunar|chinese) new year'?s eve\b/i, NEW_YEAR, -1),
  lunar(/元宵节?/, NEW_YEAR, 14),
  lunar(/春节|大年初一|\b(?:lunar|chinese) new year\b|\bspring festival\b/i, NEW_YEAR),
  lunar(/端午节?|\bdragon boat festival\b/i, DRAGON_BOAT),
  lunar(/中秋节?|\bmid-?autumn festival\b/i, MID_AUTUMN),
  { pattern: /\bgood friday\b|耶稣受难日/i, on: (year) => addDays(easter(year), -2) },
  { pattern: /\beaster monday\b/i, on: (year) => addDays(easter(year), 1) },
  { pattern: /\beaster(?: sunday)?\b|复活节/i, on: easter },
  { pattern: /清明节?/, on: tombSweeping },
  { pattern: /\bthanksgiving\b|感恩节/i, on: (year) => addDays(onOrAfter(day(year, 11, 1), 4), 21) },
  fixed(/平安夜|\bchristmas eve\b/i, 12, 24),
  fixed(/圣诞节?|\bchristmas(?: day)?\b|\bxmas\b/i, 12, 25),
  fixed(/跨年|\bnew year'?s eve\b/i, 12, 31),
  fixed(/元旦|\bnew year(?:'?s(?: day)?)?\b/i, 1, 1),
  fixed(/国庆节?/, 10, 1),
  fixed(/五一(?:劳动节)?|劳动节/, 5, 1),
  fixed(/情人节|\bvalentine'?s(?: day)?\b/i, 2, 14),
];

/** A source for regular expressions without groups of its own: the name of any feast. */
export const FEAST = FEASTS.map(({ pattern }) => pattern.source).join('|');

/** The next such feast on or after a day; undefined beyond the years that are known here. */
export function nextFeast(name: string, from: Day, nextYear = false): Day | undefined {
  const feast = FEASTS.find(({ pattern }) => pattern.test(name));
  const { year } = parts(from);
  if (nextYear) return feast?.on(year + 1);
  return [feast?.on(year), feast?.on(year + 1)].find((one) => one !== undefined && one >= from);
}
