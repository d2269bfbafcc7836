/** Prices, flight durations, and waiting times in a person's words. */
import type { Money } from '../../shared/cards.ts';
import type { Words } from './words.ts';

/** `¥2,860`, `$410.50`: the narrow sign in both languages, cents only where there are any. */
export function price(words: Words, { amount, currency }: Money): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  try {
    return new Intl.NumberFormat(words.language === 'zh' ? 'zh-CN' : 'en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** Minutes in the air or between flights: `3 h 25 min`, `3小时25分`. */
export function minutesInWords(words: Words, minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  if (hours === 0) return words.t('duration.minutes', { minutes: rest });
  if (rest === 0) return words.t('duration.hours', { hours });
  return words.t('duration.hoursMinutes', { hours, minutes: rest });
}

/** How long a step took: `0.4 s`, `12 s`, `2 min 5 s`. */
export function elapsed(words: Words, ms: number): string {
  if (ms < 10_000) return words.t('duration.seconds', { seconds: (Math.max(ms, 100) / 1000).toFixed(1) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return words.t('duration.seconds', { seconds });
  return words.t('duration.minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
