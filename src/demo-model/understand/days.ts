/**
 * Days as people say them. `chrono-node` reads English days that are counted from today; measured on our sentences, the
 * readers here are for what it lacks: "the 29th", ranges, 下下周一, 下个月8号, 15号, holidays, and days with two readings.
 */

import { en } from 'chrono-node';
import words from '../data/words.json' with { type: 'json' };
import {
  addDays,
  type Day,
  type DayFound,
  dayOf,
  list,
  next,
  nextDate,
  parts,
  type SaidDay,
  weekday,
} from './calendar.ts';
import { zhNumber } from './numbers.ts';

// Feasts, and days that are counted from them.

/** Days of each feast: first days of Chinese years too, as the calendar of JavaScript is a day late in 2027. */
const FEASTS: Readonly<Record<string, readonly Day[]>> = words.feasts;
const NAMED_DAYS = words.namedDays;
const NEW_YEARS: readonly Day[] = words.feasts['chinese|lunar|spring|春节|过年'];
/** Days of the month before each. */
const LAST_MONTHS = [29, 29, 29, 29, 30, 29, 29];
/** The next day of a feast from `today` on. */
const anchorOf = (name: string, today: Day, after = 0): Day | undefined =>
  Object.entries(FEASTS)
    .find(([named]) => new RegExp(named, 'i').test(name))?.[1]
    .map((day) => addDays(day, after))
    .find((day) => day >= today);

/** @param after days after the feast. */
const feast = (after: number, today: Day, name = 'chinese'): SaidDay => ({
  days: list(anchorOf(name, today, after)),
  feast: true,
  relative: true,
});

