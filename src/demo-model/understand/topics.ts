/** Questions about rules rather than flights, and where the skill's reference answers them. */
import type { Language } from '../language.ts';

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
