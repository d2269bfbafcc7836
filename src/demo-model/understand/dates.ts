/** The few ways to name a day that have one reading. Anything else is left for the form to ask. */
import { COUNT, readCount } from './numbers.ts';

/** Calendar days as `YYYY-MM-DD`, without zones. */
export type Day = string;

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

/** 0 is Monday. */
export function weekday(value: Day): number {
  return (new Date(`${value}T00:00:00Z`).getUTCDay() + 6) % 7;
}

export interface SaidDay {
  /** Undefined where it is unclear which day is meant, or today is not known. */
  readonly day: Day | undefined;
  /** Counted from today. */
  readonly relative: boolean;
  /** Names no month: a number elsewhere in the sentence can belong to it. */
  readonly loose: boolean;
  /** 0 is Monday: it names nothing but a weekday, and means the first after another day just as well. */
  readonly weekday?: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const ZH_WEEKDAYS = '一二三四五六日';
export const WEEKDAY = `(?:${WEEKDAYS.join('|')})`;
const NUMBERED = `(?:(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} (?:the )?\\d{1,2}(?:st|nd|rd|th)?)(?: 20\\d\\d)?\\b`;
const ZH_WEEK = '(?:周|星期|礼拜)[一二三四五六日天]';

/** A source for regular expressions without groups. */
export const DAY = [
  '(?<![\\d-])20\\d\\d-\\d\\d-\\d\\d(?![\\d-])',
  `\\b(?:${WEEKDAY},? (?:the )?)?${NUMBERED}`,
  '(?<!下)(?:下{1,2}个?月|这个?月|本月)\\d{1,2}[日号]',
  `(?:20\\d\\d年)?\\d{1,2}月\\d{1,2}[日号](?:\\s*[(（]?${ZH_WEEK}[)）]?)?`,
  '\\bthe day after tomorrow\\b|\\btomorrow\\b|\\btoday\\b|大后天|后天|明天|今天',
  `\\b(?:(?:this|coming) )?${WEEKDAY}\\b`,
  `(?<!下)(?:下下|[下这本])?个?${ZH_WEEK}`,
].join('|');

/** Captures the number in one group. A source for regular expressions. */
export const DATE_OF_MONTH = `(?:the )?(\\d{1,2})(?:st|nd|rd|th)\\b(?! of\\b| ${MONTH})`;

/** Captures the number in one group. A source for regular expressions. */
export const ZH_DATE = '(?<![\\d月/-])(\\d{1,2})[号日](?!线|楼|登机|航站)';

const SLASH = '(?<![\\d/-])\\d{1,2}/\\d{1,2}(?![\\d/])';
const TO = '\\s*(?:-|–|—|~|\\bto\\b|\\buntil\\b|\\btill\\b|\\bthrough\\b|到|至)\\s*';

/** Out and back. A source for regular expressions without groups. */
export const DAY_RANGE = `(?:(?:${DAY})${TO}(?:${DAY})|${SLASH}${TO}${SLASH}|\\b\\d{1,2}(?:st|nd|rd|th)?${TO}\\d{1,2}(?:st|nd|rd|th)? ${MONTH}\\b|\\d{1,2}月\\d{1,2}[日号]?${TO}\\d{1,2}[日号])`;

const RELATIVE: Readonly<Record<string, number>> = {
  今天: 0,
  today: 0,
  明天: 1,
  tomorrow: 1,
  后天: 2,
  'the day after tomorrow': 2,
  大后天: 3,
};

/** @param today undefined while it is not known. */
export function readDay(said: string, today: Day | undefined): SaidDay {
  const text = said.toLowerCase();
  const firm = (day: Day | undefined, relative = false): SaidDay => ({ day, relative, loose: false });
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso !== null) return firm(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const ahead = RELATIVE[text];
  if (ahead !== undefined) {
    return { day: today === undefined ? undefined : addDays(today, ahead), relative: true, loose: true };
  }
  const ofMonth = /^(下{0,2})[这本]?个?月(\d{1,2})/.exec(text);
  if (ofMonth !== null)
    return { day: inMonth(ofMonth[1]?.length ?? 0, Number(ofMonth[2]), today), relative: true, loose: false };
  const named = namedWeekday(text);
  const zh = /(?:(20\d\d)年)?(\d{1,2})月(\d{1,2})/.exec(text);
  const month = Number(zh?.[2] ?? MONTHS.findIndex((name) => new RegExp(`\\b${name}`).test(text)) + 1);
  const date = Number(zh?.[3] ?? /(?<!\d)(\d{1,2})(?!\d)/.exec(text)?.[1] ?? 0);
  if (date > 0) {
    const year = zh?.[1] ?? /\b20\d\d\b/.exec(text)?.[0];
    const day = year === undefined ? next(month, date, today) : dayOf(Number(year), month, date);
    const isOther = named !== undefined && day !== undefined && weekday(day) !== named.weekday;
    return firm(isOther ? undefined : day, year === undefined);
  }
  const ofWeek = today === undefined || named === undefined ? undefined : inWeek(named, today);
  const isPlain = named !== undefined && !named.week.endsWith('next');
  return { day: ofWeek, relative: true, loose: true, ...(isPlain ? { weekday: named.weekday } : {}) };
}

type SaidValue = { readonly value: Day | undefined; readonly relative: boolean; readonly loose: boolean };
const asValue = ({ day, relative, loose }: SaidDay): SaidValue => ({ value: day, relative, loose });
const UNKNOWN: SaidValue = { value: undefined, relative: false, loose: false };

/** Neither day of a range that runs backwards, or of digits that can be day and month or month and day. */
export function readRange(said: string, today: Day | undefined): { out: SaidValue; back: SaidValue } {
  const [, one = '', other = ''] =
    new RegExp(`^(.+?)${TO}((?:${DAY}|${SLASH}|\\d{1,2}(?:st|nd|rd|th)? ${MONTH}|\\d{1,2}[日号]))$`, 'i').exec(
      said.trim(),
    ) ?? [];
  const neither = { out: UNKNOWN, back: UNKNOWN };
  if (one.includes('/')) {
    const [a, b] = [one, other].map((text) => text.split('/').map(Number)) as [number[], number[]];
    const monthFirst = [a, b].some(([, day = 0]) => day > 12);
    const dayFirst = [a, b].some(([first = 0]) => first > 12);
    if (monthFirst === dayFirst || today === undefined) return neither;
    const read = ([first = 0, second = 0]: number[], from: Day) =>
      next(monthFirst ? first : second, monthFirst ? second : first, from);
    const out = read(a, today);
    const back = out === undefined ? undefined : read(b, out);
    return back === undefined
      ? neither
      : { out: { value: out, relative: true, loose: false }, back: { value: back, relative: true, loose: false } };
  }
  const month = new RegExp(MONTH, 'i').exec(other)?.[0];
  const isBare = /^(?:the )?\d{1,2}(?:st|nd|rd|th)?$/i.test(one.trim());
  const out = asValue(readDay(isBare ? `${one} ${month ?? ''}` : one, today));
  const zhMonth = /(\d{1,2}月)/.exec(one)?.[1] ?? '';
  const back = asValue(readDay(/^\d{1,2}[日号]$/.test(other) ? `${zhMonth}${other}` : other, today));
  const year = out.value !== undefined && back.value !== undefined && back.value < out.value ? undefined : back.value;
  // Over the turn of the year both are days ahead of today already.
  if (today !== undefined && (out.value === undefined || year === undefined)) return neither;
  return { out, back };
}

/** "the 30th", "Friday the 4th": the next day of that number, which a weekday must fit. */
export function readDayOfMonth(said: string, today: Day | undefined): Day | undefined {
  if (today === undefined) return undefined;
  const date = Number(/(\d{1,2})(?:st|nd|rd|th)/i.exec(said)?.[1]);
  const wanted = namedWeekday(said.toLowerCase())?.weekday;
  const { year, month } = parts(today);
  const days = [0, 1, 2].flatMap((ahead) => {
    const at = month - 1 + ahead;
    return dayOf(year + Math.floor(at / 12), (at % 12) + 1, date) ?? [];
  });
  const ahead = days.filter((day) => day > today);
  // Without a weekday only the very next one is meant.
  return wanted === undefined ? ahead[0] : ahead.slice(0, 2).find((day) => weekday(day) === wanted);
}

/** `YYYY-MM` of a month by its name or number: the next of that name, this one too. */
export function readMonth(said: string, year: string | undefined, today: Day | undefined): string | undefined {
  const text = said.toLowerCase();
  const month = /^\d/.test(text)
    ? Number(text)
    : /^十/.test(text)
      ? 10 + (text.length > 1 ? readCount(text.slice(1)) : 0)
      : MONTHS.indexOf(text.slice(0, 3)) + 1 || readCount(text);
  if (month < 1 || month > 12 || (year === undefined && today === undefined)) return undefined;
  const now = today === undefined ? { year: 0, month: 0 } : parts(today);
  const found = year === undefined ? now.year + (month < now.month ? 1 : 0) : Number(year);
  return `${found}-${String(month).padStart(2, '0')}`;
}

function next(month: number, date: number, today: Day | undefined): Day | undefined {
  if (today === undefined) return undefined;
  const { year } = parts(today);
  return [year, year + 1].map((one) => dayOf(one, month, date)).find((day) => day !== undefined && day >= today);
}

/** A date of this month or of one `ahead`; undefined for one gone by. */
function inMonth(ahead: number, date: number, today: Day | undefined): Day | undefined {
  if (today === undefined) return undefined;
  const { year, month } = parts(today);
  const at = month - 1 + ahead;
  const day = dayOf(year + Math.floor(at / 12), (at % 12) + 1, date);
  return day !== undefined && day >= today ? day : undefined;
}

interface NamedWeekday {
  readonly weekday: number;
  readonly week: 'coming' | 'this' | 'next' | 'after-next';
}

function namedWeekday(text: string): NamedWeekday | undefined {
  const english = WEEKDAYS.findIndex((name) => text.includes(name));
  if (english >= 0) return { weekday: english, week: 'coming' };
  const zh = /(下下|[下这本]?)个?(?:周|星期|礼拜)([一二三四五六日天])/.exec(text);
  if (zh === null) return undefined;
  const weeks = { 下: 'next', 下下: 'after-next' } as const;
  const week = weeks[zh[1] as keyof typeof weeks] ?? 'this';
  return { weekday: ZH_WEEKDAYS.indexOf((zh[2] ?? '').replace('天', '日')), week };
}

/** Coming day in English, that of this calendar week in Chinese: undefined for today's own and for one gone by. */
function inWeek({ weekday: wanted, week }: NamedWeekday, today: Day): Day | undefined {
  const ahead = wanted - weekday(today);
  if (week === 'next') return addDays(today, ahead + 7);
  if (week === 'after-next') return addDays(today, ahead + 14);
  if (ahead > 0) return addDays(today, ahead);
  return ahead < 0 && week === 'coming' ? addDays(today, ahead + 7) : undefined;
}

/** Times of day as `HH:MM`, where they have one reading. */
const EN_HOUR =
  '(?:\\d{1,2}(?::[0-5]\\d)? ?(?:am|pm|a\\.m\\.|p\\.m\\.)|\\d{1,2}(?::[0-5]\\d)? (?:o.clock )?(?:in the (?:morning|afternoon|evening)|at night)|\\d{1,2}:[0-5]\\d|noon|midday)';
const ZH_PART = '(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上)';
const ZH_HOUR = `${ZH_PART}?(?:\\d{1,2}|十[一二]?|[一二两三四五六七八九])(?:点(?:半|[0-5]?\\d分?)?|[:：][0-5]\\d)钟?|(?:中午|正午)(?!\\d|[一二两三四五六七八九十])`;

/** A source without groups. */
export const TIME = `(?:${EN_HOUR}|${ZH_HOUR})`;

const two = (value: number) => String(value).padStart(2, '0');
const clock = (hour: number, minute: number) => (hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : undefined);

/** Undefined for what can be two times of a day, as "3" or 三点. */
export function readTime(said: string): string | undefined {
  const text = said
    .trim()
    .toLowerCase()
    .replace(/ (?:o.clock )?in the morning$/, 'am')
    .replace(/ (?:o.clock )?(?:in the (?:afternoon|evening)|at night)$/, 'pm');
  if (/^(?:noon|midday|中午|正午)$/.test(text)) return '12:00';
  const en = /^(\d{1,2})(?::(\d\d))? ?([ap])\.?m/.exec(text);
  if (en !== null) {
    const hour = Number(en[1]);
    return hour < 1 || hour > 12 ? undefined : clock((hour % 12) + (en[3] === 'p' ? 12 : 0), Number(en[2] ?? 0));
  }
  const zh = new RegExp(
    `^(${ZH_PART})?(\\d{1,2}|十[一二]?|[一二两三四五六七八九])(?:点(半|\\d{1,2})?|[:：](\\d\\d))`,
  ).exec(text);
  if (zh === null) return undefined;
  const [, part, count = '', minutes, after] = zh;
  const hour = /^\d/.test(count)
    ? Number(count)
    : /^十./.test(count)
      ? 10 + readCount(count.slice(1))
      : readCount(count);
  const minute = after === undefined ? (minutes === '半' ? 30 : Number(minutes ?? 0)) : Number(after);
  if (hour > 12 || (part === undefined && after !== undefined && count.length === 2)) return clock(hour, minute);
  if (part === undefined) return undefined;
  if (/下午|傍晚|晚上/.test(part)) return hour === 12 ? undefined : clock(hour + 12, minute);
  if (part === '中午') return hour < 4 ? clock(hour + 12, minute) : clock(hour, minute);
  return hour === 12 ? undefined : clock(hour, minute);
}

export const MINUTES = `(?:(?:an|half an|${COUNT}(?:\\.5)?(?: and a half)?) hours?|\\d{2,3} ?min(?:ute)?s?|(?:${COUNT}个?半?|半个?)小时|\\d{2,3} ?分钟)`;

export function readMinutes(said: string): number | undefined {
  const text = said.toLowerCase();
  const digits = /^(\d{2,3}) ?(?:min|分)/.exec(text)?.[1];
  if (digits !== undefined) return Number(digits);
  if (/^(?:half an|半)/.test(text)) return 30;
  const half = /and a half|\.5|半小时/.test(text) ? 30 : 0;
  if (/^an /.test(text)) return 60;
  const count = new RegExp(`^${COUNT}`, 'i').exec(text)?.[0];
  return count === undefined ? undefined : readCount(count) * 60 + half;
}