/** "Two days before Easter", 春节前两天: so far from the day beside it. */
function shifted(day: DayFound, text: string, today: Day): DayFound {
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b(?:\\.(?= ?\\d))?';
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\b(?:\\.(?= ?[\\da-z]))?';
const DATE = '(?:the )?(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,? ?(20\\d\\d))?';
/** In either order. */
const DAY_OF_MONTH = `(?:${DATE}(?: of)? (${MONTH})|(${MONTH}) ${DATE}(?!\\d|:| ?[ap]m))`;
const TO = '\\s*(?:-|–|—|~|～|\\bto\\b|\\buntil\\b|\\btill?\\b|\\bthrough\\b|\\bthru\\b|到|至)\\s*(?:the )?';
const ZH_WEEKDAYS = '一二三四五六日';
const DAY_NAME = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** Units behind a number that is no day of a month. */
const COUNTED = '(?:[\\d点:：个人位张件岁天万块元]|晚(?!上|间)|周(?![一二三四五六日天末]))';
const ZH_WEEK = '(?:周|星期|礼拜)([一二三四五六日天])';

/** A group of a pattern. */
type Said = string | undefined;
/** By its name or number. */
const monthOf = (name: Said = ''): number => Number(name) || MONTHS.indexOf(name.toLowerCase().slice(0, 3)) + 1;
const weekdayOf = (name: string): number =>
  /^[a-z]/i.test(name)
    ? WEEKDAYS.indexOf(name.toLowerCase().slice(0, 3))
    : ZH_WEEKDAYS.indexOf(name.replace('天', '日'));

/** A day whose weekday is said too has to fit it. */
const fitting = (days: readonly Day[], named: number | '' | undefined): Day[] =>
  days.filter((day) => typeof named !== 'number' || weekday(day) === named);

/** Today itself is meant by no weekday: the one a week later is. */
const coming = (wanted: number, today: Day): Day => addDays(today, ((wanted - weekday(today) + 6) % 7) + 1);

type Read = (match: RegExpExecArray, today: Day, order: Order) => SaidDay;
const rule =
  ({ raw }: TemplateStringsArray, ...parts: readonly (string | RegExp)[]) =>
  (read: Read): { pattern: RegExp; read: Read } => ({
    pattern: new RegExp(String.raw({ raw }, ...parts), 'giu'),
    read,
  });
const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** Day and month in either order: one reading where one of them is above 12, or where another date of the message tells the order. */
function slash(first: number, second: number, today: Day, year: number | undefined, order: Order): Day[] {
  if (order !== undefined)
    return list(order === 'day' ? next(second, first, today, year) : next(first, second, today, year));
  const readings = [list(next(first, second, today, year)), list(next(second, first, today, year))].flat();
  return [...new Set(readings)].sort();
}

const VAGUE =
  '(?:this|next|coming|the|a)? ?(?:long )?weekend\\b(?! in)|\\b(?:next|this|coming) (?:week|month|spring|summer|autumn|winter|year)\\b|\\b(?:early|mid|late|beginning of|start of|middle of|end of|(?:1st|first|2nd|second|3rd|third|4th|fourth|last) (?:week|weekend|half) (?:of|in))[- ]' +
  `${MONTH}|\\b(?:over |at |for )?(?:christmas|easter|thanksgiving|new year'?s?|chinese new year|lunar new year|spring festival|the holidays|half[- ]term)\\b(?! (?:eve|day))|第[1-4一二三四]个周末|(?:这个?|下下?个?|本)?周末|下下?个?(?:周|星期|礼拜|月)(?![一二三四五六日天\\d])(?:初|中旬?|底|末|上旬|下旬)?|\\d{1,2}月(?:份)?(?:初|中旬?|底|末|上旬|下旬)|月[初中底]|[上中下]旬|春节|过年|国庆|五一|十一(?!月)|valentine'?s(?: weekend)?(?! day)|清明|端午|中秋|寒假|暑假|圣诞节?(?!当|那)`;

/** Order of day and month, where a date of the message can be read in one way only. */
type Order = 'day' | 'month' | undefined;
function orderOf(text: string): Order {
  if (/\p{Script=Han}/u.test(text)) return 'month';
  for (const [, a, b] of text.matchAll(/(?<![\d/.-])(\d{1,2})\/(\d{1,2})(?:\/20\d\d)?(?![\d/])/g)) {
    if (Number(a) > 12) return 'day';
    if (Number(b) > 12) return 'month';
  }
  return undefined;
}

/** A day of a month, with its weekday where that is said. */
const dated = (m: Said, date: Said, name: Said, year: Said, today: Day): SaidDay => ({
  days: fitting(list(next(monthOf(m), Number(date), today, number(year))), name && weekdayOf(name)),
  relative: year === undefined,
});
/** Any day of a span: which one is asked. */
const someDay = ({ raw }: TemplateStringsArray, ...parts: readonly string[]) =>
  rule`${String.raw({ raw }, ...parts)}`(() => ({ days: [], relative: true }));
/** Days of a month that the rest tells: one, or the first and the last. */
const dateAlone = ({ raw }: TemplateStringsArray, ...parts: readonly string[]) =>
  rule`${String.raw({ raw }, ...parts)}`(([, a, b, c = a, d = b]) => ({
    days: [],
    date: Number(c),
    ...(d === undefined ? {} : { untilDate: Number(d) }),
    relative: true,
  }));
/** The first that matches a part of the text has it. */
const RULES = [
  rule`\b(?:(an?|\d+) (week|day)s? (?:from|on) )?(today|tomorrow|now)\b(?:(?<! (?:from|on) \w+) week\b|(?<= (?:from|on) \w+))`(
    ([, count, unit = 'week', base], today) => ({
      days: [addDays(today, (Number(count) || 1) * (unit === 'week' ? 7 : 1) + (base === 'tomorrow' ? 1 : 0))],
      relative: true,
    }),
  ),
  rule`(?<![\d-])(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?![\d-])`(([, y, m, d]) => ({
    days: list(dayOf(Number(y), Number(m), Number(d))),
  })),
  rule`(?:(${WEEKDAY}),? )?(?<![\d/])(\d{1,2})/(\d{1,2})/(?:20)?(2\d)(?![\d/])`(([, name, a, b, y], today, order) => ({
    days: fitting(slash(Number(a), Number(b), today, Number(`20${y}`), order), name && weekdayOf(name)),
  })),
  rule`(?<![\d/-])(\d{1,2})([/.])(\d{1,2})${TO}(\d{1,2})\2(\d{1,2})(?![\d/])`(([, a, , b, c, d], today, order) => {
    const orders = [...(order === 'day' ? [] : [[a, b, c, d]]), ...(order === 'month' ? [] : [[b, a, d, c]])];
    const ranges = orders
      .map(([m, from, n, until]) => range(m, from, n, until, undefined, today))
      .filter(({ until = [] }) => until.length > 0);
    return { days: ranges.flatMap(({ days }) => days), until: ranges.flatMap(({ until = [] }) => until) };
  }),
  rule`\b${DATE} or ${DATE}(?: of)? (${MONTH})|(${MONTH}) ${DATE} or ${DATE}\b(?!:| ?[ap]m)|(\d{1,2})月(\d{1,2})[日号]?(?:或者?|还是)(\d{1,2})[日号]`(
    ([, a, b, en, m = en, a1 = a, b1 = b, zh = m, a2 = a1, b2 = b1], today) => ({
      days: [a2, b2].flatMap((date) => list(next(monthOf(zh), Number(date), today))),
      relative: true,
    }),
  ),
  someDay`\bbetween ${DAY_OF_MONTH} and ${DAY_OF_MONTH}`,
  rule`(\d{1,2})月(\d{1,2})[日号]?${TO}(?:(\d{1,2})月)?(\d{1,2})[日号]?(?:之间|中间)|\bbetween (?:${DATE}(?: of)?(?: ${MONTH})? and ${DATE}(?: of)? (${MONTH})|(${MONTH}) ${DATE} and ${DATE}\b)`(
    ([, zh, from, n, until, a = from, b = until, en = zh, m = en, a1 = a, b1 = b], today) =>
      within(range(m, a1, n ?? m, b1, undefined, today)),
  ),
  someDay`\b(?:between )?christmas (?:and|to|-) new year'?s?(?: eve| day)?|圣诞节?[到和至与]元旦(?:之间|期间)?|(?:元旦|圣诞节?|春节|国庆节?|五一|清明节?|端午节?|中秋节?|除夕)(?:前后|左右|附近|期间)`,
  someDay`\b(?:the )?week (?:of|starting|beginning|commencing)(?: on)? ${DAY_OF_MONTH}|\d{1,2}月\d{1,2}[日号]?(?:的)?那1?一?周`,
  rule`${DAY_OF_MONTH}${YEAR}${TO}${DAY_OF_MONTH}${YEAR}`(
    ([, a, m, m1 = m, a1 = a, year, b, n, n1 = n, b1 = b, y = year], today) => range(m1, a1, n1, b1, y, today),
  ),
  // "12 to 19 December", "from Jan 5 to 9"
  rule`${DATE}${TO}${DATE}(?: of)? (${MONTH})${YEAR}`(([, a, b, m, y], today) => range(m, a, m, b, y, today)),
  rule`(${MONTH}) ${DATE}${TO}${DATE}(?!\d|:| ?[ap]m)${YEAR}`(([, m, a, b, y], today) => range(m, a, m, b, y, today)),
  rule`(?:(${WEEKDAY}),? )?${DATE}(?: of)?[ -]?(${MONTH})${YEAR}`(([, w, d, m, y], today) => dated(m, d, w, y, today)),
  rule`(?:(${WEEKDAY}),? )?(${MONTH}) (?:the )?${DATE}(?!\d|:| ?[ap]m|%)${YEAR}`(([, w, m, d, y], today) =>
    dated(m, d, w, y, today),
  ),
  rule`(?:(20\d\d)年)?(\d{1,2})月(\d{1,2})[日号]?(?:${TO}|/)(?:(\d{1,2})月)?(\d{1,2})(?:[日号]|(?!${COUNTED}))`(
    ([, y, m, a, n, b], today) => range(m, a, n, b, y, today),
  ),
  rule`(?:(20\d\d)年)?(\d{1,2})月(\d{1,2})(?:[日号]|(?!${COUNTED}))(?:[,，]?\s*[(（]?${ZH_WEEK}[)）]?)?`(
    ([, y, m, d, w], today) => dated(m, d, w, y, today),
  ),
  rule`(?<![\d/-])(?<!\b(?:before|after|by|at|until|past) (?=\d+\.))(\d{1,2})[/.](\d{1,2})(?![\d/%]|\.\d|(?<=\.\d{1,2})\.|[ ]?(?:kg|pm|am)|万|折)(?:[(（]?${ZH_WEEK}[)）]?)?`(
    ([, a, b, name], today, order) => ({
      days: fitting(slash(Number(a), Number(b), today, undefined, order), name && weekdayOf(name)),
      relative: true,
    }),
  ),
  ...NAMED_DAYS.map(({ named, feastName, after }) => rule`${named}`((_, today) => feast(after, today, feastName))),
  rule`(腊|正)月(初?)([一二三四五六七八九十廿]{1,3})`(([, month, , date = ''], today) => {
    const day = zhNumber(date.replace('廿', '二十')) ?? 1;
    if (month === '正') return feast(day - 1, today);
    const year = NEW_YEARS.findIndex((first) => first > addDays(today, -1));
    return feast(day - 1 - (LAST_MONTHS[year] ?? 30), today);
  }),
  rule`(?<!月)(?:大?年|正月)?初([一二三四五六七八九十])(?!次|步|中|级)`(([, date = ''], today) =>
    feast('一二三四五六七八九十'.indexOf(date), today),
  ),
  rule`(下{1,2}|这|本)个?月的?(\d{1,2})[日号]`(([, which = '', d], today) => {
    const { year, month } = parts(today);
    const at = month - 1 + (which.startsWith('下') ? which.length : 0);
    const day = dayOf(year + Math.floor(at / 12), (at % 12) + 1, Number(d));
    return { days: day !== undefined && day >= today ? [day] : [], relative: true };
  }),
  dateAlone`(?<![\d月的/-])(\d{1,2})[号日][,，]?\s*[(（]?(?:周|星期|礼拜)[一二三四五六日天][)）]?`,
  rule`\b(?:the )?(first|second|third|fourth|last) (${DAY_NAME}|weekend|day) (?:in|of) (${MONTH})${YEAR}|(\d{1,2})月(?:份)?的?(?:第([一二三四1-4])个|最后(?:[一1]个?)?)(周末|天|(?:周|星期)[一二三四五六日])`(
    ([, which = '', name = '', m = '', y, zh, nthZh, unit = name], today) => {
      const first = next(monthOf(zh ?? m), 1, addDays(today, -31), number(y)) ?? today;
      const names = ['first', 'second', 'third', 'fourth', 'last'];
      const nth =
        nthZh === undefined ? names.indexOf(which.toLowerCase() || 'last') : '一二三四1234'.indexOf(nthZh) % 4;
      const ends = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
      if (/^(?:day|天)$/i.test(unit)) return { days: [nth === 4 ? ends : addDays(first, nth)], relative: true };
      const wanted = /^(?:weekend|周末)$/i.test(unit) ? 5 : weekdayOf(name || unit.replace(/^周|星期/, ''));
      const start = addDays(first, ((wanted - weekday(first) + 7) % 7) + 7 * nth);
      const day = start > ends ? addDays(start, -7) : start;
      return /weekend|周末/i.test(unit) ? { days: [], near: day, relative: true } : { days: [day], relative: true };
    },
  ),
  rule`\b()(${WEEKDAY}) (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?![\d:a-z个位人张名大]| ?[ap]m| (?:adults?|people|of us))`(
    weekdaySaid,
  ),
  rule`\b(${DAY_NAME}) (before|after) (christmas|easter|new year|chinese new year)\b`(
    ([, name = '', way, feastName = ''], today) => {
      const day = anchorOf(feastName, today) ?? today;
      const ahead = (weekdayOf(name) - weekday(day) + 7) % 7;
      return { days: [addDays(day, way === 'before' ? ahead - 7 : ahead || 7)], relative: true };
    },
  ),
  rule`\b(mon|tues|wednes|thurs|fri|satur|sun)day (?:week|after next)\b`(([, name = ''], today) => ({
    days: [addDays(coming(weekdayOf(name), today), 7)],
    relative: true,
  })),
  rule`(下{0,2})(?:(?<=下)个?|[这本]?个?)${ZH_WEEK}`(([, later = '', name = ''], today) => {
    const wanted = weekdayOf(name);
    if (later === '') return { days: [coming(wanted, today)], weekday: wanted, relative: true };
    return { days: [addDays(today, wanted - weekday(today) + 7 * later.length)], relative: true };
  }),
  rule`大后天|后天|明天|明日|今天|今日`(([said], today) => ({
    days: [addDays(today, { 大: 3, 后: 2, 明: 1, 今: 0 }[said[0] as '大'] ?? 0)],
    relative: true,
  })),
  rule`(\d{1,2})(天|周|个?星期|个?礼拜)(?:之|以)?后(?!的?回|再?回|返)`(([, count, unit = ''], today) => ({
    days: [addDays(today, Number(count) * (unit === '天' ? 1 : 7))],
    relative: true,
  })),
  rule`(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?:(20\d\d))?(?!\d)`(([, d, m, y], today) => ({
    days: list(next(Number(m), Number(d), today, number(y))),
    relative: y === undefined,
  })),
  someDay`\b(?:an?|any|some|one|every|(?:first|second|third|fourth|last)) (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b(?: (?:in|of) \w+)?`,
  rule`\b(next|this|coming)? ?(mon|tues|wednes|thurs|fri|satur|sun)days?\b(?: (?:the )?(\d{1,2})(?:st|nd|rd|th))?`(
    weekdaySaid,
  ),
  rule`(?<=^|[,.;] ?|\b(?:on|this|next|back|until|till|from|or|and|to|out|for|leave|leaving|return|returning|coming) )(?:(next|this) )?(mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\b(?: (?:the )?(\d{1,2})(?:st|nd|rd|th))?`(
    weekdaySaid,
  ),
  // "Thu to Sun": before a day that was read.
  rule`\b()(${WEEKDAY})(?=${TO}\u0001)`(weekdaySaid),
  dateAlone`\b(?:the )?(\d{1,2})(?:st|nd|rd|th)${TO}(\d{1,2})(?:st|nd|rd|th)\b`,
  dateAlone`\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:week|weekend|half|floor|birthday|time|anniversary|one|flight|option|row))`,
  // "12-4" is a day of a month, "4-12" two days.
  rule`^\W*(\d|1[0-2])-(\d)\W*$`(([, a, b], today, order) => ({
    days: Number(a) > Number(b) ? slash(Number(a), Number(b), today, undefined, order) : [],
    ...(Number(a) > Number(b) ? {} : { date: Number(a), untilDate: Number(b) }),
    relative: true,
  })),
  dateAlone`^\W*(\d{1,2})${TO}(\d{1,2})(?:\W|\bsorry\b)*$|(?<![\d月/-])(\d{1,2})[号日]?${TO}(\d{1,2})[号日](?!线|楼)`,
  dateAlone`(?<![\d月/-])(\d{1,2})[号日](?!线|楼|登机|航站)`,
  dateAlone`(?<![\d月/-])(\d{1,2})(?=(?:再|就)?[回返])`,
  dateAlone`(?<![\d月/-])(\d{1,2})(?=去\d{1,2}[回返])`,
  someDay`${VAGUE}`,
] as const;

function weekdaySaid([, which = '', name = '', date]: RegExpExecArray, today: Day): SaidDay {
  const wanted = weekdayOf(name);
  const first = coming(wanted, today);
  if (date !== undefined) {
    const ahead = Array.from({ length: 11 }, (_, month) => 30 * month);
    const dated = ahead.flatMap((days) => list(nextDate(Number(date), addDays(today, days))));
    return { days: fitting([...new Set(dated)], wanted).slice(0, 1), relative: true };
  }
  // Said on a Wednesday, "next Friday" can be in two days or in nine.
  const isThisWeek = wanted > weekday(today);
  if (which.toLowerCase() === 'next') {
    return { days: isThisWeek ? [first, addDays(first, 7)] : [first], relative: true };
  }
  return { days: [first], weekday: wanted, relative: true };
}

/** @param n the month of the second day; that of the first where it is not said. */
function range(m: Said, a: Said, n: Said, b: Said, year: Said, today: Day): SaidDay {
  const out = next(monthOf(m), Number(a), today, number(year));
  const until = out === undefined ? undefined : next(monthOf(n ?? m), Number(b), out);
  return { days: list(out), until: list(until), relative: year === undefined };
}

/** Any day of a range: the middle and the days around it, where a search reaches as far. */
function within({ days: [first = ''], until: [last = ''] = [] }: SaidDay): SaidDay {
  const length = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  if (!(length > 0 && length <= 6)) return { days: [], relative: true };
  return { days: [addDays(first, Math.floor(length / 2))], flex: Math.ceil(length / 2), relative: true };
}

/** Days that chrono reads; no bare hours, months, years or ages. */
function byChrono(text: string, today: Day): DayFound[] {
  const reference = { instant: new Date(`${today}T10:00:00Z`), timezone: 0 };
  return en.GB.parse(text, reference, { forwardDate: true }).flatMap(({ index, text: said, start }) => {
    const isDay = start.isCertain('day') && !/^\d+ (?:years?|months?|hours?|minutes?|mins?)\b|^at\b/i.test(said);
    const whole =
      /^(?:(?:in )(?:an?|\d+) (?:day|week)s?(?: from now)?|(?:the )?day after tomorrow|tomorrow|today|tmrw?|tonight|in (?:an?|\d+) (?:day|week|fortnight)s?)/i.exec(
        said,
      )?.[0];
    if (!isDay || whole === undefined || /^\d+ (?:day|week)s?$/i.test(whole) || /^a (?:day|week)$/i.test(whole))
      return [];
    return [{ index, text: whole, days: [start.date().toISOString().slice(0, 10)], relative: true }];
  });
}

/** Every day in the text, in its order. */
export function findDays(text: string, today: Day): DayFound[] {
  const found: DayFound[] = [];
  const order = orderOf(text);
  let rest = text;
  const blot = (index: number, length: number) => {
    rest = `${rest.slice(0, index)}${'\u0001'.repeat(length)}${rest.slice(index + length)}`;
  };
  for (const { pattern, read } of RULES) {
    for (const match of rest.matchAll(pattern)) {
      const said = match[0].trimStart();
      if (said === '' || match[0].includes('\u0001')) continue;
      const index = match.index + match[0].length - said.length;
      found.push({ index, text: said, ...read(match as RegExpExecArray, today, order) });
      blot(index, said.length);
    }
  }
  for (const day of byChrono(rest, today)) {
    if (day.text.includes('\u0001')) continue;
    found.push(day);
    blot(day.index, day.text.length);
  }
  return found.sort((a, b) => a.index - b.index).map((day) => shifted(day, text, today));
}

/** The month of a time that names no day. */
export function monthIn(text: string, today: Day): string | undefined {
  if (/下个?月|next month/i.test(text)) return addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7);
  const name = /christmas|圣诞/i.test(text)
    ? '12'
    : /valentine/i.test(text)
      ? '2'
      : (new RegExp(MONTH, 'i').exec(text)?.[0] ?? /(\d{1,2})月/.exec(text)?.[1]);
  return name === undefined ? undefined : monthSaid(name, undefined, today);
}

/** `YYYY-MM` of a month by its name or number: the next of that name, this one too. */
export function monthSaid(name: string, year: string | undefined, today: Day): string | undefined {
  const month = monthOf(name);
  if (!(month >= 1 && month <= 12)) return undefined;
  const now = parts(today);
  const found = year === undefined ? now.year + (month < now.month ? 1 : 0) : Number(year);
  return `${found}-${String(month).padStart(2, '0')}`;
}
