/** Failures of scripts in Chinese: scripts print errors in English only. Unknown ones are quoted. */
import type { Format } from '../shared/messages/format.ts';
import failures from './data/failures.zh.json' with { type: 'json' };
import type { Failure } from './script-run.ts';
import { parts, weekday } from './understand/calendar.ts';

export const CONNECT_MODEL = 'skilldeck://settings/model';

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

export function dayZh(value: string): string {
  const { year, month, date } = parts(value);
  return `${year}年${month}月${date}日（周${'一二三四五六日'[weekday(value)]}）`;
}

export const dayEn = (value: string): string => days.format(new Date(`${value}T12:00`)).replace(',', '');

/** `CN¥0`, `US$0.00` */
export const NOTHING = /^\D*0(?:\.0+)?$/;
/** Arranged with the airline, and no part of a search. */
export const isService = (phrase: string): boolean =>
  /\b(?:seats?|aisle|window|meals?|vegetarian|vegan|halal|kosher|veggie|wheelchair|assistance|dogs?|cats?|pets?|escort|status|member|bassinet)\b|轮椅|协助|靠窗|靠走道|过道|餐|无陪|宠物|[猫狗]|白金|金卡|会员|升舱/i.test(
    phrase,
  );

/** `CNY 1,820` as the script prints it, in the sign people know. */
export function printedMoney(text: string, { money }: Format): string {
  const match = /^(CNY|USD) ([\d,]+(?:\.\d+)?)$/.exec(text.trim());
  return match === null
    ? text
    : money({ amount: Number((match[2] ?? '').replace(/,/g, '')), currency: match[1] ?? '' });
}

/** Lines of the script in Chinese; an empty text leaves the line out. */
const RULES = failures.map(([said = '', text = '']) => ({ pattern: new RegExp(said, 'u'), text }));

export function reasons({ message, remedies }: Failure): string {
  return [message, ...remedies]
    .map((line) => {
      const found = RULES.find(({ pattern }) => pattern.test(line));
      const parts = found?.pattern.exec(line) ?? [];
      const filled = found?.text.replace(/\{(day )?(\d)\}/g, (_, isDay: string | undefined, at: string) =>
        isDay === undefined ? (parts[Number(at)] ?? '') : dayZh(parts[Number(at)] ?? ''),
      );
      return filled ?? `“${line}”。`;
    })
    .join('');
}
