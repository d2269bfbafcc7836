import type { Language } from './types.ts';

export interface Format {
  /** 12,345 */
  number(value: number): string;
  /** 8,124 below ten thousand, then 12.3k / 1.2万. */
  tokens(value: number): string;
  /** A part of one: 0.124 → 12%, 0.004 → 0.4%. */
  percent(share: number): string;
  /** ¥1,280 or US$1,280.50; without cents where there are none. */
  money(amount: number, currency: string): string;
  /** Milliseconds: 340 ms, 3.2 s, 2 min 5 s. */
  duration(ms: number): string;
  /** Minutes: 2 h 35 min. */
  minutes(minutes: number): string;
  bytes(bytes: number): string;
  /** 14:05 */
  time(at: string | Date): string;
  /** Fri 27 Nov / 11月27日周五; with the year where it is not this one. */
  date(at: string | Date): string;
  /** October 2026 / 2026年10月 */
  month(at: string | Date): string;
  /** Date and time. */
  dateTime(at: string | Date): string;
}

const LOCALES = { en: 'en-GB', zh: 'zh-CN' } as const;
const WORDS = {
  en: { ms: ' ms', s: ' s', min: ' min', h: ' h', gap: ' ' },
  zh: { ms: ' 毫秒', s: ' 秒', min: ' 分', h: ' 小时', gap: ' ' },
} as const;

/** A smaller one is shown as less than this, not as nothing. */
const SMALLEST_SHARE = 0.001;

const asDate = (at: string | Date): Date => (typeof at === 'string' ? new Date(at) : at);

function create(language: Language): Format {
  const locale = LOCALES[language];
  const words = WORDS[language];
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(language === 'en' ? 'en-US' : locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const percentWhole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const percentFine = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const monthOfYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const currencies = new Map<string, Intl.NumberFormat>();

  const date = (at: string | Date): string => {
    const value = asDate(at);
    return (value.getFullYear() === new Date().getFullYear() ? day : dayOfYear).format(value);
  };
  const time = (at: string | Date): string => clock.format(asDate(at));

  return {
    number: (value) => whole.format(value),
    tokens: (value) => (value < 10_000 ? whole.format(value) : compact.format(value).replace('K', 'k')),
    percent(share) {
      if (share > 0 && share < SMALLEST_SHARE) return `<${percentFine.format(SMALLEST_SHARE)}`;
      return (share < 0.1 ? percentFine : percentWhole).format(share);
    },
    money(amount, currency) {
      const cents = Number.isInteger(amount) ? 0 : 2;
      const key = `${currency}/${cents}`;
      let format = currencies.get(key);
      if (format === undefined) {
        const options = {
          style: 'currency',
          currency,
          minimumFractionDigits: cents,
          maximumFractionDigits: cents,
        } as const;
        format = new Intl.NumberFormat(locale, options);
        currencies.set(key, format);
      }
      return format.format(amount);
    },
    duration(ms) {
      if (ms < 1_000) return `${whole.format(ms)}${words.ms}`;
      if (ms < 60_000) return `${oneDigit.format(ms / 1_000)}${words.s}`;
      const seconds = Math.round(ms / 1_000);
      return `${Math.floor(seconds / 60)}${words.min}${words.gap}${seconds % 60}${words.s}`;
    },
    minutes(minutes) {
      const hours = Math.floor(minutes / 60);
      const rest = Math.round(minutes % 60);
      if (hours === 0) return `${rest}${words.min}`;
      return rest === 0 ? `${hours}${words.h}` : `${hours}${words.h}${words.gap}${rest}${words.min}`;
    },
    bytes(bytes) {
      if (bytes < 1_024) return `${bytes} B`;
      if (bytes < 1_024 ** 2) return `${oneDigit.format(bytes / 1_024)} KB`;
      return `${oneDigit.format(bytes / 1_024 ** 2)} MB`;
    },
    time,
    date,
    month: (at) => monthOfYear.format(asDate(at)),
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
