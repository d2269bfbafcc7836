/** Times of day as `HH:MM`, where they have one reading. */
import { COUNT, readCount } from './numbers.ts';

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
