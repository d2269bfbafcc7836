/** Finds the flight that a message means, among those shown, where it says nothing else. */
import type { Language } from '../language.ts';
import { DAY } from './dates.ts';
import { withoutFillers } from './facts.ts';
import { COUNT, readCount } from './numbers.ts';

/** Codes of currencies with all that names one: in the skill's form, in either language, and in what its scripts print. */
const CURRENCIES: readonly (readonly [code: string, ...names: string[]])[] = [
  ['CNY', '人民币', 'Chinese yuan', 'CN¥', '¥'],
  ['USD', '美元', 'US dollar', 'US$'],
  ['EUR', '欧元', 'Euro', '€'],
  ['GBP', '英镑', 'British pound', '£'],
  ['JPY', '日元', 'Japanese yen', 'JP¥'],
  ['HKD', '港币', 'Hong Kong dollar', 'HK$'],
  ['SGD', '新加坡元', 'Singapore dollar', 'S$'],
  ['AUD', '澳元', 'Australian dollar', 'A$'],
  ['CAD', '加元', 'Canadian dollar', 'CA$'],
  ['CHF', '瑞士法郎', 'Swiss franc'],
  ['KRW', '韩元', 'Korean won', '₩'],
  ['TWD', '新台币', 'New Taiwan dollar', 'NT$'],
  ['THB', '泰铢', 'Thai baht'],
  ['NZD', '新西兰元', 'New Zealand dollar', 'NZ$'],
  ['INR', '印度卢比', 'Indian rupee', '₹'],
  ['MYR', '马来西亚林吉特', 'Malaysian ringgit', 'RM'],
  ['AED', '阿联酋迪拉姆', 'UAE dirham'],
];

export const currencyNamed = (name: string): string | undefined =>
  CURRENCIES.find(([, ...names]) => names.includes(name))?.[0];

/** Questions about rules rather than flights, and where the skill's reference answers them. */
export type Topic = 'baggage' | 'fares' | 'cities' | 'other';

const ASKED: readonly (readonly [RegExp, Topic])[] = [
  [/行李|托运|\b(?:baggage|luggage|suitcases?|carry-?on|(?:checked )?bags?)\b/i, 'baggage'],
  [
    /退票|退款|能退|可以退|改签|儿童票|\b(?:refund\w*|money back|cancell?ation|change fees?|rebook\w*|(?:can|may) i change|change my (?:booking|flight|ticket)|child(?:ren)?'?s? (?:fares?|tickets?|price))\b/i,
    'fares',
  ],
  [
    /(?:支持|能飞|可以飞|能去|有)(?:哪些|什么)(?:城市|地方|目的地)|\b(?:(?:which|what) (?:cities|destinations)|(?:supported|available) (?:cities|destinations)|where can (?:i|we) fly)\b/i,
    'cities',
  ],
  [
    /护照|签证|证件|付款|支付|怎么付|值机|选座|\b(?:passports?|visas?|payment|how (?:do|can) i pay|check[- ]?in|seat selection)\b/i,
    'other',
  ],
];

/** In each language where the reference has both; the English section otherwise. */
const HEADINGS: Readonly<Record<Topic, Readonly<Record<Language, RegExp>>>> = {
  baggage: { en: /^## Baggage/im, zh: /^## 行李/m },
  fares: { en: /^## .*(?:Fares|Refunds)/im, zh: /^## .*退票/m },
  cities: { en: /^## Supported cities/im, zh: /^## Supported cities/im },
  other: { en: /(?!)/, zh: /(?!)/ },
};

export const findTopic = (text: string): Topic | undefined => ASKED.find(([asked]) => asked.test(text))?.[1];

/** The section as it is written; undefined where there is none. */
export function findPassage(reference: string, topic: Topic, language: Language): string | undefined {
  const sections = reference.split(/^(?=## )/m);
  const headed = (heading: RegExp) => sections.find((part) => heading.test(part));
  const section = headed(HEADINGS[topic][language]) ?? headed(HEADINGS[topic].en);
  return section?.replace(/^## .*\n/, '').trim();
}

export type Choice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'flights'; readonly flights: readonly string[]; readonly total?: number; readonly day?: string }
  | { readonly by: 'position'; readonly position: number }
  | { readonly by: 'best'; readonly quality: 'price' | 'duration' };

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const FLIGHT = /(?<![A-Z\d])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4}(?![A-Z\d])/g;
/** Text that the card of flights sends for the person. */
const CARD = /^(?:I choose .*?|我选.*?)[,，]\s*[^\d,，]{1,5}([\d,]+(?:\.\d+)?)$/;
const FRAME =
  /\b(?:i(?:'ll| will)? ?(?:choose|take|want|pick|have)|choose|pick|take|book|let's take|option|number|no\.|flight|offer|one|the|please|then|ok|yes|actually)(?![\w'])|#|我?[选要订](?=第|那|这|最|\d)|那[个班趟张]|这[个班趟张]|航班|吧|好的|的|就/gi;

export function readChoice(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const card = CARD.exec(text);
  if (flights !== null && card !== null) {
    const [day] = new RegExp(DAY, 'i').exec(text) ?? [];
    const total = Number((card[1] ?? '').replaceAll(',', ''));
    return { by: 'flights', flights, total, ...(day === undefined ? {} : { day }) };
  }
  const said = text
    .replace(FRAME, ' ')
    .replace(/[.。!！,，\s]+/g, ' ')
    .trim();
  if (flights !== null) {
    return withoutFillers(said.replace(FLIGHT, ' ').trim()) === '' ? { by: 'flights', flights } : undefined;
  }
  if (/^(?:最便宜|cheapest)$/i.test(said)) return { by: 'best', quality: 'price' };
  if (/^(?:最快|fastest|quickest)$/i.test(said)) return { by: 'best', quality: 'duration' };
  const position = readPosition(said);
  return position === undefined ? undefined : { by: 'position', position };
}

/** `NH964, 24 Dec, CN¥2,860`, as the list on the screen says a row. */
export function readRow(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const total = /(?:[¥$€£]|\b[A-Z]{3} ?)([\d,]+(?:\.\d+)?)$/.exec(text)?.[1]?.replaceAll(',', '');
  return flights === null
    ? undefined
    : { by: 'flights', flights, ...(total === undefined ? {} : { total: Number(total) }) };
}

/** A number in the list, and nothing beside it. */
export function readPosition(text: string): number | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[.。!！]$/, '');
  const ordinal = ORDINALS.indexOf(said.replace(/^the | one$/g, ''));
  if (ordinal >= 0) return ordinal + 1;
  const count = new RegExp(`^(?:第\\s*)?(${COUNT})(?:st|nd|rd|th)?\\s*[个班趟张号]?$`).exec(said)?.[1];
  return count === undefined ? undefined : readCount(count);
}
