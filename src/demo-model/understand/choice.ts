/** The flight that a message means, among those on the screen, and questions about rules. */
import { positionsIn } from '../../shared/text/text.ts';
import type { Language } from '../language.ts';
import { withDigits } from './text.ts';

/** Questions about rules rather than flights, and where the skill's reference answers them. */
export type Topic = 'baggage' | 'fares' | 'cities' | 'names' | 'other';

const ASKED: readonly (readonly [RegExp, Topic])[] = [
  [
    /\b(?:misspel\w+|correct a|typo|spelling)|\b(?:change|correct|fix) (?:\w+ )?(?:\w+['’]s )?names?\b|改(?:一下)?(?:名字|姓名)|拼错|写错|名字?.{0,6}错|错(?:了)?一个字|\bspel\w+\b.*\bwrong\b|\bit should (?:say|read)\b|\b(?:wrong|incorrect)\b.*\b(?:sur|last ?|first ?)?name\b|\bname\b.*\bwrong\b|\b(?:swap|replace) (?:passengers?|\p{Lu}\p{Ll}+ (?:for|with|by))\b|换(?:成|个)?(?:人|我?(?:[妹姐哥弟爸妈]|朋友|同事|老[公婆]))/iu,
    'names',
  ],
  [
    /行李|托运|液体|充电宝|锂电|带.{0,6}(?:酒|刀|吃的)|箱子|吉他|乐器|提琴|自行车|婴儿车|推车|滑雪|\b(?:baggage|luggage|suitcases?|carry-?on|(?:checked |cabin )?bags?|liquids?|power ?banks?|pushchair|prams?|stroller|buggy|skis|surfboard|golf|guitars?|violin|cello|instruments?|bikes?|bicycle)\b/i,
    'baggage',
  ],
  [
    /值机|提前多久|多早到|几点到机场|(?:宝宝|婴儿|小孩|孩子|儿童).{0,10}(?:坐飞机|能飞|买票|收费|免费|票价|打折|半价)|\bcheck(?:ing)?[- ]?in\b|\bhow early\b|\bbe at the airport\b|\b(?:baby|infant|child|toddler|kids?)\b.*\b(?:pay|free|need a (?:ticket|seat)|cost|discount)|退票|退款|能退|可以退|退多少|不能去|去不[成了]|手续费|改签|能改|改不|儿童票|\b(?:what (?:if|happens if)|in case)\b.*\b(?:ill|sick|cancel|can't|cannot|not go|change)|\b(?:refund\w*|money back|cancell?ation|change fees?|rebook\w*|(?:can|may|could) i (?:still |later )?(?:change|cancel)|change my (?:booking|flight|ticket)|child(?:ren)?'?s? (?:fares?|tickets?|price))\b/i,
    'fares',
  ],
  [
    /(?:支持|能飞|可以飞|能去|有)(?:哪些|什么)(?:城市|地方|目的地)|\b(?:(?:which|what) (?:cities|destinations)|(?:supported|available) (?:cities|destinations)|where can (?:i|we) fly)\b/i,
    'cities',
  ],
  [
    /护照|签证|证件|身份证|付款|支付|怎么付|选座|座位|延误|晚点|误机|餐|管饭|吃饭|宠物|带.{0,3}[狗猫]|无陪|无人陪|轮椅|航站楼|孕妇|怀孕|保险|疫苗|吸烟|贵宾厅|休息室|登机牌|里程|无人机|打火机|发票|\b(?:passports?|visas?|payment|(?:how|can|may) (?:do |can )?(?:i|we) pay|(?:what|which|travel) documents?|pregnan\w+|insurance|vaccin\w+|lounge|boarding pass|miles|medic\w+|oxygen|smok\w+|drone|receipt for|seat selection|seats? together|delay\w*|(?:is|was|be|runs?|running|arrive|too) late(?! for (?:us|me))|missed?|meals?|food|pets?|dogs?|cats?|escort|unaccompanied|wheelchair|terminal|wi-?fi)\b/i,
    'other',
  ],
];

/** In each language where the reference has both; the English section otherwise. */
const HEADINGS: Readonly<Partial<Record<Topic, Readonly<Record<Language, RegExp>>>>> = {
  baggage: { en: /^## Baggage/im, zh: /^## 行李/m },
  fares: { en: /^## .*(?:Fares|Refunds)/im, zh: /^## .*退票/m },
  cities: { en: /^## Supported cities/im, zh: /^## Supported cities/im },
};

export const findTopic = (text: string): Topic | undefined => ASKED.find(([asked]) => asked.test(text))?.[1];

/** Lines of a section that answer a question, where it asks for less than all of it. */
const PARTS: readonly (readonly [asked: RegExp, line: RegExp])[] = [
  [/refund|money back|cancel|退/i, /^\||refund|退/i],
  [/chang|rebook|改/i, /^\||change|改/i],
  [/child|infant|baby|kid|toddler|儿童|婴儿|宝宝|孩/i, /children|infant|儿童|婴儿/i],
  [/check|early|airport|值机|提前|机场/i, /check-in|值机/i],
];

/** The section, or its lines that answer the question; undefined where there is none. */
export function findPassage(reference: string, topic: Topic, language: Language, asked: string): string | undefined {
  const sections = reference.split(/^(?=## )/m);
  const headed = (heading = /(?!)/) => sections.find((part) => heading.test(part));
  const section = headed(HEADINGS[topic]?.[language]) ?? headed(HEADINGS[topic]?.en);
  const wanted = topic === 'fares' ? PARTS.filter(([pattern]) => pattern.test(asked)) : [];
  return section
    ?.replace(/^## .*\n/, '')
    .split('\n')
    .filter((line) => wanted.length === 0 || wanted.some(([, pattern]) => pattern.test(line)))
    .join('\n')
    .trim();
}

export type Choice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'flights'; readonly flights: readonly string[]; readonly total?: number; readonly day?: string }
  | { readonly by: 'position'; readonly position: number };

export const FLIGHT = /(?<![A-Z\d])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4}(?![A-Z\d])/g;
/** Text that the card of flights sends for the person. */
const CARD = /^(?:I choose .*?|我选.*?)[,，]\s*[^\d,，]{1,5}([\d,]+(?:\.\d+)?)$/;
const CARD_DAY = /\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?|(?:\d{4}年)?\d{1,2}月\d{1,2}日/;
/** The text of a card, or a flight or place in the list that is named by its number. */
export function readChoice(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const card = CARD.exec(text);
  if (flights !== null && card !== null) {
    const [day] = CARD_DAY.exec(text) ?? [];
    const total = Number((card[1] ?? '').replaceAll(',', ''));
    return { by: 'flights', flights, total, ...(day === undefined ? {} : { day }) };
  }
  if (flights !== null) return { by: 'flights', flights };
  const position = positionIn(text);
  return position === undefined ? undefined : { by: 'position', position };
}

/** "The second one", "number four", 第二个, "#3", "3"; undefined for several. */
export function positionIn(text: string): number | undefined {
  // "Not the first one, the second".
  const said = withDigits(text)
    .replace(/\bnumber one\b/gi, 'number 1')
    .replace(/\b(?:go (?:with|for)|take|pick|choose|book|have) (\d)(?=$|[.,!]| please)/gi, 'number $1')
    .replace(/\b(?:not|instead of|rather than) (?:the )?\w+(?: one)?\b|不(?:是|要)第[一二三四五六七八九十\d]+个?/g, '')
    .replace(/^[\s,，;]+|[\s,，;]+$/g, '');
  const [position, ...others] = positionsIn(said);
  return others.length === 0 ? position : undefined;
}

/** `NH964, 24 Dec, CN¥2,860`, as the list on the screen says a row. */
export function readRow(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const total = /(?:[¥$€£]|\b[A-Z]{3} ?)([\d,]+(?:\.\d+)?)$/.exec(text)?.[1]?.replaceAll(',', '');
  return flights === null
    ? undefined
    : { by: 'flights', flights, ...(total === undefined ? {} : { total: Number(total) }) };
}
