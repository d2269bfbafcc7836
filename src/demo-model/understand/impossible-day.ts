/** Days that no calendar has: 30 February, the 31st of a short month, a 13th month. */
import { day, parts } from './calendar.ts';
import { NUMBER, readNumber } from './numbers.ts';

export interface ImpossibleDay {
  readonly index: number;
  readonly length: number;
  /** As it was said. */
  readonly said: string;
}

/** A year in which there is a 29 February: without a year said, that day is one. */
const LEAP_YEAR = 2028;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<name>${MONTHS.join('|')})(?:[a-z]*)`;
const NTH = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';

const SHAPES = [
  /(?<![\d.-])(?<year>20\d\d)[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  new RegExp(`(?:(?<year>20\\d\\d)年)?(?<month>${NUMBER})月(?:的)?(?<day>${NUMBER})[日号]`),
  new RegExp(`\\b${MONTH}\\.? (?:the )?${NTH}\\b(?![:\\d])(?:,? (?<year>20\\d\\d))?`, 'i'),
  new RegExp(`\\b${NTH} (?:of )?${MONTH}\\b(?:,? (?<year>20\\d\\d))?`, 'i'),
];

export function findImpossibleDay(text: string): ImpossibleDay | undefined {
  for (const shape of SHAPES) {
    for (const match of text.matchAll(new RegExp(shape.source, `${shape.flags}g`))) {
      const { year, month, name, day: dayOfMonth } = match.groups ?? {};
      const number = name === undefined ? readNumber(month ?? '') : MONTHS.indexOf(name.toLowerCase()) + 1;
      const wanted = readNumber(dayOfMonth ?? '');
      if (number === undefined || wanted === undefined) continue;
      const found = parts(day(Number(year ?? LEAP_YEAR), number, wanted));
      if (found.month !== number || found.day !== wanted) {
        return { index: match.index, length: match[0].length, said: match[0].trim() };
      }
    }
  }
  return undefined;
}
