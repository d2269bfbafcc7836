/** The phrases that a request is made of, each with the facts that it states. */

import { anyCase } from '../../shared/text/any-case.ts';
import {
  DATE_OF_MONTH,
  DAY,
  DAY_RANGE,
  type Day,
  MINUTES,
  MONTH,
  readDay,
  readDayOfMonth,
  readMinutes,
  readMonth,
  readRange,
  readTime,
  TIME,
  WEEKDAY,
  ZH_DATE,
} from './dates.ts';
import { MONEY, readMoney } from './money.ts';
import { COUNT, readCount } from './numbers.ts';
import { PARTY_READERS } from './party-readers.ts';
import {
  AIRLINE_READERS,
  AIRPORT,
  airportsIn,
  airportsOf,
  anyOf,
  CITY,
  fact,
  placeNamed,
  type Reader,
  reader,
  TAKEN,
  unknownPlace,
} from './places.ts';

const place = (slot: 'from' | 'to', name: string) => {
  const known = placeNamed(name);
  return { slot, value: known ?? unknownPlace(name), guessed: known === undefined };
};
const day = (slot: 'date' | 'returnDate', said: string, today: Day | undefined) => {
  const { day: value, relative, loose, weekday } = readDay(said, today);
  return [{ slot, value, relative, loose, weekday }];
};
const CAPITAL = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,2}";
const HAN_NAME = '(?:(?![我你他她它们的了是在不没有想要吗么什哪怎多少一个人趟次玩看回来再先])\\p{Script=Han}){2,6}';

const AIRPORTS = `${AIRPORT}(?: airport|机场)?(?:(?: or | and | nor |/|或者?|和|、)${AIRPORT}(?: airport|机场)?)*`;

const MORNING = { departBefore: '12:00' };
const AFTERNOON = { departAfter: '12:00', departBefore: '18:00' };
const EVENING = { departAfter: '18:00' };
const partOf = (said: string) => {
  const times = /morning|早|上午|清晨/i.test(said) ? MORNING : /afternoon|下午/i.test(said) ? AFTERNOON : EVENING;
  return Object.entries(times).map(([slot, value]) => ({ slot: slot as 'departAfter' | 'departBefore', value }));
};
const arriving =
  '(?:arriv(?:e|ing)|land(?:ing)?|get(?:ting)? (?:there|in|home)|be (?:there|home)|touch(?:ing)? down|on the ground)';
const must = '(?:(?:i |we )?(?:must|need to|have to|should|want to|would like to|wanna) )?';
const byTime = '(?:by|before|no later than|not later than|at the latest by)';
const leaving = '(?:leav(?:e|ing)|depart(?:ing|ure)?|tak(?:e|ing) off|fly(?:ing)?(?: out)?)';

const cheapestIn = (said: string, year: string | undefined, today: Day | undefined) => [
  { slot: 'cheapestOf' as const, value: readMonth(said, year, today), relative: year === undefined },
];

const budget = (said: string, isChinese: boolean) => {
  const money = readMoney(said, isChinese);
  return money === undefined
    ? fact('maxPrice', undefined)
    : [...fact('maxPrice', money.amount), ...fact('currency', money.currency)];
};

