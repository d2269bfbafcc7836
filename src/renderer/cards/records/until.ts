/** Time until something, as people count: days by the calendar, then hours, then minutes. */
import type { Language } from '../../i18n/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOCALES = { en: 'en-GB', zh: 'zh-CN' } as const;

/** Undefined once it has begun. @param now milliseconds. */
export function untilInWords(language: Language, at: string, now: number): string | undefined {
  const left = Date.parse(at) - now;
  if (Number.isNaN(left) || left <= 0) return undefined;
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  if (left < HOUR) return format.format(Math.max(1, Math.round(left / MINUTE)), 'minute');
  if (left < 24 * HOUR) return format.format(Math.round(left / HOUR), 'hour');
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return format.format(Math.round((midnight(Date.parse(at)) - midnight(now)) / (24 * HOUR)), 'day');
}
