/** Days, money and spans of time as people write them. */
import { parts, weekday } from '../understand/calendar.ts';

const WEEKDAYS = { zh: '一二三四五六日', en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] } as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function dayZh(value: string): string {
  const { year, month, date } = parts(value);
  return `${year}年${month}月${date}日（周${WEEKDAYS.zh[weekday(value)] ?? ''}）`;
}

export function dayEn(value: string): string {
  const { year, month, date } = parts(value);
  return `${WEEKDAYS.en[weekday(value)] ?? ''} ${date} ${MONTHS[month - 1] ?? ''} ${year}`;
}

/** Takes `YYYY-MM`. */
export function monthZh(value: string): string {
  const { year, month } = parts(value);
  return `${year}年${month}月`;
}

export function monthEn(value: string): string {
  const { year, month } = parts(value);
  return `${MONTHS[month - 1] ?? ''} ${year}`;
}

const SIGNS: Readonly<Record<string, string>> = { CNY: 'CN¥', USD: 'US$', EUR: '€', GBP: '£', JPY: 'JP¥', HKD: 'HK$' };

export function moneyEn(amount: number, currency: string): string {
  const sign = SIGNS[currency] ?? `${currency} `;
  const digits = Number.isInteger(amount) ? 0 : 2;
  return sign + amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const moneyZh = (amount: number, currency: string): string => moneyEn(amount, currency).replace('CN¥', '¥');

/** `CNY 1,820` as the script prints it, in the sign people know. */
export function printedMoney(text: string, money: typeof moneyEn): string {
  const match = /^(CNY|USD) ([\d,]+(?:\.\d+)?)$/.exec(text.trim());
  return match === null ? text : money(Number((match[2] ?? '').replace(/,/g, '')), match[1] ?? '');
}

/** @param units of hours and of minutes, with the space before them. */
export function span(minutes: number, [hour, minute]: readonly [string, string]): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours}${hour}`] : []), ...(rest > 0 || hours === 0 ? [`${rest}${minute}`] : [])].join(
    ' ',
  );
}
