/** Cabin, budget, time of day, direct, airline: what a person wishes besides a route and a day. */
import { findAirline } from './airlines.ts';
import { blank } from './normalise.ts';
import { readChineseAmount, readNumber } from './numbers.ts';
import { type Reading, taken } from './reading.ts';

export type Cabin = 'economy' | 'premium' | 'business' | 'first';
export type Currency = 'CNY' | 'USD';

/** `null` takes back what was wished before. */
export interface Wishes {
  readonly cabin?: Cabin;
  readonly currency?: Currency;
  readonly maxPrice?: number | null;
  /** Said of `maxPrice`. */
  readonly perPerson?: boolean;
  readonly departAfter?: string | null;
  readonly departBefore?: string | null;
  readonly direct?: boolean;
  readonly airline?: string | null;
  readonly sort?: 'price' | 'duration' | 'departure';
  /** More flights than were shown. */
  readonly more?: true;
}

const CABINS: readonly (readonly [RegExp, Cabin])[] = [
  [/超级?经济舱|高端经济舱?|优选经济舱?|\bpremium(?: economy)?\b/i, 'premium'],
  [/商务舱|公务舱|\bbusiness\b(?! trip)/i, 'business'],
  [/头等舱?|\bfirst[- ]class\b|\bin first\b/i, 'first'],
  [/经济舱|\beconomy\b|\bcoach\b/i, 'economy'],
];

const AMOUNT =
  '(?:([\\d,]+(?:\\.\\d+)?)\\s*(k\\b|千|万)?|([一二两三四五六七八九十百千万零]{2,}|[一二两三四五六七八九十百](?=\\s*[元块])))';