/** In this order: what one has taken, the next ones no longer see. */
export const READERS: readonly Reader[] = [
  reader(
    `${anyCase(must)}${anyCase('\\b(?:be|arrive|land|get)')} (?:in|at|to) (${CITY}) ${anyCase(byTime)} (${anyCase(TIME)})`,
    ([, to = '', time = '']) => [place('to', to), ...fact('arriveBefore', readTime(time))],
    'gu',
  ),
  reader(`${must}\\b${arriving} (?:there )?${byTime} (${TIME})(?: at the latest)?`, ([, time = '']) =>
    fact('arriveBefore', readTime(time)),
  ),
  reader(`${must}\\b${arriving} (?:after|not before|no earlier than) (${TIME})`, ([, time = '']) =>
    fact('arriveAfter', readTime(time)),
  ),
  reader(`${must}\\b${leaving} (?:by|before|no later than) (${TIME})`, ([, time = '']) =>
    fact('departBefore', readTime(time)),
  ),
  reader(`${must}\\b${leaving} (?:after|from|not before|no earlier than) (${TIME})`, ([, time = '']) =>
    fact('departAfter', readTime(time)),
  ),
  reader(
    `(?:必须|要|得|想|最好|需要)?在?(${TIME})[之以]?前(?:必须|一定)?(?:要|得|能|就)?(?:到达|抵达|落地|赶到|到家|到)(?:(${CITY})|(?:就行|就可以|就好|即可|最好|吧))?`,
    ([, time = '', to]) => [...fact('arriveBefore', readTime(time)), ...(to === undefined ? [] : [place('to', to)])],
    'gu',
  ),
  reader(
    `(${TIME})[之以]?后(?:再)?(?:到达|抵达|落地|到)(?:的?(?:就行|就可以|就好|都行|都可以|即可|最好|吧)|的)?(?!\\p{Script=Han})`,
    ([, time = '']) => fact('arriveAfter', readTime(time)),
  ),
  reader(`(${TIME})[之以]?后(?:再)?(?:出发|起飞|走|飞(?!\\p{Script=Han}))`, ([, time = '']) =>
    fact('departAfter', readTime(time)),
  ),
  reader(`(${TIME})[之以]?前(?:出发|起飞|走)`, ([, time = '']) => fact('departBefore', readTime(time))),

  ...AIRLINE_READERS,
  reader(
    `${anyCase("\\b(?:but |and |please )*(?:not|avoid(?:ing)?|except|do not|don't|rather not|never|no)(?: (?:want|use|go|fly))?(?: (?:at|into|from|to|via|through|over))?")} (${AIRPORTS})(?:${anyCase(' please')})?|(?:别|不要?|不想|不愿)(?:从|在|经|去|到|走|降落在?)?(${AIRPORTS})(?:走|起飞|降落|转机?|中转|出发|机场)?`,
    (match) => fact('notAirports', airportsIn(anyOf(match))),
    'gu',
  ),
  reader(
    `${anyCase("\\b(?:but |and )*(?:not|don't go|do not go|avoid(?:ing)?|no (?:stops?|connections?|layovers?)|without (?:a )?(?:stop|connection|layover)) (?:via|through|over|in)")} (${CITY})|(?:别|不要?|不想|不愿意?)(?:经过?|在)(${CITY})(?:转机?|中转|经停)?`,
    (match) => fact('notAirports', airportsOf(anyOf(match))),
    'gu',
  ),

  reader(
    `\\b(?:at most|max(?:imum)?(?: of)?|no more than|up to|only) (one|two|1|2) (?:stops?|layovers?|connections?|changes?)\\b|\\b(one|two|1|2) (?:stops?|layovers?|connections?) (?:at most|max(?:imum)?)\\b|(?:最多|不超过|顶多)(?:中?转|经停)([一两二1-2])次机?|(?:最多|不超过|顶多)([一两二1-2])次(?:中转|经停|转机)`,
    (match) => fact('maxStops', readCount(anyOf(match))),
  ),
  reader(
    `\\b(?:and |with )*(?:no (?:connections?|layovers?) (?:shorter|less) than|(?:connections?|layovers?)(?: times?)? (?:of )?(?:at least|no less than|not shorter than|longer than)) (${MINUTES})|\\bat least (${MINUTES}) (?:to connect|to change|between flights|for (?:the|each) (?:connection|layover))|(?:转机|中转|换乘)(?:时间)?(?:至少|最少|不(?:要|能)?(?:少|短|低)于|别(?:少|短|低)于|要有|大于)(${MINUTES})(?:以上)?`,
    (match) => fact('minConnection', readMinutes(anyOf(match))),
  ),
  reader(
    `\\b(?:and |with )*(?:no (?:connections?|layovers?) (?:longer|more) than|(?:connections?|layovers?)(?: times?)? (?:of )?(?:at most|no more than|no longer than|under|shorter than)) (${MINUTES})|(?:转机|中转|换乘)(?:时间)?(?:最多|不(?:要|能)?超过|别超过|(?:少|短)于)(${MINUTES})`,
    (match) => fact('maxConnection', readMinutes(anyOf(match))),
  ),
  reader(
    `(?:从|由)?(${CITY})?直飞(?:到|去)?(${CITY})`,
    ([, from, to = '']) => [
      ...(from === undefined ? [] : [place('from', from)]),
      place('to', to),
      ...fact('direct', true),
    ],
    'gu',
  ),
  reader(
    '(?:最好是?|尽量|尽可能)?(?:只要|要|坐)?(?:直飞|不(?:要|用|想)?(?:转机|中转|经停))|\\b(?:preferably |ideally )?(?:(?:only )?(?:direct|non-?stop)(?: flights?)?(?: only)?|(?:no|without) (?:stops?|layovers?|connections?))\\b(?: if (?:at all )?possible| preferably)?',
    () => fact('direct', true),
  ),

  reader(
    `\\b(?:anything |something )?(?:it |the price )?(?:must |should |can )?(?:not cost (?:more than|over)|cost (?:at most|less than|no more than)|(?:for )?(?:under|below|less than)|no more than|not more than|at most|max(?:imum)?(?: of)?|up to|(?:my |our )?budget(?: is| of)?|cheaper than) (${MONEY})(?![\\d:])(?! ?(?:am|pm|stops?|hours?|min|days?|bags?|people|adults?|layovers?|connections?))`,
    ([, said = '']) => budget(said, false),
  ),
  reader(
    `(?:预算(?:是|在)?|总价?不(?:要|能)?超过|不(?:要|能)?超过|别超过|最多|低于|控制在)(${MONEY})(?:以内|以下|之内)?(?![次件天人小点分左上])|(${MONEY})(?:以内|以下|之内|封顶)`,
    (match) => budget(anyOf(match), true),
  ),
  reader(
    `\\b(?:with |plus |and )?(an?|one|two|three|[1-3]) checked (?:bags?|suitcases?)(?: included)?( each| per person)?\\b|(?:想|要|需要|还要|得)?(每人)?托运([一两二三1-3])件(?:行李)?`,
    ([, en, each, zhEach, zh]) => [
      {
        slot: 'bags',
        value: /^an?$/i.test(en ?? '') ? 1 : readCount(en ?? zh ?? ''),
        each: each !== undefined || zhEach !== undefined,
      },
    ],
  ),
  reader(
    `(?:\\b(?:plus or minus|give or take|flexible by)|±|\\+/-) ?(a|one|two|three|[1-3]) days?\\b(?! or)|前后(?:浮动)?([一两二三1-3])天(?:都|也)?(?:可以|行)?`,
    (match) => fact('flex', anyOf(match).toLowerCase() === 'a' ? 1 : readCount(anyOf(match))),
  ),

  reader(
    '\\bhow much (?:is|are|does|do|would|will)(?: (?:it|they))?(?: cost)?\\b|\\bwhat does it cost\\b|多少钱|什么价格?',
    () => [],
  ),
  reader('单程|\\bone[- ]way\\b', () => fact('wantsReturn', false)),
  reader(
    '当天(?:就|再)?(?:往返|来回|返回|回来|回(?!\\p{Script=Han}))|\\b(?:and )?(?:return(?:ing)?|back)(?: on)? the same day\\b|\\bsame[- ]day return\\b',
    () => [{ slot: 'returnDate', value: undefined, later: { days: 0 } }],
  ),
  reader(
    `(${CITY})(?:(${CITY})(?:往返|来回)|(?:往返|来回)(${CITY}))`,
    ([, from = '', before, after]) => [
      place('from', from),
      place('to', before ?? after ?? ''),
      ...fact('wantsReturn', true),
    ],
    'gu',
  ),
  reader('往返|来回|\\b(?:round|return)[- ]trip\\b', () => fact('wantsReturn', true)),
  reader('超级经济舱|\\bpremium economy\\b', () => fact('cabin', 'premium')),
  reader('商务舱|公务舱|\\bbusiness(?: class)?\\b', () => fact('cabin', 'business')),
  reader('头等舱|\\bfirst class\\b', () => fact('cabin', 'first')),
  reader('经济舱|\\beconomy(?: class)?\\b', () => fact('cabin', 'economy')),

  reader(
    `\\b(?:on |for )?the cheapest (?:day|date|flights?|tickets?|time)(?: to fly)? (?:in|of) (${MONTH})(?: (20\\d\\d))?\\b(?! \\d)|\\bcheapest (?:day|date|flights?|tickets?|time)(?: to fly)? (?:in|of) (${MONTH})(?: (20\\d\\d))?\\b(?! \\d)`,
    ([, one, year, other, otherYear], today) => cheapestIn(one ?? other ?? '', year ?? otherYear, today),
  ),
  reader(
    `(?:(20\\d\\d)年)?(\\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份)?里?(?:哪一?天|什么时候|几号)(?=.*最便宜)|(?:(20\\d\\d)年)?(\\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份)?里?最便宜的?(?:一天|那天|日子)?(?!\\d)`,
    ([, year, one, otherYear, other], today) => cheapestIn(one ?? other ?? '', year ?? otherYear, today),
  ),
  reader(`\\b(?:on )?any (?:day|date) (?:in|of) (${MONTH})(?: (20\\d\\d))?\\b(?! \\d)`, ([, month = '', year], today) =>
    cheapestIn(month, year, today),
  ),
  reader(
    `(?:(20\\d\\d)年)?(\\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份)?里?的?(?:哪一?天(?:都|也)|(?:任何|随便哪?)一?天(?:都|也)?)(?:可以|行|好)`,
    ([, year, month = ''], today) => cheapestIn(month, year, today),
  ),
  reader(`(?:\\bfrom )?${DAY_RANGE}`, ([said = ''], today) => {
    const range = readRange(said.replace(/^from /i, ''), today);
    return [
      { slot: 'date', ...range.out },
      { slot: 'returnDate', ...range.back },
    ];
  }),
  reader(
    `\\b(?:return(?:ing)?|(?:com(?:e|ing) |fly(?:ing)? )?back)(?: on)? ${DATE_OF_MONTH}(?! of\\b)`,
    ([, said = '']) => [{ slot: 'returnDate', value: undefined, later: { dateOfMonth: Number(said) } }],
  ),
  reader(
    `\\b(?:and )?(?:return(?:ing)?|(?:com(?:e|ing) |fly(?:ing)? )?back)(?: home)? (?:after )?(an?|${COUNT}) (day|night|week)s?(?: later| after)|(${COUNT})(天|周|个?星期|个?礼拜)(?:之|以)?后(?:再)?(?:回来|返回|返程|回程|回(?!\\p{Script=Han}))`,
    ([, en, unit, zh, zhUnit]) => {
      const count = /^an?$/i.test(en ?? '') ? 1 : readCount(en ?? zh ?? '');
      return [
        {
          slot: 'returnDate',
          value: undefined,
          later: { days: count * (/week|周|星期|礼拜/i.test(unit ?? zhUnit ?? '') ? 7 : 1) },
        },
      ];
    },
  ),
  reader(
    `\\bfor (an?|${COUNT}) (night|week)s?\\b|(?:去|玩|待|呆|住|逛)+(${COUNT})(周|个?星期|个?礼拜)`,
    ([, en, unit, zh]) => {
      const count = /^an?$/i.test(en ?? '') ? 1 : readCount(en ?? zh ?? '');
      return [{ slot: 'returnDate', value: undefined, later: { days: count * (/night/i.test(unit ?? '') ? 1 : 7) } }];
    },
  ),
  reader(
    `\\b(?:return(?:ing)?|(?:com(?:e|ing) |fly(?:ing)? )?back)(?: on)? (${DAY})|(?:返程|回程|返回|回来)(?:是|在)?(${DAY})|(${DAY})(?:再|就)?(?:飞)?(?:返回|返程|回程|回来|回(?!\\p{Script=Han}))`,
    (match, today) => day('returnDate', anyOf(match), today),
  ),
  reader(
    `(${DAY})回(${CITY})`,
    ([, said = '', home = ''], today) => [...day('returnDate', said, today), place('from', home)],
    'gu',
  ),
  reader(
    `${ZH_DATE}(?:再|就)?(?:飞)?(?:回来|返回|返程|回程|回(${CITY})|回(?!\\p{Script=Han}))`,
    ([, said = '', home]) => [
      { slot: 'returnDate', value: undefined, later: { dateOfMonth: Number(said) } },
      ...(home === undefined ? [] : [place('from', home)]),
    ],
  ),
  reader('\\breturn(?: tickets?| flights?)?\\b', () => fact('wantsReturn', true)),
  reader(`(?:\\b(?:on|for) )?(${WEEKDAY} ${DATE_OF_MONTH})(?! of\\b)`, ([, said = ''], today) => [
    { slot: 'date', value: readDayOfMonth(said, today), relative: true },
  ]),
  reader(`\\b(?:on|for) (${DATE_OF_MONTH})(?! of\\b)`, ([, said = ''], today) => [
    { slot: 'date', value: readDayOfMonth(said, today), relative: true, loose: true },
  ]),
  reader(`(?:\\b(?:on|for) )?(${DAY})`, ([, said = ''], today) => day('date', said, today)),
  reader(
    '(?:\\b(?:in|during) the |\\b)(?:morning|afternoon|evening)\\b|(?:早上|早晨|上午|清晨|下午|傍晚|晚上)(?!\\d|[一二三四五六七八九十到抵落])(?:的?(?:航班|飞机))?(?:出发|起飞|走)?',
    ([said = '']) => partOf(said),
  ),

  ...PARTY_READERS,
  reader('\\b(?:do they|do you(?: guys)?|does any(?:one| airline)) (?:fly|go|have)\\b', () => []),

  reader(
    `(?:\\b[Ff]rom |从|由)?(${CITY})\\s*(?:\\b[Tt]o\\b|→|[-=]>|>|＞|～|~|[-–—]{1,2}|至|(?:出发)?(?:飞往|飞到|飞|前往|去|到|回|来))\\s*(${CITY})`,
    ([, from = '', to = '']) => [place('from', from), place('to', to)],
    'gu',
  ),
  reader(
    `(?:\\b(?:[Ff]rom|[Ll]eav(?:e|ing)(?: from)?|[Dd]epart(?:ing)?(?: from)?) |[从由])(${CITY})(?:出发|起飞|走)?|(${CITY})(?:出发|起飞)`,
    ([, a, b]) => [place('from', a ?? b ?? '')],
    'gu',
  ),
  reader(`(?:\\b[Tt]o |飞往|飞到|飞|前往|改?去(?:一?趟)?|改?到)(${CITY})`, ([, to = '']) => [place('to', to)], 'gu'),
  reader(
    `(?:\\b[Ff]rom |[从由])?(${CITY})(?: to (${CAPITAL})|(?:飞往|飞到|飞|去|到)(${HAN_NAME})(?=的|${TAKEN}|\\s|$))`,
    ([, from = '', en, zh]) => [place('from', from), place('to', en ?? zh ?? '')],
    'gu',
  ),
  reader(
    `\\bfrom (${CAPITAL})|从(${HAN_NAME}?)(?=[飞去到]|出发)`,
    ([, en, zh]) => [place('from', en ?? zh ?? '')],
    'gu',
  ),
  reader(
    `\\bto (${CAPITAL})|(?:飞往|飞到|飞|去|到)(${HAN_NAME})(?=的|${TAKEN}|\\s|$)`,
    ([, en, zh]) => [place('to', en ?? zh ?? '')],
    'gu',
  ),
];

/** Over clauses: another place in the stead of one that was named. */
export const CORRECTIONS: readonly Reader[] = [
  reader(
    `\\b[Nn]ot (?:to )?${CITY},?(?: but)?(?: to)? (${CITY})|${anyCase('\\bto ')}?(${CITY}),? not ${CITY}|(?:不|别)(?:想)?(?:去|飞|到)${CITY}[，,了\\s]*(?:我?想?要?)?(?:改|而是)?(?:去|飞|到)(${CITY})|(?:去|飞|到)(${CITY})[，,]?(?:不|别)(?:是)?(?:去|飞|到)?${CITY}`,
    (match) => [place('to', anyOf(match))],
    'gu',
  ),
];
