/** Days named in a sentence, in either language, counted from a day that the request tells: never from a clock here. */
import { parse as parseEnglish } from 'chrono-node/en';
import { parse as parseChinese } from 'chrono-node/zh/hans';
import { addDays, type Day, day, parts } from './calendar.ts';
import { DATE_RULES, type DateRule, NTH_WEEKDAY, OF_NEXT_YEAR } from './date-rules.ts';
import { BESIDE_A_FEAST } from './feast-rules.ts';
import { blank } from './normalise.ts';
import { findPeriod } from './periods.ts';

export interface DateMention {
  readonly index: number;
  readonly length: number;
  readonly date: Day;
  /** The first such day after another: a return on "Sunday" is the Sunday after the departure. */
  after(other: Day): Day;
  /** Whether its meaning depends on which day today is. */
  readonly relative: boolean;
  /** Said of a return, it counts from the departure whatever today is. */
  readonly fromDeparture: boolean;
}

const NOT_A_DAY =
  /\b(?:hours?|hrs?|minutes?|mins?)\b|小时|分钟|^(?:now|(?:in )?the day|现在|此刻|(?:早上|上午|中午|下午|晚上|凌晨|傍晚|夜里)[^天日号]*)$/i;
const SAYS_A_DAY = /[天日号周月年今明后]|星期|礼拜|[a-z]|\d{1,2}[-/.]\d{1,2}/i;
/** "sun", "sat" and "wed" are words: in small letters only after one that makes them a day. */
const SHORT_WEEKDAY = /^(?:sun|sat|wed|mon|may|mar)$/;

/** In the order of the text. */
export function findDates(text: string, today: Day): DateMention[] {
  const found: DateMention[] = [];
  let rest = text;
  const take = (mention: DateMention) => {
    found.push(mention);
    rest = blank(rest, [mention]);
  };
  const apply = (rule: DateRule) => {
    for (const match of rest.matchAll(new RegExp(rule.pattern, `${rule.pattern.flags}g`))) {
      const date = rule.resolve(match, today);
      if (date === undefined || match[0].trim() === '') continue;
      const after = (other: Day) =>
        rule.fromDeparture?.(match, other) ?? (rule.floating ? (rule.resolve(match, addDays(other, 1)) ?? date) : date);
      const fromDeparture = rule.fromDeparture !== undefined;
      take({ index: match.index, length: match[0].length, date, after, relative: true, fromDeparture });
    }
  };
  [...BESIDE_A_FEAST, NTH_WEEKDAY, OF_NEXT_YEAR].forEach(apply);
  // "The week after Easter" is neither Easter nor the day after.
  const period = findPeriod(rest, today);
  if (period !== undefined) rest = blank(rest, [period]);
  DATE_RULES.forEach(apply);
  for (const parse of [parseChinese, parseEnglish]) for (const mention of byChrono(rest, today, parse)) take(mention);
  return found.sort((a, b) => a.index - b.index);
}

type Parse = typeof parseEnglish;
type Components = ReturnType<Parse>[number]['start'];

function byChrono(text: string, today: Day, parse: Parse): DateMention[] {
  return parse(text, noon(today), { forwardDate: true }).flatMap((result) => {
    if (NOT_A_DAY.test(result.text) || !SAYS_A_DAY.test(result.text) || !isDay(result.start, result.text)) return [];
    const before = text.slice(0, result.index).trimEnd();
    if (SHORT_WEEKDAY.test(result.text) && before !== '' && !/\b(?:on|this|next|by|and|to|until)$/i.test(before))
      return [];
    const mention = (at: Components, index: number, length: number): DateMention => ({
      index,
      length,
      date: dayOf(at),
      after: (other) => {
        if (!at.isCertain('weekday') || at.isCertain('day')) return dayOf(at);
        const again = parse(result.text, noon(addDays(other, 1)), { forwardDate: true })[0];
        return again === undefined ? dayOf(at) : dayOf(again.start);
      },
      relative: !at.isCertain('year') || !/\d{4}/.test(result.text),
      fromDeparture: false,
    });
    if (!result.end) return [mention(result.start, result.index, result.text.length)];
    const half = Math.floor(result.text.length / 2);
    return [
      mention(result.start, result.index, half),
      mention(result.end, result.index + half, result.text.length - half),
    ];
  });
}

/** "next week" and "in December" name no day. */
function isDay(at: Components, text: string): boolean {
  if (/^(?:next|this|the following|in|下个?|这个?)\s*(?:week|month|周|星期|月)\b/i.test(text)) return false;
  if (/(?:week|month)s?$/i.test(text) && !/^in\b/i.test(text)) return false;
  return at.isCertain('day') || at.isCertain('weekday') || /^in /i.test(text);
}

function dayOf(at: Components): Day {
  return day(at.get('year') ?? 1970, at.get('month') ?? 1, at.get('day') ?? 1);
}

/** Noon of the machine's own zone: chrono counts in it, and no change of the hour moves noon to another day. */
function noon(today: Day): Date {
  const { year, month, day: dayOfMonth } = parts(today);
  return new Date(year, month - 1, dayOfMonth, 12);
}
