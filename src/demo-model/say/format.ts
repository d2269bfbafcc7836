/** Dates, money and places as people write them. */
import type { Trip } from '../dialogue/state.ts';
import { parts, weekday } from '../understand/calendar.ts';
import type { Place } from '../understand/cities.ts';

const WEEKDAYS = { zh: '日一二三四五六', en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] } as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function dayZh(value: string): string {
  const { year, month, day } = parts(value);
  return `${year}年${month}月${day}日（周${WEEKDAYS.zh[weekday(value)] ?? ''}）`;
}

export function dayEn(value: string): string {
  const { year, month, day } = parts(value);
  return `${WEEKDAYS.en[weekday(value)] ?? ''} ${day} ${MONTHS[month - 1] ?? ''} ${year}`;
}

export function money(amount: number, currency: string): string {
  const sign = currency === 'CNY' ? '¥' : currency === 'USD' ? '$' : `${currency} `;
  const digits = Number.isInteger(amount) ? 0 : 2;
  return sign + amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `CNY 1,820` as the script prints it, in the sign people know. */
export function printedMoney(text: string): string {
  const match = /^(CNY|USD) ([\d,]+(?:\.\d+)?)$/.exec(text.trim());
  return match === null ? text : money(Number((match[2] ?? '').replace(/,/g, '')), match[1] ?? '');
}

export function spanZh(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [...(hours > 0 ? [`${hours} 小时`] : []), ...(rest > 0 || hours === 0 ? [`${rest} 分钟`] : [])].join(' ');
}

export function spanEn(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
}

export function placeZh(place: Place): string {
  return place.query === place.en || /\p{Script=Han}/u.test(place.query) ? place.zh : `${place.zh} ${place.query}`;
}

export function placeEn(place: Place): string {
  return place.query === place.en
    ? place.en
    : /^[A-Z]{3}$/.test(place.query)
      ? `${place.en} (${place.query})`
      : place.query;
}

/** The departures that come nearest to the wish, in the order of the day. */
export function nearTimes(times: readonly string[], trip: Trip): string[] {
  const wish = trip.departAfter ?? trip.departBefore ?? '12:00';
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const distance = (time: string) => Math.abs(minutes(time) - minutes(wish));
  return [...times]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MOST_TIMES)
    .sort();
}

const MOST_TIMES = 6;
