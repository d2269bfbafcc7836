/** Cabin, stops, prices, bags, airlines and times: conditions that name themselves. */
import type { Day } from './calendar.ts';
import { monthSaid } from './days.ts';
import { readTimes } from './departures.ts';
import { meaningOf } from './phrases.ts';
import { airportsOf, type Cabin, isAirport } from './places.ts';
import { CORRECTION, type Known, lastOf, NOT, only, RATHER, type Reading, type Slots, TAKEN } from './reading.ts';
import { AIRLINE, CLOCK, LENGTH, PART, PLACE, PORT, SUM } from './tokens.ts';

/** A card with an airline is no wish to fly with it. */
const CARD_AFTER =
  /^\s*(?:\w+ )?(?:(?:gold|silver|platinum|diamond|frequent|executive)\b|members?|status|miles|points|[白黑]?[金银]卡|会员|里程|常旅客)/i;
const CARD_BEFORE = /\b(?:status|members?(?:hip)?|miles|points|card)(?: \w+)? (?:with|of|on|from)\s*$/i;
const MAY_STOP =
  /\b(?:if|with|could|can|may|mind|fine|ok(?:ay)?|happy)\b.*\b(?:stop(?:s|ping)?|chang(?:e|es|ing)|connections?|layovers?)\b|\bstops?\b.*\b(?:fine|ok(?:ay)?)\b|没有?直飞也|不用直飞|转\d次|(?:中转|转机|经停)(?:的话|也|可以|会|行)/i;

