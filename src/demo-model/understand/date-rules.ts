/**
 * What people say for a day that chrono-node (2.10) reads otherwise or not at all: it begins a Chinese week on Sunday,
 * reads "the day after tomorrow" as tomorrow, and knows neither 24号 nor "on the 3rd" nor a feast.
 */
import { addDays, addMonths, type Day, day, nextDayOfMonth, onOrAfter, parts, weekday } from './calendar.ts';
import { A_FEAST } from './feast-rules.ts';
import { NUMBER, readNumber } from './numbers.ts';

export interface DateRule {
  readonly pattern: RegExp;
  /** @param from the day to count from; undefined where the match is no date after all. */
  resolve(match: RegExpExecArray, from: Day): Day | undefined;
  /** A weekday or a day of the month means the next one after the departure when it is said of a return. */
  readonly floating?: true;
  /** Counted from the departure where it is said of the return: "the day after", "a week later". */
  fromDeparture?(match: RegExpExecArray, departure: Day): Day | undefined;
}

const ZH_NUMBER = '\\d{1,2}|[一二两三四五六七八九十]{1,3}';
const EN_WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const EN_WEEKDAY = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ORDINAL = '(first|second|third|fourth|last|[1-4](?:st|nd|rd|th))';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 明年十二月五号: the year goes before the month. */
export const OF_NEXT_YEAR: DateRule = {
  pattern: new RegExp(`(明年|后年)的?(${ZH_NUMBER})月(?:的)?(${ZH_NUMBER})[日号]?`),
  resolve([, which = '', month = '', name = ''], from) {
    const [at, wanted] = [readNumber(month), readNumber(name)];
    if (at === undefined || wanted === undefined || at > 12 || wanted > 31) return undefined;
    return day(parts(from).year + (which === '明年' ? 1 : 2), at, wanted);
  },
};

/** "The second Monday of next month". */
export const NTH_WEEKDAY: DateRule = {
  pattern: new RegExp(
    `\\b(?:the )?${ORDINAL} (?:${EN_WEEKDAY}|(weekend)) (?:of|in) (?:the )?(\\w+)(?: month)?\\b`,
    'i',
  ),
  resolve([, which = '', name, , month = ''], from) {
    const wanted = name === undefined ? 6 : EN_WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
    const { year, month: current } = parts(from);
    const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    if (named === 0 && !/^(?:next|month|this)$/i.test(month)) return undefined;
    const at = named === 0 ? current + (/^next$/i.test(month) ? 1 : 0) : named;
    const first = day(named !== 0 && named < current ? year + 1 : year, at, 1);
    if (which.toLowerCase() === 'last') return addDays(onOrAfter(addMonths(first, 1), wanted), -7);
    const number = Number.parseInt(which, 10) || ORDINALS.indexOf(which.toLowerCase()) + 1;
    return addDays(onOrAfter(first, wanted), 7 * (number - 1));
  },
};