const MONEY_SIGN = '(?:\\$|us\\$|¥|￥|usd|cny|rmb)?\\s*';
const MONEY_WORD = '\\s*(?:元|块钱?|人民币|美元|美金|刀|rmb|cny|usd|dollars?|bucks|yuan)?';
const BUDGETS = [
  new RegExp(
    `${MONEY_SIGN}${AMOUNT}${MONEY_WORD}\\s*(?:以内|以下|之内|之下|内|左右|封顶|or less|max(?:imum)?\\b|tops)`,
    'i',
  ),
  new RegExp(
    `(?:不超过|不高于|低于|少于|小于|(?:每人|人均)?预算(?:是|为|在|大概|大约|只有)?(?:每人|人均|每个人)?(?:大概|大约)?|最多|最高|控制在|\\b(?:under|below|less than|cheaper than|at most|up to|max(?:imum)?(?: of)?|no more than|not more than|within|budget(?: is| of|:)?(?: about| around)?))\\s*${MONEY_SIGN}${AMOUNT}${MONEY_WORD}`,
    'i',
  ),
];
/** Makes a small amount a budget, which without it is a clock's or a party's number. */
const SAYS_MONEY = /[$¥￥元块]|预算|美金|人民币|\b(?:rmb|cny|usd|dollars?|bucks|yuan|budget)\b/i;
const SMALLEST_BARE_BUDGET = 30;
/** Money that the timetable does not count in. */
export const FOREIGN_MONEY = /€|£|欧元|英镑|日元|港币|新币|\b(?:euros?|eur|pounds|gbp|yen|jpy|hkd|sgd)\b/i;
const NO_BUDGET =
  /(?:预算|价格|价钱)(?:不限|无所谓|都行|没关系)|不限(?:预算|价格)|多少钱都行|\b(?:any price|no (?:price )?(?:limit|budget)|price (?:doesn't|does not) matter|regardless of price)\b/i;

const PERIODS: readonly (readonly [RegExp, string, string])[] = [
  [/红眼|深夜|半夜|夜航|\bred-?eye\b|\bovernight\b|\blate night\b/i, '21:00', '23:59'],
  [/凌晨/, '00:00', '06:00'],
  [/清晨|一大早|\bearly (?:in the )?morning\b/i, '05:00', '09:00'],
  [/早上|上午|早晨|早班|明早|\bmornings?\b/i, '05:00', '12:00'],
  [/中午|\b(?:noon|midday|lunchtime)\b/i, '11:00', '14:00'],
  [/下午|午后|\bafternoons?\b/i, '12:00', '18:00'],
  [/傍晚|晚上|今晚|明晚|晚班|夜里|\bevenings?\b|\btonight\b|\bat night\b/i, '18:00', '23:59'],
];
const NO_RED_EYE =
  /(?:不要|不坐|不想坐|别|避开)(?:红眼|夜航|深夜|半夜)|\b(?:no|not (?:a|an)|avoid) (?:red-?eyes?|overnight)\b/i;
const ANY_TIME =
  /(?:时间|几点|什么时候|时段)(?:不限|都行|都可以|无所谓|随意)|不限时间|\b(?:any ?time|time (?:doesn't|does not) matter|whenever)\b/i;
const CLOCK =
  '(?:(早上|上午|中午|下午|晚上|凌晨)\\s*)?(\\d{1,2}|[一二两三四五六七八九十]{1,3})(?:[:：](\\d{2})|点(半)?(?:钟)?)?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?';
const AFTER_CLOCK = [
  new RegExp(
    `\\b(?:after|later than|from|not before|no earlier than)\\s+${CLOCK}(?!\\s*(?:days?|weeks?|nights?|people|adults?)\\b|\\d)`,
    'i',
  ),
  new RegExp(`${CLOCK}\\s*(?:之后|以后|后|or later|onwards?)`, 'i'),
];
const BEFORE_CLOCK = [
  new RegExp(
    `\\b(?:before|by|earlier than|no later than|until)\\s+${CLOCK}(?!\\s*(?:days?|weeks?|nights?|people|adults?)\\b|\\d)`,
    'i',
  ),
  new RegExp(`${CLOCK}\\s*(?:之前|以前|前|or earlier)`, 'i'),
];

/** When one has to be there: the timetable can be filtered by departures only. */
const ARRIVALS = [
  new RegExp(
    `\\b(?:(?:arriv\\w*|land(?:ing)?|be there|get (?:there|in)|there)\\b(?: [A-Z]\\w+| in| there| home)*? )?\\bby (?:(?:next |this )?(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)? )?(?:at )?(?:${CLOCK}(?!\\s*(?:days?|weeks?|nights?|people|adults?|th|st|nd|rd)\\b|\\d)(?<=\\d|[ap]\\.?m\\.?)|noon|midday|midnight|(?:the )?(?:morning|afternoon|evening|lunchtime))`,
    'i',
  ),
  new RegExp(
    `\\b(?:arriv\\w*|land(?:ing)?|be there|get (?:there|in))\\b[^,.;]{0,20}?\\b(?:before|by|no later than|at|around|after|in) (?:the )?(?:${CLOCK}|noon|midday|midnight|morning|afternoon|evening|lunchtime)`,
    'i',
  ),
  new RegExp(
    `(?:${CLOCK}|早上|上午|中午|下午|晚上|傍晚)(?:之前|以前|前|之后|以后|后)?(?:要|能|必须|得|就)?(?:抵达|到达|落地|降落|(?<=前(?:要|能|必须|得|就)?)到)`,
  ),
  new RegExp(
    `(?:抵达|到达|落地|降落)(?:时间)?(?:不(?:晚于|要超过|超过)|早于|晚于|在|是)?(?:${CLOCK}|早上|上午|中午|下午|晚上)(?:之前|以前|前|之后|以后|后)?`,
  ),
];

const NOT_DIRECT =
  /(?:不一定要?|不用|不需要|不必)直飞|(?:可以|能|接受)(?:转机|中转|经停)|(?:转机|中转)(?:也|都)(?:行|可以|没关系)|\b(?:stops?|connections?|layovers?|transfers?) (?:are|is) (?:ok|okay|fine)|\bwith (?:a )?stops?\b|\bnot? (?:necessarily )?direct\b|\ballow stops\b/i;
const DIRECT =
  /直飞|直达|不(?:要|想)?(?:转机|中转|经停)|\bdirect(?:ly)?\b|\bnon-?stop\b|\bno (?:stops?|layovers?|connections?)\b(?! (?:longer|over|of|more))|\bwithout (?:a )?(?:stops?|layovers?|connections?)\b/i;
const MORE =
  /更多|继续列|列出?(?:全部|其余|所有)|全部列出|还有(?:别的|其他|其它|没有)|多(?:看|列)(?:几|一)|其他(?:的)?航班|\b(?:more (?:options|flights|choices|results)|show (?:me )?more|(?:any )?other (?:options|flights)|anything else|list (?:them|all|the rest)|(?:show|see) (?:them all|all(?: of them)?|them|the rest))\b/i;
const REFUSES =
  /(?:不(?:想|要|能|喜欢|愿意)?(?:再)?(?:坐|乘|选|飞|订)?|别(?:坐|选|订)?|除了|避开|\b(?:not|no|avoid(?:ing)?|except|without|but|don't (?:want|like)|hate)(?: (?:with|on|by|to fly|fly|flying|to take))*)\s*$/i;
const ANY_AIRLINE = /(?:航空公司|航司)(?:不限|都行|无所谓|随便)|\bany airline\b/i;

export function findWishes(message: string, reading?: Reading): Wishes {
  const arrival = ARRIVALS.map((pattern) => pattern.exec(message)).find((match) => match !== null);
  const refused = arrival == null ? [] : [{ index: arrival.index, length: arrival[0].length }];
  reading?.refused.push(...refused);
  const text = blank(message, refused);
  const says = (pattern: RegExp) => taken(pattern.exec(text), reading) !== null;
  const cabin = CABINS.find(([pattern]) => says(pattern))?.[1];
  const airline = says(ANY_AIRLINE) ? null : wishedAirline(text, reading);
  return {
    ...(cabin === undefined ? {} : { cabin }),
    ...budget(text, reading),
    ...timeOfDay(text, says, reading),
    ...(says(NOT_DIRECT) ? { direct: false } : says(DIRECT) ? { direct: true } : {}),
    ...(airline === undefined ? {} : { airline }),
    ...sortOf(says),
    ...(says(MORE) ? { more: true as const } : {}),
  };
}

/** The timetable cannot leave an airline out. */
function wishedAirline(text: string, reading: Reading | undefined): string | undefined {
  const airline = findAirline(text);
  if (airline === undefined || REFUSES.test(text.slice(0, airline.index))) return undefined;
  reading?.used.push(airline);
  return airline.code;
}

function sortOf(says: (pattern: RegExp) => boolean): Pick<Wishes, 'sort'> {
  // To compare the cheapest with the fastest, the usual order shows both.
  if (says(/最便宜.*最快|最快.*最便宜|\bcheapest\b.*\bfastest\b|\bfastest\b.*\bcheapest\b/i)) return {};
  if (says(/最快|飞行时间最短|时间最短|按时长|\b(?:fastest|quickest|shortest|by duration)\b/i))
    return { sort: 'duration' };
  if (
    says(
      /最早|早(?:一?点|些)的?(?:航班|班次)?(?:呢|吗|吧|有吗)?[？?]?$|更早|按(?:起飞)?时间|\b(?:earliest|earlier|by departure|by time)\b/i,
    )
  )
    return { sort: 'departure' };
  if (says(/最便宜|便宜(?:一?点|些|的)|最低价|特价|按价格|\b(?:cheap(?:est|er)?|lowest price|by price)\b/i))
    return { sort: 'price' };
  return {};
}

function budget(text: string, reading: Reading | undefined): Pick<Wishes, 'maxPrice' | 'currency' | 'perPerson'> {
  if (taken(NO_BUDGET.exec(text), reading) !== null) return { maxPrice: null };
  const dollars = /\$|\busd\b|\bdollars?\b|\bbucks\b|美元|美金/i.exec(text);
  const money = dollars ?? /¥|￥|\bcny\b|\brmb\b|\byuan\b|人民币/i.exec(text);
  const currency = money === null ? {} : { currency: dollars === null ? ('CNY' as const) : ('USD' as const) };
  const match = BUDGETS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  if (match == null || FOREIGN_MONEY.test(text)) return currency;
  const unit = { 千: 1000, 万: 10_000 }[match[2] ?? ''] ?? (/k/i.test(match[2] ?? '') ? 1000 : 1);
  const amount =
    match[3] === undefined ? Number((match[1] ?? '').replace(/,/g, '')) * unit : readChineseAmount(match[3]);
  const least = SAYS_MONEY.test(match[0]) ? 1 : SMALLEST_BARE_BUDGET;
  if (amount === undefined || !Number.isFinite(amount) || amount < least) return currency;
  for (const pattern of BUDGETS) taken(pattern.exec(text), reading);
  if (money !== null) taken(money, reading);
  const each = /(?:每人|人均|每个人)(?:预算)?|\b(?:per (?:person|ticket|head)|each|a head|pp)\b/i.exec(text);
  return { maxPrice: amount, perPerson: taken(each, reading) !== null, ...currency };
}

function timeOfDay(
  text: string,
  says: (pattern: RegExp) => boolean,
  reading: Reading | undefined,
): Pick<Wishes, 'departAfter' | 'departBefore'> {
  if (says(NO_RED_EYE)) return { departAfter: '06:00', departBefore: '21:00' };
  if (says(ANY_TIME)) return { departAfter: null, departBefore: null };
  if (says(/\b(?:before|by|until) (?:noon|midday)\b|中午(?:之前|以前|前)/i))
    return { departAfter: null, departBefore: '12:00' };
  if (says(/\bafter (?:noon|midday)\b|中午(?:之后|以后|后)/i)) return { departAfter: '12:00', departBefore: null };
  const after = clock(AFTER_CLOCK, text, reading);
  const before = clock(BEFORE_CLOCK, text, reading);
  if (after !== undefined || before !== undefined) return { departAfter: after ?? null, departBefore: before ?? null };
  const period = PERIODS.find(([pattern]) => says(pattern));
  return period === undefined ? {} : { departAfter: period[1], departBefore: period[2] };
}

function clock(patterns: readonly RegExp[], text: string, reading: Reading | undefined): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) {
      const [, period, hour, minute, half, suffix] = match;
      const saysAClock = period ?? minute ?? suffix ?? (/点/.test(match[0]) ? 'clock' : undefined);
      const time = clockTime({ hour, minute: half ? '30' : minute, period, suffix });
      // "before 24 December" names a day: a bare number is an hour only where the sentence ends behind it.
      const ends = /^\s*(?:[,.;!?，。]|$)/.test(text.slice(match.index + match[0].length));
      if (time === undefined || (saysAClock === undefined && !ends)) continue;
      taken(match, reading);
      return time;
    }
  }
  return undefined;
}

/** `HH:MM` of a clock said with its part of the day, or undefined where there is no such time. */
export function clockTime(said: {
  hour: string | undefined;
  minute: string | undefined;
  period: string | undefined;
  suffix: string | undefined;
}): string | undefined {
  let hour = readNumber(said.hour ?? '');
  const minute = Number(said.minute ?? 0);
  if (hour === undefined || hour > 24 || minute > 59) return undefined;
  const isPm = /^p/i.test(said.suffix ?? '') || /下午|晚上/.test(said.period ?? '');
  if (isPm && hour < 12) hour += 12;
  if (/^a/i.test(said.suffix ?? '') && hour === 12) hour = 0;
  return `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