/** Each is read before those whose words it holds. */
const CABINS: readonly (readonly [Cabin, string])[] = [
  ['premium', String.raw`\b(?:premium economy|economy (?:plus|premium))\b|(?:超级|高端|豪华|特选|优选)经济舱|超经`],
  [
    'business',
    String.raw`\bbiz(?: class)?\b|\bbusiness(?: class)?\b(?! (?:trip|meeting|travel|partner|lunch|hours))|[商公]务(?:舱|(?=[呢的吧]|$))`,
  ],
  ['first', String.raw`\bfirst class\b|(?<=\b(?:to|in|fly|it|upgrade) )first\b(?=\W*$|[,.;])|头等舱`],
  ['economy', String.raw`\b(?:economy|coach)(?: class)?\b|经济舱`],
];
const TOO = /^(?:舱)?(?:也|又|都|实在|有点)?太|^ (?:is|was|'s) (?:too|so|a bit)/i;
/** Cues that make a length of time the least or the longest there may be; the first that is said decides. */
const LENGTHS: readonly (readonly [RegExp, (isDenied: boolean) => boolean])[] = [
  [/\b(?:at most|max\w*|tops|or less|up to)\b|最[多长]|以内|之内/i, () => false],
  [/\b(?:at least|min\w*|or more)\b|[至最]少|最短|以上|得有/i, () => true],
  [/\b(?:longer|more|over)\b|超|[大长多]于/i, (isDenied) => !isDenied],
  [/\b(?:shorter|less|under)\b|[短少低]于/i, (isDenied) => isDenied],
];

export function readConditions(
  reader: Reading,
  slots: Slots,
  today: Day,
  rather: string[],
  known: Known,
  unclear: Set<string>,
): void {
  const { tokens } = reader;
  const sets = (facts: Slots) => () => {
    Object.assign(slots, facts);
  };
  const wish = (slot: string, index: number) => {
    if (RATHER.test(reader.clause(index).all)) rather.push(slot);
  };
  const isNot = (index: number, reach = 24) => {
    const before = /[^,，.;；!！?？]*$/.exec(tokens.text.slice(Math.max(0, index - reach), index))?.[0] ?? '';
    return (before.match(NOT)?.length ?? 0) % 2 === 1;
  };
  const cabins: Cabin[] = [];
  for (const [name, words] of CABINS)
    reader.each`${words}`((match, at) => {
      const after = tokens.text.slice(at + (match[0] ?? '').length);
      if (isNot(at, 12) || /^舱?也(?:可|行)/.test(after)) return false;
      if (!TOO.test(after)) cabins.push(name);
      return;
    });
  // "First for my boss, economy for me": a search has one cabin.
  const [wanted] = cabins.slice(-1);
  if (wanted !== undefined && only(cabins).length > 1 && !CORRECTION.test(tokens.text)) unclear.add('cabin');
  else if (wanted !== undefined) slots.cabin = wanted;
  reader.each`\b(?:at most|max(?:imum)?(?: of)?|no more than|up to|only) (one|1|2) (?:stops?|layovers?|connections?|changes?)\b|\b(one|1|2) (?:stops?|layovers?|connections?|changes?) (?:at most|max(?:imum)?|is (?:ok|fine))\b|(?:\b(?:not|no|refuse|won.t)|n't)(?: \w+){0,2} more than (one|1|2) (?:stops?|changes?|connections?)|\b(one|1|2) (?:stop|change|connection)s?(?:'s| is| are) (?:ok|okay|fine)|\ballow (one|1|2) stops?|\b(one|1|2) stops? but (?:no|not) more\b(?: than that)?|\b(?:not|n't|never)(?: to)? (?:stop|change|connect) more than (?:once|one|1 time)|(?:转(?:机)?|经停|中转)(\d)次(?:的|以内|之内|以下|也行|也可以|都行|都可以|$|(?=[，,。]))|不(?:要|能|想)?(?:超过|转|中转)(\d)次以上|(?:[最至]多|不超过|顶多|可以)(?:中?转|经停)(?:机)?(\d)次|(?:[最至]多|不超过|顶多|可以)(\d)次(?:中转|经停|转机)?|(?:中?转|转机|经停)(\d)次(?:也?(?:可以|行|没问题))|(?:中转|转机|经停)(?:可以)?[，,]?(?:最多|(?:不|别)(?:要|能|可以)?超过|顶多)(?:1次|(\d)次)`(
    (match) => sets({ maxStops: Number((match.slice(1).find(Boolean) ?? '1').replace('one', '1')) })(),
  );
  reader.each`(?:转机|中转|停留|经停|layovers?|connections?)(?:时间)?(?:要|在|得|控制在|最好|of|between|:|\s)*(\d{1,2})\s*(?:到|至|-|–|~|to|and)\s*(${LENGTH})(?:之间)?`(
    ([, least, most]) => {
      Object.assign(slots, { minConnection: 60 * Number(least), maxConnection: tokens.token(most ?? '').minutes });
    },
  );
  // A length of time beside a word for changing planes.
  reader.each`(?:\b(?:no|not?|don't|at|least|most|more|less|longer|shorter|over|under|than|up|to|of|a|an|with|any|max(?:imum)?|min(?:imum)?|(?:must|should) be|connections?|connecting|lay-?overs?|stop(?:over)?s?|transfers?|changes?|times?) |(?:转机|中转|换乘|经停|停留|时间|每次|至少|最少|最短|最多|最长|不(?:要|能)?(?:少|短|低|超过?|多|长)于?过?|别(?:少|短|低|超)于?过?|(?:少|短|大|长)于|要?有|得有|在)+)*(${LENGTH})(?: (?:max(?:imum)?|tops|at most|or (?:less|more)|(?:to|for|between|of|at)(?: the| each| a)? ?(?:connect\w*|change|layover|transfer|flights|it)))?(?:以[上内]|之内)?`(
    (match, at) => {
      const whole = match[0] ?? '';
      const { minutes } = tokens.token(match[1] ?? '');
      const said = reader.clause(at + whole.indexOf(match[1] ?? '')).all;
      const near =
        tokens.text
          .slice(0, at + whole.length)
          .split(/[.。!！?？]\s/)
          .at(-1) ?? '';
      const isOfChange =
        /\bbetween flights\b|\b(?:connect\w*|lay-?overs?|stop(?:over)?s?|transfers?|chang\w*)\b|转|换乘|经停|停留/i.test(
          /\b(?:max\w*|most|least|over|under|than)\b|[最至][多少]|超过|别|每次/i.test(whole) ? near : said,
        );
      if (minutes === undefined || !isOfChange) return false;
      const before = said.split(match[1] ?? '')[0] ?? '';
      const isDenied = /\b(?:no|not|nothing|none|don't|avoid|without)\b|n't\b|不|别/i.test(before);
      // The nearest cue before it, else one behind it.
      const cues = LENGTHS.map(([cue, isLeast]) => ({ isLeast, at: lastOf(before, cue), isSaid: cue.test(said) }));
      const nearest = cues.toSorted((a, b) => b.at - a.at)[0];
      const isMin =
        (nearest !== undefined && nearest.at >= 0 ? nearest : cues.find(({ isSaid }) => isSaid))?.isLeast(isDenied) ??
        false;
      slots[isMin ? 'minConnection' : 'maxConnection'] = minutes;
      return;
    },
  );
  reader.each`\b(?:only )?(?:direct|non-?stop)(?: (?:flights?|only|please|one))*\b|\b(?:no|without(?: any)?|avoid|(?:really )?hate|(?:can't|cannot) stand|don't (?:want|like)(?: any)?) (?:having )?(?:stops?|stopovers?|layovers?|connections?|connecting flights?|changes?|changing)\b|\b(?:not|don't|without) (?:(?:want|like) )?(?:to )?(?:stop|chang)(?:e|ing|ping)?(?: (?:anywhere|planes|on the way))\b|\bstraight there\b|(?:只要|要|坐|只坐|得)?直(?:飞|达|航)(?:的|航班)?|(?:不(?:要|用|想|需要|能|喜欢|爱)?|别|最?烦|讨厌|受不了)(?:转机|中转|经停|转)(?!机|\d次|(?:时间)?(?:超过|多于|长于|大于))(?:的)?`(
    (match, at) => {
      const isDenied =
        /direct|stop\b|直/i.test(match[0] ?? '') &&
        !/^\s*(?:no|without|avoid|really|hate|can|don)|^[不别最烦讨受]/i.test(match[0] ?? '') &&
        isNot(at, 30);
      const isOptional =
        /(?:don't (?:need|mind)|needn't|doesn't have to|不一定|不必|不用非|没有?直飞(?:的话)?[也都]|直飞[也都](?:行|可以|没关系))/i.test(
          reader.clause(at).all,
        );
      if (
        /\b(?:forget|scrap|drop|never mind|skip) (?:the )?$/i.test(reader.tokens.text.slice(Math.max(0, at - 14), at))
      ) {
        slots.direct = false;
        return;
      }
      if (isOptional && known.trip.direct === true) slots.direct = false;
      if (isDenied || isOptional) return;
      slots.direct = true;
      wish('direct', at);
    },
  );
  reader.each`\bplus[ /-]?minus (\d)(?: days?|(?=\W*$))|\b(?:plus or minus|give or take|flexible by|\+/-|±|within|either side of|either way,?) ?(\d|a|one) days?\b(?: either (?:side|way))?|\b(?:a day or )?(\d|a|one) (?:days? )?(?:either (?:side|way)|earlier or later|before or after|more or less)|\b(?:plus or minus|give or take|within|\+/-) (?:a few|several|some) days|(?:\bflexible(?: by)? )?\b(?:a few|several|a couple of|some) days? (?:either (?:side|way)|around|before or after|earlier or later)|\bflexible by (?:a few|several) days|\bthe (?:(?:few|surrounding|other) )?days (?:around|either side|before and after|next to)\b(?: it| that)?|\ba day or (2) (?:earlier|later|before|after)|前后几天|[+±](?:/-)? ?(\d) days?|± ?(\d)天?|(?:前后|上下|早晚)(?:浮动|差|相差|错开)?(\d)?天(?:都|也)?(?:可以|行|好)?|(?:早|晚|提前|推迟)(?:个)?(\d)?天(?:都|也)(?:可以|行)|早(\d)天晚\d天(?:都|也)?(?:没事|可以|行|没关系|无所谓)`(
    (match) => {
      const n =
        match.slice(1).find(Boolean) ?? (/几|few|some|several|couple|the .*days/i.test(match[0] ?? '') ? '3' : '1');
      slots.flex = Math.min(3, Number(n.replace(/^(?:a|one)$/, '1')));
    },
  );
  // "Only the 15th, I can't move it": no days either side any more.
  if (
    known.trip.flex !== undefined &&
    /\b(?:only|just) (?:on )?the \d|\bcan't move\b|只能?\d+[号日]|不能改/i.test(tokens.said(tokens.text))
  )
    Object.assign(slots, { flex: undefined });
  reader.each`(?:\b(?:must (?:not )?|should |can |it |price |total |anything |budget(?: is| of| :)?|spend |pay |keep it |nothing |not |no |my |our )*(?:cost (?:at most|less than|no more than)|costs?|under|below|less than|more than|over|within|at most|max(?:imum)?(?: of)?|up to|budget(?: is| of|:)?|cheaper than|spend|cap(?: of)?|above)|(?:人均|每个?人|单人)?(?:的)?(?:预算(?:是|在|有|只有|大概|差不多|一共|总共)*|总?价?(?:不(?:要|能)?|别)超过?过?|最多|顶多|低于|控制在|上限|限额|报销|标准|花不?超?过?)?|人均|每个?人)? ?(${SUM})(?: ?(?:in total|in all|altogether|all in|total|max(?:imum)?|at (?:the )?most|or less|each|per person|a head|pp|budget|tops))?(?:元|块)?(?:以内|以下|之内|封顶|左右)?(?:每人|一个人)?`(
    (match, at) => {
      const money = tokens.token(match[1] ?? '').money;
      const said = reader.clause(at).all;
      if (money === undefined) return false;
      const isCap =
        /under|below|less|more than|over|within|most|max|up to|budget|cheap|spend|cap\b|cost|tops|total|all in|above|左右|预算|超过?|最多|顶多|低于|控制|以内|以下|之内|封顶|上限|限额|报销|花/i.test(
          match[0] ?? '',
        );
      const isInAll = /总共|一共|总价|合计|\b(?:in total|in all|altogether|all in|total)\b/i.test(
        reader.clause(at).before.slice(-4) + (match[0] ?? ''),
      );
      const isEach = !isInAll && /\beach\b|per person|a head|\bpp\b|每个?人|人均|单人/i.test(said);
      const isPurse = /\b(?:have|got|afford)\b|\b(?:about|around|roughly) $|只有|手头/.test(
        reader.clause(at).before + (match[0] ?? ''),
      );
      const isBudget = /\b(?:budget|spend)\b|预算|上限|报销/i.test(said);
      if (!isCap && !isEach && !isPurse && !isBudget && known.trip.maxPrice === undefined) return false;
      reader.isPriceEach = isEach;
      slots.maxPrice = money.amount;
      // 预算加到500: of the currency that was said before.
      const isBare = /^[\d.,\s千万k]+$/.test(tokens.token(match[1] ?? '').text);
      slots.currency =
        (known.trip.maxPrice !== undefined && isBare ? known.trip.currency : undefined) ?? money.currency;
      return;
    },
  );
  if (known.trip.direct === true && MAY_STOP.test(tokens.text)) slots.direct = false;
  // "Anything below 150?": in the currency of what is shown.
  reader.each`(?<!(?:kids?|children|age|aged) )\b(?:under|below|less than|cheaper than|(?:no|not) more than|at most|up to|within|max(?:imum)?(?: of)?|over|budget(?: (?:of|is|around|about|roughly|max))*:?) (\d{1,2},\d{3}|${known.trip.date === undefined ? '\\d{3,6}' : '\\d{2,6}'})(?![\w:]|\.\d| ?(?:[A-Z]{3}\b|[ap]m|kg|kilos?|stops?|people|adults?|years?))( ?(?:each|per person|pp|a head))?`(
    ([, figure, each]) => {
      slots.maxPrice = Number(figure?.replace(',', ''));
      reader.isPriceEach = each !== '';
      if (known.trip.currency !== undefined) slots.currency = known.trip.currency;
    },
  );
  reader.each`(?:\b(?:with|plus|and|including|incl|add|need|have|has|having|take|taking|bring\w*|check(?:ing)?(?: in)?|each(?: of us)?|every(?:one|body)|got|want) )*\b(an?|one|no|\d) (?:(?:extra|more|checked|hold|big|large|proper|normal|full-size|pieces? of|\d\d ?kg) )*(?:bags?|suitcases?|luggage|cases?|baggage)\b(?! ?(?:allowance|fees?|between|for the))(?: (?:to check(?: in)?|in the hold|checked|for|each|per person|included|of us))*|check(?:ing)?(?: in)? (an?|one|\d) each|(?:luggage|baggage|(?:suit)?cases?|bags?)(?: of course| too| as well)?[,:]?\s(one|\d) each|(?:每人|各|都|想|要|需要|还要|得|有|一共|共|托运|带|加)*(\d)(?:件|个)(?:大|小)?(?:(?:托运)?(?:行李箱?|箱子)(?:托运)?|托运)|(?:托运)?(?:行李|箱子)(?:要|共|一共|是|一人|1人|每人|各|带|托运)*(\d)件|(?:托运|每人|各)(?:托运|带)*(\d)件|^[\s，,]*(\d)件(?:就)?(?:够|行(?!李)|可以|好)了?`(
    (match, at) => {
      const n = match.slice(1).find(Boolean) ?? '1';
      const isEach = /each|every|per person|每人|各|都|1人\d/i.test(reader.clause(at).all + (match[0] ?? ''));
      const many = /^no$/i.test(n) ? 0 : Number(n.replace(/^(?:an?|one)$/i, '1'));
      if (many > 3 || (!isEach && /(?:[2-9]|both) (?:of us|people|adults)|[2-9]个?(?:人|大人)/.test(tokens.text)))
        return false;
      slots.bags = many;
      return;
    },
  );
  reader.each`\b(?:just |only )?(?:hand|carry[- ]?on|cabin)[- ]?(?:luggage|bags?|baggage)?(?: only)?\b(?! crew)|\bno (?:checked |hold )?(?:bags?|luggage|baggage)\b|(?:只带|就)?(?:手提|随身)(?:行李|包|箱)?|不(?:用|需要|要)?托运(?:行李)?`(
    (match) => {
      if (!/only|just|no |不|只/i.test(match[0] ?? '')) return false;
      slots.bags = 0;
      return;
    },
  );
  reader.each`\b(?:not|nothing|no|no flights?) (?:(?:(?:have|want) to )?(?:get up|leave|fly|be up|depart) )?(?:(?:too|very|so|that) )?(early|late|before dawn|at dawn)\b(?: (?:flights?|starts?|mornings?|departures?))?|(?:不要?|别)太([早晚])(?:的|了|走|起飞)*(?:航班)?`(
    ([, en, zh]) => {
      const slot = /early|dawn/i.test(en ?? '') || zh === '早' ? 'departAfter' : 'departBefore';
      // "Not too late, the afternoon will do": the part of the day tells it.
      if (new RegExp(`${PART}|${CLOCK}`).test(tokens.text)) return;
      slots[slot] = slot === 'departAfter' ? '08:00' : '20:00';
      rather.push(slot);
    },
  );
  const sorts = (sort: 'departure' | 'duration') => () => (known.trip.date === undefined ? sets({ sort })() : false);
  reader.each`\b(?:the )?(?:very )?(?:first|earliest) flights?(?: out)?\b|\b(?:as )?early as (?:possible|you can)\b|最早(?!到)的?(?:1班|一班|航班|飞机)?|越早越好`(
    sorts('departure'),
  );
  reader.each`\b(?:any(?:thing| flights?)?|something|one|leave|fly|depart|go) earlier\b(?! (?:day|date|in))|(?:有没有)?(?:更早(?:一点|一些|些|点)?|早(?:一点|一些|些|点))的?(?:航班)?`(
    sets({ sort: 'departure' }),
  );
  reader.each`\b(?:leav\w+|depart\w*|fly\w*|go(?:ing)?) later(?: in the day|(?=\W*$))|晚(?:一点|一些|点儿?|些)(?:出发|走|起飞|飞)的?`(
    () => (known.trip.date === undefined ? false : sets({ departAfter: '12:00' })()),
  );
  reader.each`\b(?:the )?(?:fastest|quickest|shortest)(?: (?:flights?|way|route|one|option))?\b|最快的?(?:1班|一班|航班)?`(
    sorts('duration'),
  );
  // "Direct, or one stop": what is better, and what will do.
  if (slots.direct === true && (slots.maxStops ?? 0) > 0) rather.push('direct');
  readMonths(reader, slots, today, known);
  // "OK, 300": another figure for the budget that was said.
  if (known.trip.maxPrice !== undefined && slots.maxPrice === undefined) {
    reader.each`(?<![\d,-])(\d{1,3},\d{3}|\d{3,6})(?!\d|年|-)`(([, figure = '']) => {
      slots.maxPrice = Number(figure.replace(',', ''));
      if (known.trip.currency !== undefined) slots.currency = known.trip.currency;
    });
  }
  readAirlines(reader, slots, wish, known);
  readRemovals(reader, slots, known);
  readTimes(reader, slots, wish, known);
  reader.each`单程|\breturn (?:is )?(?:still )?(?:open|undecided|not (?:fixed|decided|known)|unknown)\b|(?:返程|回程)(?:时间|日期)?(?:还)?(?:没|未|不|待)(?:有)?定|\bone[- ]way\b|\bno return\b|\b(?:don't|do not) (?:need|want) (?:a |the |any )?return\b|\b(?:not|won't|no longer)(?: be)? (?:com(?:e|ing)|fly(?:ing)?|return(?:ing)?)(?: back)?\b|不(?:用|要|需要|订)?(?:返程|回程|往返|返回|回来|回了)|(?:返程|回程)(?:先|就|暂时|也)*不(?:用|要|需要|订)了?`(
    sets({ wantsReturn: false }),
  );
  reader.each`(?<!当天(?:就|再)?)(?:往返|来回)|\b(?:round|return)[- ]trip\b|\breturn (?:tickets?|flights?|please)\b|\b(?:tickets?|seats?) return\b|\breturns?(?=[,.]|$)`(
    sets({ wantsReturn: true }),
  );
}

const MONTH_NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** The cheapest day of a month, in either order, or any day of it. */
function readMonths(reader: Reading, slots: Slots, today: Day, known: Known): void {
  const cheapest =
    known.trip.cheapestOf !== undefined ||
    /\bcheap(?:est)?\b|\bleast expensive\b|\bcosts? (?:the )?least\b|\bwhichever day\b|\blowest\b|\bany (?:day|date|time)\b|\bhow much\b|多少钱|\bwhenever\b|\bflexible\b|\bdon't (?:mind|care) (?:when|which)\b|便宜|划算|实惠|哪天都|随意|灵活|任[何意][一1]天|(?<!便)哪[一1]?天|随便哪[一1]?天/i.test(
      reader.tokens.text,
    );
  reader.each`(?:\b(?:the )?(?:cheapest|any) (?:day|date|time|flights?|tickets?)[^,.;\ue000-\ue7ff]{0,24}?)?(?:\b(?:in|of|at|about|during|sometime in|for|some time in|any day in|make (?:it|that)|change (?:it|that) to)|(?<=cheapest day)) (${MONTH_NAME})\b(?: (20\d\d))?(?! \d)|(?:(20\d\d)年)?(?<!\d)(1[0-2]|[1-9])月(?:份|里|中)?(?!\d)(?:的?(?:哪[一1]?天|随便哪天|任[何意][一1]天)(?:都|也)?(?:可以|行|好)?)?(?:里?(?:挑|选|找)?(?:个|一个)?最便宜的?(?:一天|那天|日子)?)?`(
    (match) => {
      const [, en, year, zhYear, zh] = match;
      const month = monthSaid(en || zh || '', year || zhYear || undefined, today);
      if (month === undefined || (/\bmay\b/.test(en ?? '') && !/\b(?:in|of|during) /.test(match[0] ?? '')))
        return false;
      slots[cheapest ? 'cheapestOf' : 'month'] = month;
      return;
    },
  );
  reader.each`哪1?天(?:最)?便宜(?:就)?(?:[订买走飞坐选][哪那]?1?天?|[哪那]1?天(?:走|去|飞|出发)?)|\b(?:on )?whichever (?:day|one)?(?: is|'s)? ?(?:the )?cheap(?:er|est)\b`(
    () => {
      if (known.trip.month !== undefined && known.trip.date === undefined) slots.cheapestOf ??= known.trip.month;
      else if (slots.cheapestOf === undefined) slots.flex ??= 3;
    },
  );
}

function readAirlines(reader: Reading, slots: Slots, wish: (slot: string, at: number) => void, known: Known): void {
  const { tokens } = reader;
  const [wanted, refused, closed, refusedPorts]: [string[], string[], string[], string[]] = [[], [], [], []];
  reader.each`(?:(?:[,、和跟或/及]|或者|\band\b|\bor\b|\bnor\b|with|on|\s)*${AIRLINE})+`((match, at) => {
    const signs = [...(match[0] ?? '').matchAll(new RegExp(AIRLINE, 'g'))];
    const codes = signs.flatMap(([sign]) => tokens.token(sign).codes ?? []);
    const end = at + (match[0] ?? '').length;
    // "If not, Thai", 不行就泰航: the second choice is as good.
    const before = reader
      .unread(at + (signs[0]?.index ?? 0))
      .replace(/(?:不行|没有|不然|否则)(?:的话)?(?:就|再)?|\bif (?:not|there'?s none),?|\bor else\b/gi, '');
    const after = reader.clause(end - 1).after;
    // What was said of the airline before is of that one.
    const beforeThis = before.replace(new RegExp(`^.*${AIRLINE}(?:不要|不坐|除外|免|不考虑|别)?`), '');
    // "Skip IndiGo" takes back the wish for it, or is one against it.
    if (/\b(?:forget|drop|scrap|never mind|skip)(?: about)?(?: the)? $/i.test(before)) {
      if (known.trip.airlines?.some((code) => codes.includes(code))) Object.assign(slots, { airlines: undefined });
      else refused.push(...codes);
      return;
    }
    if (CARD_AFTER.test(after) || CARD_BEFORE.test(before)) return false;
    const isOfNext = new RegExp(
      `^[\\s的都也]*(?:不|别)(?:要|坐|飞|选|订|考虑|想|能|走|落|在|去)*(?:${AIRLINE}|${PORT}|${PLACE})`,
    );
    const isAfter =
      !isOfNext.test(after) &&
      /^(?:的|都|也|就|坚决|绝对|我们?|航班|飞机|can|is|are|'s| )*(?:不(?:坐|要|飞|选|订|考虑|行|想|能|可|喜欢|用|愿)|除外|以外|之外|免|算了|排除|去掉|剔除|别|out\b|excluded|not an option|not for|off the)/i.test(
        after,
      );
    const count =
      (beforeThis.replace(/\b(?:don't|do not|doesn't) (?:care|mind)\b/gi, '').match(NOT) ?? []).length +
      (isAfter ? 1 : 0);
    const isOptional = /^(?:也|都)?(?:可以|行(?!李)|ok|okay|is fine|are fine|is ok)/i.test(after.trim()) && count === 0;
    if (isOptional && known.trip.notAirlines?.some((code) => codes.includes(code))) {
      const left = known.trip.notAirlines.filter((code) => !codes.includes(code));
      Object.assign(slots, { notAirlines: left.length === 0 ? undefined : left });
      return;
    }
    if (isOptional && (known.trip.airlines !== undefined || wanted.length > 0)) {
      wanted.push(...(wanted.length > 0 ? [] : (known.trip.airlines ?? [])), ...codes);
      return;
    }
    if (
      (isOptional && signs.length < 2 && !/^行/.test(after)) ||
      /(?<!有)没有|\bif there'?s? (?:is )?no\b/.test(before)
    )
      return isOptional ? undefined : false;
    (count % 2 === 1 ? refused : wanted).push(...codes);
    if (count % 2 === 0) wish('airlines', at);
    return;
  });
  reader.each`(?:\b(?:any airport (?:but|except)|not|nothing|avoid\w*|no|never|except|without|don't|do not|rather not|can't|won't)\b(?:(?!\bbut\b)[^,.;${TAKEN}]){0,28}?|(?:不|别)(?:要|给我|订|买|安排|想|能|可以|走|从|在|经|经过|去|到|(?:降落?|落)(?:地|到)?在?|愿意?|飞|坐)*)(${PORT}|${PLACE})(?:转机?|中转|经停|机场|走|起飞|降落)*`(
    (match, at) => {
      const token = tokens.token(match[1] ?? '');
      const said = reader.clause(at + (match[0] ?? '').length - 1).all + (match[0] ?? '');
      if (token.kind === 'airport') refusedPorts.push(...(token.codes ?? []));
      else if (
        token.place !== undefined &&
        (isAirport(token.place) || /\b(?:via|through|over|connect\w*|layover|stop\w*|chang\w*)\b|转|经/i.test(said))
      )
        closed.push(...(isAirport(token.place) ? [token.place.query] : airportsOf(token.place.en)));
      else return false;
      return;
    },
  );
  const before = known.trip.airlines ?? [];
  if (wanted.length === 0 && before.some((code) => refused.includes(code)) && before.length > 1)
    wanted.push(...before.filter((code) => !refused.includes(code)));
  const left = only(wanted.filter((code) => !refused.includes(code)));
  if (left.length > 0) slots.airlines = left;
  if (refused.length > 0) slots.notAirlines = only(refused);
  if (closed.length + refusedPorts.length > 0) slots.notAirports = only([...closed, ...refusedPorts]);
}

/** "Scrap the airline thing": a condition of before that no longer holds. */
function readRemovals(reader: Reading, slots: Slots, { trip }: Known): void {
  // "Forget the 9pm": the limit that has this time.
  reader.each`(?:\b(?:forget|scrap|drop|ignore|never mind|skip)(?: about)? (?:the )?|(?:取消|去掉|不管)(?:那个)?)(${CLOCK})[^,，.。]*(?:[,，] ?any time (?:home |back |out )?(?:is fine|will do|works))?`(
    ([, sign = '']) => {
      const { time } = reader.tokens.token(sign);
      const keys = Object.entries(trip).flatMap(([key, value]) => (value === time ? [key] : []));
      Object.assign(slots, Object.fromEntries(keys.map((key) => [key, undefined])));
    },
  );
  reader.each`\b(?:forget|scrap|drop|ignore|never mind|leave out|skip)(?: about)? (?:the |my |our )?(airlines?|times?|price|budget|bags?|suitcases?|luggage|return|way back|stops?|direct)(?: \w+)?|\b(?:the )?(airline|time|price|budget)s? (?:doesn.t|does not|no longer|don.t) matters?(?: any ?more)?|\b(?:any|whatever|whichever) (airline)(?: (?:will do|is fine|works|goes|then)|(?=\W*$))|(?:不要|取消|去掉|不用)(航空公司|航司|时间|预算|价格|行李|返程|回程|直飞)(?:了|限制|要求)*`(
    (match) => {
      const keys = meaningOf('removed', match.slice(1).find(Boolean) ?? '')?.split(' ') ?? [];
      Object.assign(slots, Object.fromEntries(keys.map((key) => [key, undefined])));
      if (keys.includes('returnDate')) slots.wantsReturn = false;
    },
  );
}
