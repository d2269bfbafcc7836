import { lazily } from '../defined.ts';
import type { Language } from './types.ts';

export interface Format {
  /** 12,345 */
  number(value: number): string;
  /** 8,124 below ten thousand, then 12.3k / 1.2万. */
  tokens(value: number): string;
  /** A part of one: 0.124 → 12%, 0.004 → 0.4%. */
  percent(share: number): string;
  /** US dollars, to the hundredth of a cent below a dollar: $0.0034, $12.30 */
  dollars(amount: number): string;
  /** A ratio, for after a multiplication sign: 1.04 */
  factor(value: number): string;
  /** CN¥1,280 (¥1,280 in Chinese), US$1,280.50, JP¥9,800: with the currency's own cents, but for whole yuan. */
  money(money: { readonly amount: number; readonly currency: string }): string;
  /** Duration from milliseconds: 0.4 s, 12 s, 2 min 5 s. */
  duration(ms: number): string;
  /** Minutes in the air or between flights: 2 h 35 min / 2小时35分. */
  minutes(minutes: number): string;
  bytes(bytes: number): string;
  /** a, b and c / a、b和c */
  list(items: readonly string[]): string;
  /** 14:05 */
  time(at: string | Date): string;
  /** 14:05:09 */
  clock(at: string | Date): string;
  /** Fri 27 Nov / 11月27日周五; with the year where it is not this one. */
  date(at: string | Date): string;
  /** October 2026 / 2026年10月 */
  month(at: string | Date): string;
  /** Date and time. */
  dateTime(at: string | Date): string;
}

const LOCALES = { en: 'en-GB', zh: 'zh-CN' } as const;
const UNITS = {
  en: { second: ' s', minute: ' min', gap: ' ', hours: ' h', hoursGap: ' ', minutes: ' min', minutesAfter: ' min' },
  zh: { second: ' 秒', minute: ' 分', gap: ' ', hours: '小时', hoursGap: '', minutes: '分钟', minutesAfter: '分' },
} as const;

/** Milliseconds. What took less is shown as this, and from `WHOLE_SECONDS` on tenths say nothing more. */
const SHORTEST = 100;
const WHOLE_SECONDS = 10_000;

/** A smaller one is shown as less than this, not as nothing. */
const SMALLEST_SHARE = 0.001;

const asDate = (at: string | Date): Date => (typeof at === 'string' ? new Date(at) : at);

/** Format of costs: always dollars, so the short sign is clear. */
const DOLLARS = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

function create(language: Language): Format {
  const locale = LOCALES[language];
  const units = UNITS[language];
  const whole = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
  const oneDigit = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const twoDigits = lazily(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
  const dollars = lazily(() => new Intl.NumberFormat(locale, DOLLARS));
  const fineDollars = lazily(() => new Intl.NumberFormat(locale, { ...DOLLARS, maximumFractionDigits: 4 }));
  const compact = lazily(
    () =>
      new Intl.NumberFormat(language === 'en' ? 'en-US' : locale, { notation: 'compact', maximumFractionDigits: 1 }),
  );
  const percentWhole = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const percentFine = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const clock = lazily(() => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));
  const toTheSecond = lazily(
    () =>
      new Intl.DateTimeFormat(locale, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      } as const),
  );
  const day = lazily(() => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }));
  const dayOfYear = lazily(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }));
  const monthOfYear = lazily(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }));
  const lists = lazily(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const currencies = new Map<string, Intl.NumberFormat>();

  const date = (at: string | Date): string => {
    const value = asDate(at);
    return (value.getFullYear() === new Date().getFullYear() ? day() : dayOfYear()).format(value);
  };
  const time = (at: string | Date): string => clock().format(asDate(at));

  return {
    number: (value) => whole().format(value),
    tokens: (value) => (value < 10_000 ? whole().format(value) : compact().format(value).replace('K', 'k')),
    percent(share) {
      if (share > 0 && share < SMALLEST_SHARE) return `<${percentFine().format(SMALLEST_SHARE)}`;
      return (share < 0.1 ? percentFine() : percentWhole()).format(share);
    },
    dollars: (amount) => (amount > 0 && amount < 1 ? fineDollars() : dollars()).format(amount),
    factor: (value) => twoDigits().format(value),
    money({ amount, currency }) {
      const whole = currency === 'CNY' && Number.isInteger(amount);
      const key = `${currency}/${whole}`;
      try {
        const format =
          currencies.get(key) ??
          new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            ...(whole ? { maximumFractionDigits: 0, minimumFractionDigits: 0 } : {}),
          });
        currencies.set(key, format);
        return format.format(amount);
      } catch {
        // A script may name what is no currency.
        return `${amount} ${currency}`;
      }
    },
    duration(ms) {
      if (ms < WHOLE_SECONDS) return `${oneDigit().format(Math.max(ms, SHORTEST) / 1_000)}${units.second}`;
      const seconds = Math.round(ms / 1_000);
      if (seconds < 60) return `${seconds}${units.second}`;
      return `${Math.floor(seconds / 60)}${units.minute}${units.gap}${seconds % 60}${units.second}`;
    },
    minutes(minutes) {
      const hours = Math.floor(minutes / 60);
      const rest = Math.round(minutes % 60);
      if (hours === 0) return `${rest}${units.minutes}`;
      return rest === 0
        ? `${hours}${units.hours}`
        : `${hours}${units.hours}${units.hoursGap}${rest}${units.minutesAfter}`;
    },
    bytes(bytes) {
      if (bytes < 1_024) return `${bytes} B`;
      if (bytes < 1_024 ** 2) return `${oneDigit().format(bytes / 1_024)} KB`;
      if (bytes < 1_024 ** 3) return `${oneDigit().format(bytes / 1_024 ** 2)} MB`;
      return `${oneDigit().format(bytes / 1_024 ** 3)} GB`;
    },
    list: (items) => lists().format(items),
    time,
    clock: (at) => toTheSecond().format(asDate(at)),
    date,
    month: (at) => monthOfYear().format(asDate(at)),
    dateTime: (at) => `${date(at)}${language === 'en' ? ', ' : ' '}${time(at)}`,
  };
}

const made = new Map<Language, Format>();

export function formatFor(language: Language): Format {
  const existing = made.get(language);
  if (existing !== undefined) return existing;
  const format = create(language);
  made.set(language, format);
  return format;
}

/** Values of a message, by name. */
export type Figures = Readonly<Record<string, string | number>>;

/** Numbers as the language writes them. */
export const shownFigures = (language: Language, figures: Figures): Record<string, string | number> => {
  const { number } = formatFor(language);
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
  );
};

const LOCAL = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'shortOffset',
} as const;
const here = lazily(() => new Intl.DateTimeFormat('en-GB', LOCAL));

/** Local, with its zone, as a file is read elsewhere: `2030-01-02 11:04:05 UTC+8`. @param timeZone another one. */
export function localTime(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const format = timeZone === undefined ? here() : new Intl.DateTimeFormat('en-GB', { ...LOCAL, timeZone });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second, timeZoneName = '' } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName.replace('GMT', 'UTC').replace(/\+0$/, '')}`;
}
