/**
 * Times at airports. A time is shown as the clock on the wall there shows it: the digits of the ISO text itself,
 * never converted to the viewer's zone.
 */
import type { Words } from '../shared/words.tsx';

export interface LocalTime {
  /** `2026-12-24` */
  readonly date: string;
  /** `08:30` */
  readonly clock: string;
  /** `+08:00`, or '' where the text has none. */
  readonly offset: string;
}

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Text that is not ISO-8601 is shown unchanged. */
export function localTime(iso: string): LocalTime {
  const match = ISO.exec(iso);
  if (match === null) return { date: iso.slice(0, 10), clock: iso, offset: '' };
  const [, date = '', clock = '', zone = ''] = match;
  return { date, clock, offset: zone === 'Z' ? '+00:00' : zone };
}

/** The same clock some minutes earlier: `2026-12-24T08:30:00+08:00` → `2026-12-24T06:30:00+08:00`. */
export function earlier(iso: string, minutes: number): string {
  if (!ISO.test(iso)) return iso;
  const { date, clock, offset } = localTime(iso);
  const there = new Date(Date.parse(`${date}T${clock}:00Z`) - minutes * 60_000);
  return `${there.toISOString().slice(0, 19)}${offset}`;
}

/** Day and month without a year read best in English as "Thu 24 Dec", in Chinese as "12月24日周四". */
const LOCALES = { en: 'en-GB', zh: 'zh-CN' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();
/** `day`: weekday, day and month; `weekday`: alone. */
type Style = 'short' | 'long' | 'day' | 'weekday';

function format(words: Pick<Words, 'language'>, style: Style): Intl.DateTimeFormat {
  const key = `${words.language}-${style}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(LOCALES[words.language], {
    timeZone: 'UTC',
    ...(style === 'weekday'
      ? {}
      : { day: 'numeric', month: words.language === 'zh' ? ('long' as const) : ('short' as const) }),
    ...(style === 'short' ? {} : { weekday: 'short' }),
    ...(style === 'long' ? { year: 'numeric' } : {}),
  });
  formats.set(key, made);
  return made;
}

/** A calendar date (`2026-12-24`, or the start of an ISO time) in words; `long` has the weekday and the year. */
export function dateInWords(words: Pick<Words, 'language'>, date: string, style: Style = 'short'): string {
  const day = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? date : format(words, style).format(day);
}