export const DATE_RULES: readonly DateRule[] = [
  {
    // "Friday the 13th": the next month in which that is a Friday.
    pattern: new RegExp(
      `\\b${EN_WEEKDAY},? (?:the )?(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of )?(?:${MONTHS.join('|')}))`,
      'i',
    ),
    resolve([, name = '', number = ''], from) {
      const wanted = EN_WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
      let found = nextDayOfMonth(from, Number(number));
      for (let tries = 0; tries < 12 && weekday(found) !== wanted; tries++) {
        found = nextDayOfMonth(addDays(found, 1), Number(number));
      }
      return weekday(found) === wanted ? found : undefined;
    },
  },
  A_FEAST,
  { pattern: /\bthis (?:morning|afternoon|evening)\b|今儿/i, resolve: (_, from) => from },
  { pattern: /明儿个?/, resolve: (_, from) => addDays(from, 1) },
  {
    pattern: /(下下|下|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天末1-6])(?!后|个)/,
    resolve([, which = '', name = ''], from) {
      const wanted = name === '末' ? 6 : '日天'.includes(name) ? 0 : (readNumber(name) ?? 0);
      if (which === '' || which === '这' || which === '本') return onOrAfter(from, wanted);
      const monday = addDays(from, -((weekday(from) + 6) % 7));
      return addDays(monday, 7 * which.length + ((wanted + 6) % 7));
    },
    floating: true,
  },
  {
    pattern: new RegExp(
      `(?<![月\\d.年一二三四五六七八九十廿卅])(下个?月|这个?月|本月)?的?(${ZH_NUMBER})(?:号(?!航站|线|楼)|日(?!游|元|本|内))`,
    ),
    resolve([, month = '', name = ''], from) {
      const wanted = readNumber(name);
      if (wanted === undefined || wanted < 1 || wanted > 31) return undefined;
      const { year, month: current } = parts(from);
      return month.startsWith('下') ? nextDayOfMonth(day(year, current + 1, 1), wanted) : nextDayOfMonth(from, wanted);
    },
    floating: true,
  },
  {
    pattern: new RegExp(`(?:过)?(${ZH_NUMBER}|半)个?(天|周|星期|礼拜|月)(?:之后|以后|后)`),
    resolve: ([, count = '', unit = ''], from) => ahead(count, unit, from),
    fromDeparture: ([, count = '', unit = ''], departure) => ahead(count, unit, departure),
  },
  {
    pattern: new RegExp(`过(${ZH_NUMBER})(天|周)`),
    resolve: ([, count = '', unit = ''], from) => ahead(count, unit, from),
    fromDeparture: ([, count = '', unit = ''], departure) => ahead(count, unit, departure),
  },
  {
    // The day of the departure is the first.
    pattern: new RegExp(`第(${ZH_NUMBER})天(?=\\s*(?:再|就)?(?:回|返))`),
    resolve: ([, count = ''], from) => ahead(String((readNumber(count) ?? 1) - 1), '天', from),
    fromDeparture: ([, count = ''], departure) => ahead(String((readNumber(count) ?? 1) - 1), '天', departure),
  },
  {
    pattern: /当(?:天|日)(?=\s*(?:就|再)?(?:往返|来回|回|返))|\bthe same day\b|\bsame-day\b/i,
    resolve: (_, from) => from,
    fromDeparture: (_, departure) => departure,
  },
  {
    pattern: /第二天|次日|隔天|\bthe (?:next|following) day\b|\bthe day after\b(?! tomorrow)/i,
    resolve: (_, from) => addDays(from, 1),
    fromDeparture: (_, departure) => addDays(departure, 1),
  },
  {
    pattern: new RegExp(`\\b(${NUMBER}) (day|night|week|month)s? (?:later|after(?: that)?)\\b`, 'i'),
    resolve: ([, count = '', unit = ''], from) => ahead(count, unit, from),
    fromDeparture: ([, count = '', unit = ''], departure) => ahead(count, unit, departure),
  },
  {
    pattern: new RegExp(`\\b(?:in|after) (${NUMBER}) (day|night|week|month)s?\\b`, 'i'),
    resolve: ([, count = '', unit = ''], from) => ahead(count, unit, from),
    fromDeparture: ([, count = '', unit = ''], departure) => ahead(count, unit, departure),
  },
  { pattern: /\b(?:the )?day after tomorrow\b/i, resolve: (_, from) => addDays(from, 2) },
  {
    pattern: /\b(next |this |the |on the )?weekend\b/i,
    resolve: ([, which = ''], from) => addDays(onOrAfter(from, 6), which.toLowerCase() === 'next ' ? 7 : 0),
  },
  {
    pattern: new RegExp(`\\b(?:a week (?:from|on) ${EN_WEEKDAY}|${EN_WEEKDAY} week)\\b`, 'i'),
    resolve: ([, one, two], from) =>
      addDays(onOrAfter(from, EN_WEEKDAYS.indexOf((one ?? two ?? '').slice(0, 3).toLowerCase())), 7),
  },
  { pattern: /\bin a fortnight\b/i, resolve: (_, from) => addDays(from, 14) },
  {
    pattern:
      /(?<=\b(?:on|back|return|returning|leaving|by|until|till|to|from) )(?:on )?the (\d{1,2})(?:st|nd|rd|th)\b(?!\s*(?:of\b|one\b|flight|option|offer|result|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i,
    resolve: ([, name = ''], from) => nextDayOfMonth(from, Number(name)),
    floating: true,
  },
];

function ahead(count: string, unit: string, from: Day): Day | undefined {
  if (count === '半') return unit === '月' ? addDays(from, 15) : undefined;
  const number = readNumber(count);
  if (number === undefined) return undefined;
  if (/月|month/i.test(unit)) return addMonths(from, number);
  return addDays(from, number * (/天|day|night/i.test(unit) ? 1 : 7));
}
