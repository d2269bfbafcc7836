/** Failures of scripts in Chinese: scripts print errors in English only. Unknown ones are quoted. */
import type { Format } from '../shared/messages/format.ts';
import type { Failure } from './script-run.ts';
import { parts, weekday } from './understand/days.ts';

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

const day = (value: string | undefined): string => dayZh(value ?? '');
/** An empty answer leaves the line out. */
const RULES: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/reference\.md|--\w|^Nothing was booked/, () => ''],
  [/^Unknown (?:origin|destination) city '(.+)'/, (m) => `没有找到城市“${m[1]}”。`],
  [/^No flights found from .* on (\d{4}-\d\d-\d\d)/, (m) => `${day(m[1])}没有符合条件的航班。`],
  // Suggestions and reasons come in the language of the search.
  [/\p{Script=Han}.*[。？]$/u, (m) => m.input],
  [/^Date (\S+) is in the past \(today is (\S+)\)/, (m) => `${day(m[1])}已经过去了（今天是 ${day(m[2])}）。`],
  [/^Date (\S+) is too far ahead.*until (\S+)/, (m) => `${day(m[1])}太远了，目前最晚可订 ${day(m[2])}。`],
  [/^Return date (\S+) is before the departure date (\S+)/, (m) => `返程 ${day(m[1])}早于去程 ${day(m[2])}。`],
  [/^Too many passengers: (\d+) given, at most (\d+)/, (m) => `一次最多订 ${m[2]} 人，现在是 ${m[1]} 人。`],
  [/^Split a larger group/, () => '人多时请分几次预订。'],
  [
    /^Ages are those on the day/,
    () => '年龄按出行当天算：2 岁以下是婴儿，2–11 岁是儿童，12 岁起算成人。请核对一下人数和年龄。',
  ],
  [/^Children cannot travel without/, () => '儿童需要有成人陪同。'],
  [/^Too many children.*at most (\d+)/, (m) => `每位成人最多带 ${m[1]} 位儿童。`],
  [/^Origin and destination are the same city/, () => '出发地和目的地是同一个城市。'],
  [/^Invalid passenger name '(.+)'/, (m) => `姓名“${m[1]}”不符合要求，请按证件填写，只用文字。`],
  [
    /^Passenger name '(.+)' is not in Latin letters/,
    (m) => `跨境航班的姓名要和护照一致，用拼音填写，例如 ZHANG SAN；“${m[1]}”需要改成拼音。`,
  ],
  [/^Ask for the name as in the passport/, () => ''],
  [/^Passenger '(.+)' is named twice/, (m) => `乘客“${m[1]}”出现了两次。`],
  [/^Key '.+' was already used for another booking \((\w+)\)/, (m) => `同样的预订已经存在（${m[1]}）。`],
  [/^Booking (\w+) cannot be cancelled: it has departed/, (m) => `预订 ${m[1]} 的航班已经起飞，不能取消。`],
];

export function reasons({ message, remedies }: Failure): string {
  return [message, ...remedies]
    .map((line) => {
      const found = RULES.map(([pattern, say]) => ({ match: pattern.exec(line), say })).find(
        ({ match }) => match !== null,
      );
      return found?.match == null ? `“${line}”。` : found.say(found.match);
    })
    .join('');
}
