/**
 * What a message says of a trip. A fact that was heard is kept; words that were not understood cost only themselves.
 * What has two readings is left open, and asked.
 */
import { addDays, type Day, monthSaid, nextDate, weekday } from './days.ts';
import { COMMON_WORDS, ZH_COMMON } from './fillers.ts';
import { addUp, findParty } from './party.ts';
import { airportsOf, type Facts, type FlownLeg, isAirport, type Open, type Place, unknownPlace } from './places.ts';
import { fromPinyin, normalise, respelt, withDigits } from './text.ts';
import { AIRLINE, CLOCK, DAY, LENGTH, PART, PLACE, PORT, SUM, type Tokens, tokensOf } from './tokens.ts';

export interface FactsRead {
  readonly facts: Facts;
  /** Places without a role: an answer to a question, or a new goal. */
  readonly bare: readonly Place[];
  /** Words that nothing was made of, as said. */
  readonly leftOver: readonly string[];
  /** Fields of the form that stay empty because what was said of them has two readings. */
  readonly unclear: readonly string[];
  /** Two readings of a day. */
  readonly readings: readonly Day[];
  /** It names days that only mean something once today is known. */
  readonly needsToday: boolean;
  /** Facts that are wishes rather than conditions. */
  readonly rather: readonly string[];
}

/** What is known before a message. */
export interface Known {
  readonly trip: Facts;
  /** A question that a bare answer answers. */
  readonly asks?: string | undefined;
}

type Slots = { -readonly [K in keyof Facts]?: Facts[K] };
/** Stands where a phrase was read. */
const TAKEN = '\u0001';
/** Words after which what was said before no longer holds. */
const CORRECTION =
  /\b(?:no(?=[.!])|no,? wait|wait|sorry|i mean|i meant|rather|scratch that|make (?:that|it)|correction|actually|hang on|hold on|instead|oops|no,)(?!\w)|不对|不是|说错|错了|改成|改到|改为|应该是|等等|哦不|而是|算了|换成/i;
const OR = /\bor\b|或|还是(?!要|想)|要么/i;
const BACK =
  /\b(?:back|ret|rtn|return(?:ing|s|ed)?|home|inbound|come back|coming back|fly(?:ing)? back|stay(?:ing)?(?: on)? (?:until|till))\b|返|回(?!族|头|复|答|民)|[待住玩]到/i;
const ARRIVE =
  /\b(?:arriv\w*|land(?:s|ed|ing)?|get(?:s|ting)? (?:there|in|to|home|back)|be (?:there|home|in|at|back|here)|touch\w* down|on the ground|there by|reach\w*|in by|there)\b|到(?!底)|抵|落地|降落|赶到/i;
const LEAVE = /\b(?:leav\w*|depart\w*|tak\w+ off|fly(?:ing)? out|set off|out)\b|出发|起飞|走|动身|飞/i;
const NOT =
  /\b(?:as long as it(?: isn't| is not|'s not)|any(?:thing|one|body|where)?(?: airline)? but\b|not|no|never|without|avoid\w*|except(?: for)?|other than|apart from|hate|dislike|refuse|rather not|skip\w*|exclud\w*|instead of|nothing|none|bar|rule out|ruling out)\b|n't\b|不|别(?!的)|除了|避开|排除|讨厌|除外|以外|之外|拒|非(?!常|洲)|免了/gi;
const RATHER = /\b(?:ideally|preferably|prefer\w*|if (?:at all )?poss(?:ible)?|would be (?:nice|great|good|lovely)|if you can)\b|最好|尽量|尽可能|优先/i;

const only = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** @param today a real day; where it is not known yet, any day, and `needsToday` says so. */
export function readFacts(message: string, today: Day, known: Known = { trip: {} }): FactsRead {
  const normal = normalise(message);
  const pinyin = fromPinyin(normal);
  const tokens = tokensOf(withDigits(respelt(pinyin)), today);
  const slots: Slots = {};
  const unclear = new Set<string>();
  const rather: string[] = [];
  const reader = new Reading(tokens);
  readConditions(reader, slots, today, rather, known);
  const readings = readDays(reader, slots, unclear, today, known);
  const bare = readPlaces(reader, slots, unclear, known);
  const found = findParty(reader.text, TAKEN);
  const party = addUp(found, tokens.text, known.trip);
  reader.text = found.rest;
  const { open, ...people } = party;
  if (found.members.length === 0 && known.trip.open?.includes('adults')) {
    const bare = /^\s*(\d{1,2})\s*(?:个|of us|please)?[.!。]?\s*$/i.exec(tokens.text)?.[1];
    if (bare !== undefined) slots.adults = Number(bare);
  }
  Object.assign(slots, people);
  const stillOpen: Open[] = [...open];
  if (people.adults !== undefined && known.trip.open?.includes('infants') && slots.infantsLap === undefined && slots.infantsSeat === undefined && people.infantsLap === undefined) stillOpen.push(...(known.trip.open.filter((one) => one === 'infants')));
  if (stillOpen.length > 0) slots.open = only(stillOpen);
  for (const one of stillOpen) for (const name of one === 'infants' ? ['infantsLap', 'infantsSeat'] : [one]) unclear.add(name);
  const dated = /[\ue300-\ue3ff]/.test(tokens.text);
  return {
    facts: slots as Facts,
    bare,
    leftOver: reader.leftOver(),
    unclear: [...unclear],
    readings,
    needsToday: dated && [...tokens.text.matchAll(new RegExp(DAY, 'g'))].some(([sign]) => tokens.token(sign).day?.relative === true),
    rather,
  };
}

/** The message while it is read: phrases that were understood are blotted out. */
class Reading {
  text: string;
  readonly tokens: Tokens;
  constructor(tokens: Tokens) {
    this.tokens = tokens;
    this.text = tokens.text;
  }

  /** Every match is handed on; it stays where `read` returns false. */
  each(source: string, read: (match: readonly string[], index: number) => boolean | undefined | void): void {
    this.text = this.text.replace(new RegExp(source, 'giu'), (...match) => {
      const at = match.findIndex((part) => typeof part === 'number');
      const said = match.slice(0, at).map((part) => (part as string | undefined) ?? '');
      const whole = said[0] ?? '';
      if (whole.trim() === '' || whole.includes(TAKEN)) return whole;
      return read(said, Number(match[at])) === false ? whole : TAKEN.repeat(whole.length);
    });
  }

  /** The part of the sentence around an index: what belongs together. */
  clause(index: number): { readonly before: string; readonly after: string; readonly all: string } {
    const { text } = this.tokens;
    const breaks = [...text.matchAll(/[,，。;；!！?？\n、：]|\.(?=\s|$)| (?:and|then|so) |(?<!anything|nothing|everything|all|airline) but |但是?|然后/gu)];
    const start = breaks.filter((one) => one.index < index).at(-1);
    const end = breaks.find((one) => one.index > index);
    const from = start === undefined ? 0 : start.index + start[0].length;
    const before = text.slice(from, index);
    const after = text.slice(index + 1, end?.index ?? text.length);
    return { before, after, all: before + text.slice(index, index + 1) + after };
  }

  leftOver(): string[] {
    const pieces = [...this.text.matchAll(new RegExp(`[^${TAKEN}]+`, 'g'))].flatMap(([piece]) =>
      piece.split(/[,，。;；!！?？\n、：:()（）"“”]|\.(?=\s|$)|(?<=\s)[-–—]+(?=\s)/u),
    );
    return pieces.flatMap((piece) => {
      const said = this.tokens.said(withoutCommon(piece)).trim();
      return said.replace(/[^\p{L}\p{N}]/gu, '').length < 2 ? [] : [said];
    });
  }
}

/** Conditions that name themselves. */
function readConditions(reader: Reading, slots: Slots, today: Day, rather: string[], known: Known): void {
  const { tokens } = reader;
  const wish = (slot: string, index: number) => {
    if (RATHER.test(reader.clause(index).all)) rather.push(slot);
  };
  const isNot = (index: number, reach = 24) => ((reader.tokens.text.slice(Math.max(0, index - reach), index).match(/[^,，.;；!！?？]*$/)?.[0] ?? '').match(NOT) ?? []).length % 2 === 1;
  reader.each('\\bpremium economy\\b|(?:超级|高端|豪华)经济舱', () => void (slots.cabin = 'premium'));
  reader.each('\\bbusiness(?: class)?\\b(?! (?:trip|meeting|travel|partner|lunch|hours))|[商公]务舱', (_, at) => (isNot(at, 12) ? false : void (slots.cabin = 'business')));
  reader.each('\\bfirst class\\b|头等舱', (_, at) => (isNot(at, 12) ? false : void (slots.cabin = 'first')));
  reader.each('\\b(?:economy|coach)(?: class)?\\b|经济舱', (_, at) => (isNot(at, 12) ? false : void (slots.cabin = 'economy')));
  reader.each(
    "\\b(?:at most|max(?:imum)?(?: of)?|no more than|up to|only) (one|1|2) (?:stops?|layovers?|connections?|changes?)\\b|\\b(one|1|2) (?:stops?|layovers?|connections?|changes?) (?:at most|max(?:imum)?|is (?:ok|fine))\\b|\\b(?:not more than|no more than) (1|2) (?:stops?|changes?|connections?)|\\b(one|1|2) (?:stop|change|connection)s?(?:'s| is| are) (?:ok|okay|fine)|(?:最多|不超过|顶多|可以)(?:中?转|经停)(?:机)?(\\d)次|(?:最多|不超过|顶多|可以)(\\d)次(?:中转|经停|转机)?|(?:中转|转机|经停)(?:可以)?[，,]?(?:最多|不超过|顶多)(?:1次|(\\d)次)",
    (match) => void (slots.maxStops = Number((match.slice(1).find(Boolean) ?? '1').replace('one', '1'))),
  );
  const lengths = (slot: 'minConnection' | 'maxConnection', source: string) =>
    reader.each(source, (match) => {
      const sign = new RegExp(LENGTH).exec(match[0] ?? '')?.[0] ?? '';
      const minutes = tokens.token(sign).minutes;
      if (minutes !== undefined) slots[slot] = minutes;
    });
  const stopWords = '(?:connections?|layovers?|stopovers?|transfers?|changes?|connecting)(?: times?)?';
  lengths('minConnection', `\\b(?:(?:no|not) ${stopWords} (?:shorter|less|under) than|${stopWords} (?:must be |should be |of |needs to be )?(?:at least|no less than|not shorter than|longer than|over|more than)|at least) ${LENGTH}(?: (?:to|for|between|of|at)(?: the| each| a)? ?(?:connect\\w*|change|layover|transfer|flights|it))?|(?:转机|中转|换乘)(?:时间)?(?:至少|最少|最短|不(?:要|能)?(?:少|短|低)于|别(?:少|短|低)于|要?有|大于|得有)${LENGTH}(?:以上)?|(?:转机|中转)(?:时间)?${LENGTH}以上`);
  lengths('maxConnection', `\\b(?:no ${stopWords} (?:longer|more|over) than|${stopWords} (?:must be |should be |of )?(?:at most|no more than|no longer than|not longer than|under|shorter than|less than|max)) ${LENGTH}|(?:转机|中转|换乘)(?:时间)?(?:最多|最长|不(?:要|能)?超过|别超过|(?:少|短)于)${LENGTH}|(?:转机|中转)(?:时间)?(?:在)?${LENGTH}以内`);
  reader.each(
    '\\b(?:only )?(?:direct|non-?stop)(?: (?:flights?|only|please|one))*\\b|\\b(?:no|without(?: any)?|avoid) (?:stops?|stopovers?|layovers?|connections?|connecting flights?|changes?|changing)\\b|\\bstraight there\\b|(?:只要|要|坐|只坐|得)?直(?:飞|达|航)(?:的|航班)?|不(?:要|用|想|需要|能)?(?:转机|中转|经停|转)(?:的)?',
    (match, at) => {
      const isDenied = /direct|stop\b|直/i.test(match[0] ?? '') && !/^\s*(?:no|without|avoid)|^不/i.test(match[0] ?? '') && isNot(at, 30);
      const isOptional = /(?:don't (?:need|mind)|needn't|doesn't have to|不一定|不必|不用非)/i.test(reader.clause(at).all);
      if (/\b(?:forget|scrap|drop|never mind|skip) (?:the )?$/i.test(reader.tokens.text.slice(Math.max(0, at - 14), at))) {
        slots.direct = false;
        return;
      }
      if (isDenied || isOptional) return;
      slots.direct = true;
      wish('direct', at);
    },
  );
  reader.each('\\b(?:plus or minus|give or take|flexible by|\\+/-|±|within|either side of|either way,?) ?(\\d|a|one) days?\\b(?: either (?:side|way))?|\\b(\\d|a|one) days? (?:either (?:side|way)|earlier or later|before or after|more or less)|[+±](?:/-)? ?(\\d) days?|(?:前后|上下|早晚)(?:浮动|差|相差|错开)?(\\d)?天(?:都|也)?(?:可以|行|好)?|(?:早|晚|提前|推迟)(?:个)?(\\d)?天(?:都|也)(?:可以|行)|早(\\d)天晚\\d天(?:都|也)?(?:没事|可以|行|没关系|无所谓)', (match) => {
    slots.flex = Math.min(3, Number(match.slice(1).find(Boolean)?.replace(/^(?:a|one)$/, '1') ?? 1));
  });
  reader.each(`(?:\\b(?:must (?:not )?|should |can |it |price |total |anything |budget(?: is| of| :)?|spend |pay |keep it |nothing |not |no |my |our )*(?:cost (?:at most|less than|no more than)|costs?|under|below|less than|more than|over|within|at most|max(?:imum)?(?: of)?|up to|budget(?: is| of|:)?|cheaper than|spend|cap(?: of)?|above)|预算(?:是|在|有|只有|大概|差不多)?|总?价?(?:不(?:要|能)?|别)超过?过?|最多|顶多|低于|控制在|花不?超?过?)? ?(${SUM})(?: ?(?:in total|in all|altogether|all in|total|max(?:imum)?|or less|each|per person|a head|pp|budget|tops))?(?:元|块)?(?:以内|以下|之内|封顶|左右)?(?:每人|一个人)?`, (match, at) => {
    const money = tokens.token(match[1] ?? '').money;
    const said = reader.clause(at).all;
    if (money === undefined) return false;
    const isCap = /under|below|less|more than|over|within|most|max|up to|budget|cheap|spend|cap\b|cost|tops|total|all in|above|预算|超过?|最多|顶多|低于|控制|以内|以下|之内|封顶|花/i.test(match[0] ?? '');
    if (!isCap || /\beach\b|per person|a head|\bpp\b|每人|人均|一个人/i.test(said)) return false;
    slots.maxPrice = money.amount;
    slots.currency = money.currency;
    return;
  });
  reader.each('\\b(?:with |plus |and |including |incl )*(an?|one|no|\\d) (?:(?:checked|hold|big|large|23 ?kg) )+(?:bags?|suitcases?|luggage|cases?|baggage)(?: (?:each|per person|included))*|\\b(an?|one|\\d) pieces? of (?:checked |hold )?(?:luggage|baggage)(?: each)?|(?:each )?check(?:ing)?(?: in)? (an?|one|\\d) (?:bags?|suitcases?|cases?)(?: each)?|\\b(?:with|add|need|plus) (an?|one|\\d) (?:suitcases?|bags?)(?: for)? each(?: of us)?|\\b(an?|one|\\d) (?:bags?|suitcases?|cases?) (?:each|to check(?: in)?|in the hold|checked)(?: each)?|(?:每人|各|都|想|要|需要|还要|得|一共|共)*(?:托运|带)(\\d)(?:件|个)(?:大)?(?:行李箱?|箱子)(?:托运)?|托运(\\d)件|(?:每人|各|1人)(?:1人)?(\\d)件(?:托运)?(?:行李)?|(\\d)(?:件|个)(?:大)?(?:托运)(?:行李|箱子?)?|托运行李1人(\\d)件', (match, at) => {
    const n = match.slice(1).find(Boolean) ?? '1';
    const each = /each|per person|每人|各|都|1人\d/.test(reader.clause(at).all);
    const many = /^no$/i.test(n) ? 0 : Number(n.replace(/^(?:an?|one)$/i, '1'));
    if (many > 3 || (!each && /(?:[2-9]|both) (?:of us|people|adults)|[2-9]个?(?:人|大人)/.test(tokens.text))) return false;
    slots.bags = many;
    return;
  });
  reader.each('\\b(?:just |only )?(?:hand|carry-?on|cabin)[- ]?(?:luggage|bags?|baggage)?(?: only)?\\b(?! crew)|\\bno (?:checked |hold )?(?:bags?|luggage|baggage)\\b|(?:只带|就)?(?:手提|随身)(?:行李|包|箱)?|不(?:用|需要|要)?托运(?:行李)?', (match) => {
    if (!/only|just|no |不|只/i.test(match[0] ?? '')) return false;
    slots.bags = 0;
    return;
  });
  readMonths(reader, slots, today);
  // "OK, 300": another figure for the budget that was said.
  if (known.trip.maxPrice !== undefined && slots.maxPrice === undefined) {
    reader.each('(?<![\\d-])(\\d{3,6})(?!\\d|年|-)', ([, figure]) => {
      slots.maxPrice = Number(figure);
      if (known.trip.currency !== undefined) slots.currency = known.trip.currency;
    });
  }
  readAirlines(reader, slots, wish, known);
  readTimes(reader, slots, wish, known);
  readRemovals(reader, slots);
  reader.each('单程|\\bone[- ]way\\b|\\bno return\\b|\\bnot coming back\\b|不(?:用|要|需要|订)?(?:返程|回程|往返)', () => void (slots.wantsReturn = false));
  reader.each('往返|来回|\\b(?:round|return)[- ]trip\\b|\\breturn (?:tickets?|flights?|please)\\b|\\breturns?(?=[,.]|$)', () => void (slots.wantsReturn = true));
}

const MONTH_NAME = '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** The cheapest day of a month, in either order, or any day of it. */
function readMonths(reader: Reading, slots: Slots, today: Day): void {
  const cheapest = /\bcheap(?:est)?\b|\bleast expensive\b|\bcosts? (?:the )?least\b|\bwhichever day\b|\blowest\b|\bany (?:day|date|time)\b|\bwhenever\b|\bflexible\b|\bdon't (?:mind|care) (?:when|which)\b|便宜|哪天都|任何一天|哪一?天|随便哪/i.test(reader.tokens.text);
  reader.each(`(?:\\b(?:the )?(?:cheapest|any) (?:day|date|time|flights?|tickets?)[^,.;]{0,24}?)?\\b(?:in|of|during|sometime in|for|some time in|any day in) (${MONTH_NAME})\\b(?: (20\\d\\d))?(?! \\d)|(?:(20\\d\\d)年)?(?<!\\d)(1[0-2]|[1-9])月(?:份|里|中)?(?!\\d)(?:的?(?:哪一?天|随便哪天|任何一天|任意一天)(?:都|也)?(?:可以|行|好)?)?(?:里?(?:挑|选|找)?(?:个|一个)?最便宜的?(?:一天|那天|日子)?)?`, (match) => {
    const [, en, year, zhYear, zh] = match;
    const month = monthSaid(en || zh || '', year || zhYear || undefined, today);
    if (month === undefined || !cheapest || /\bmay\b/.test(en ?? '')) return false;
    slots.cheapestOf = month;
    return;
  });
  if (slots.cheapestOf === undefined) return;
  reader.each('\\b(?:the )?(?:cheapest|least expensive) (?:day|date|time|one)?s?\\b|\\bwhichever day\\b|\\bcosts? (?:the )?least\\b|挑?最便宜的1?天|哪1?天(?:便宜)?|哪一?天|最便宜的?(?:一天|那天|日子)?|挑|\\bany (?:day|date)\\b', () => undefined);
  reader.each('\\b(?:for |stay(?:ing)? (?:for )?|back )?(?:an?|(\\d{1,2})) (night|day|week)s?(?: later)?\\b|(?:去|玩|待|呆|住)*(\\d{1,2})(天|晚|周)', ([said = '', n, unit, zh, zhUnit]) => {
    if (/1天/.test(said)) return;
    slots.nights = Number(n || zh || 1) * (/week|周/.test(unit || zhUnit || '') ? 7 : 1);
    slots.wantsReturn = true;
  });
}

function readAirlines(reader: Reading, slots: Slots, wish: (slot: string, at: number) => void, known: Known): void {
  const { tokens } = reader;
  const [wanted, refused, closed, refusedPorts]: [string[], string[], string[], string[]] = [[], [], [], []];
  reader.each(`(?:(?:[,、和跟或/及]|或者|\\band\\b|\\bor\\b|\\bnor\\b|with|on|\\s)*${AIRLINE})+`, (match, at) => {
    const signs = [...(match[0] ?? '').matchAll(new RegExp(AIRLINE, 'g'))];
    const codes = signs.flatMap(([sign]) => tokens.token(sign).codes ?? []);
    const end = at + (match[0] ?? '').length;
    const { before } = reader.clause(at + (signs[0]?.index ?? 0));
    const after = reader.clause(end - 1).after;
    const isAfter = /^(?:的|都|也|就|坚决|绝对|我们?|航班|飞机|can|is|are|'s| )*(?:不(?:坐|要|飞|选|订|考虑|行|想|能|可|喜欢|用|愿)|除外|以外|之外|免|算了|排除|别|out\b|excluded|not an option|not for|off the)/i.test(after);
    const count = (before.replace(/\b(?:don't|do not|doesn't) (?:care|mind)\b/gi, '').match(NOT) ?? []).length + (isAfter ? 1 : 0);
    const isOptional = /^(?:也|都)?(?:可以|行(?!李)|ok|okay|is fine|are fine|is ok)/i.test(after.trim()) && count === 0;
    if (isOptional && known.trip.notAirlines?.some((code) => codes.includes(code))) {
      const left = known.trip.notAirlines.filter((code) => !codes.includes(code));
      Object.assign(slots, { notAirlines: left.length === 0 ? undefined : left });
      return;
    }
    if ((isOptional && !/^行/.test(after)) || /没有|\bif there'?s? (?:is )?no\b/.test(before)) return false;
    (count % 2 === 1 ? refused : wanted).push(...codes);
    if (count % 2 === 0) wish('airlines', at);
    else if (/以外|之外|其他|别的|other than|except|anything but/i.test(before + after)) return;
    return;
  });
  reader.each(`(?:\\b(?:not|nothing|avoid\\w*|no|never|except|without|don't|do not|rather not|can't|won't)\\b(?:(?!\\bbut\\b)[^,.;${TAKEN}]){0,28}?|(?:不|别)(?:要|给我|想|能|可以|走|从|在|经|经过|去|到|降落?在?|愿意?|飞|坐)*)(${PORT}|${PLACE})(?:转机?|中转|经停|机场|走|起飞|降落)*`, (match, at) => {
    const token = tokens.token(match[1] ?? '');
    const said = reader.clause(at + (match[0] ?? '').length - 1).all + (match[0] ?? '');
    if (token.kind === 'airport') refusedPorts.push(...(token.codes ?? []));
    else if (token.place !== undefined && (isAirport(token.place) || /\b(?:via|through|over|connect\w*|layover|stop\w*|chang\w*)\b|转|经/i.test(said))) closed.push(...(isAirport(token.place) ? [token.place.query] : airportsOf(token.place.en)));
    else return false;
    return;
  });
  if (wanted.length > 0) slots.airlines = only(wanted.filter((code) => !refused.includes(code)));
  if (refused.length > 0) slots.notAirlines = only(refused);
  if (closed.length + refusedPorts.length > 0) slots.notAirports = only([...closed, ...refusedPorts]);
  reader.each('\\b(?:any(?:thing| other airline| airline)? (?:else )?(?:is|will be|would be|works|will do)(?: (?:fine|ok|okay|good))?)\\b|(?:其他|其它|别的|哪家)(?:的|航空公司|公司|航班)*(?:我|都|也)*(?:可以|行|好|随便|无所谓)', () => undefined);
}

/** A time belongs to the arrival or the departure that its clause speaks of, on the way out. */
const REMOVED: readonly (readonly [RegExp, readonly (keyof Facts)[]])[] = [
  [/airlines?|航空公司|航司/i, ['airlines', 'notAirlines']],
  [/times?|时间/i, ['departAfter', 'departBefore', 'arriveAfter', 'arriveBefore']],
  [/price|budget|预算|价格/i, ['maxPrice']],
  [/bags?|suitcases?|luggage|行李/i, ['bags']],
  [/return|way back|返程|回程/i, ['returnDate']],
  [/stops?|direct|直飞/i, ['direct', 'maxStops']],
];
/** "Scrap the airline thing": a condition of before that no longer holds. */
function readRemovals(reader: Reading, slots: Slots): void {
  reader.each('\\b(?:forget|scrap|drop|ignore|never mind|leave out|skip)(?: about)? (?:the |my |our )?(airlines?|times?|price|budget|bags?|suitcases?|luggage|return|way back|stops?|direct)(?: \\w+)?|(?:不要|取消|去掉|不用)(航空公司|航司|时间|预算|价格|行李|返程|回程|直飞)(?:了|限制|要求)*', (match) => {
    const [, keys = []] = REMOVED.find(([pattern]) => pattern.test(match[1] || match[2] || '')) ?? [];
    Object.assign(slots, Object.fromEntries(keys.map((key) => [key, undefined])));
    if (keys.includes('returnDate')) slots.wantsReturn = false;
  });
}

function readTimes(reader: Reading, slots: Slots, wish: (slot: string, at: number) => void, known: Known): void {
  const { tokens } = reader;
  const BEFORE = '(?:by|before|until|till?|no later than|not later than|at the latest(?: by)?|latest(?: by)?|earlier than|prior to|not after|nothing after|don\'t (?:want to )?(?:arrive|land|leave) after|最晚|不晚于|最迟|早于)';
  const AFTER = '(?:after|past|from|no earlier than|not earlier than|not before|nothing before|later than|since|earliest|at the earliest|any ?time after|最早|不早于|晚于)';
  const isArrival = (index: number, after: string) => {
    const { before, all } = reader.clause(index);
    if (/^(?:[之以]?[前后])?(?:必须|一定|就|再|要|得|能)*(?:到|抵|落地|赶到)/.test(after)) return true;
    if (/^(?:[之以]?[前后])?(?:再|就|左右)?(?:出发|起飞|走|飞|的|从)/.test(after) || new RegExp(`^${PLACE}(?:飞|到|去)`).test(after)) return false;
    const [arrive, leave] = [lastOf(before, ARRIVE), lastOf(before, LEAVE)];
    if (arrive >= 0 || leave >= 0) return arrive > leave;
    if (!LEAVE.test(all) && !ARRIVE.test(all) && known.trip.arriveBefore !== undefined) return true;
    return ARRIVE.test(all) && !/\b(?:leav|depart)/i.test(all);
  };
  const isBack = (index: number) => {
    const { before, after } = reader.clause(index);
    return BACK.test(before) && !/\b(?:home|back|be) (?:by|before)|到家/i.test(before + after) || /^\s*(?:回|返)/.test(after);
  };
  const set = (arrives: boolean, end: 'After' | 'Before', value: string | undefined, at: number) => {
    if (value === undefined) return;
    const slot = `${arrives ? 'arrive' : 'depart'}${end}` as 'departAfter';
    slots[slot] = value;
    wish(slot, at);
  };
  reader.each(`\\bbetween (${CLOCK}) and (${CLOCK})|(${CLOCK})\\s*(?:-|–|to|到|至)\\s*(${CLOCK})(?:之间)?`, ([, a, b, c, d], at) => {
    const arrives = isArrival(at, '');
    set(arrives, 'After', tokens.token(a || c || '').time, at);
    set(arrives, 'Before', tokens.token(b || d || '').time, at);
  });
  reader.each(`(?:(${BEFORE})|(${AFTER})|\\b(?:at|around|about)) ?(${CLOCK})(?:[之以]?(前|后|左右)(?:再|就|必须|要|得|能|的)*(?:到达|抵达|落地|到家|到|出发|起飞|走)?(?:就行|就可以|就好|都行|即可|吧)?)?|(${CLOCK})(?: (?:at the latest|latest|or earlier))|(${CLOCK}) or later|(?:在)?(${CLOCK})[之以]?(前|后|左右)?(?:再|就|必须|要|得|能|的|一定)*(?:到达|抵达|落地|赶到|到家|到|出发|起飞|走)?(?:就行|就可以|就好|都行|即可|吧)?`, (match, at) => {
    const [whole = '', before = '', after = '', one, side, latest, onwards, other, otherSide] = match;
    const sign = one || latest || onwards || other || '';
    const index = at + whole.indexOf(sign);
    const time = tokens.token(sign).time;
    const tail = reader.tokens.text.slice(index + 1);
    const context = reader.clause(index);
    if (time === undefined || isBack(index) || /\b(?:work|works|working|finish|shift|opens?|starts?|begins?|meeting|appointment)\b[^,]*$/i.test(context.before)) return false;
    const arrives = isArrival(index, tail);
    const isDenied = /\b(?:not|don't|can't|cannot|won't|nothing|no flights?|never)\b|不(?:要|想|能|走)|别|走不了/i.test(context.before + (/^[之以]?[前后]/.test(tail) ? context.after : '') + (/\b(?:put|book|give|get) (?:me|us)\b/i.test(context.before) ? (/[^.!?]*$/.exec(reader.tokens.text.slice(0, index))?.[0] ?? '') : '')) && !/no later|not later|no earlier|not earlier|not before|not after|nothing/i.test(before + after);
    const end = latest || before || side === '前' || otherSide === '前' ? 'Before' : after || onwards || side === '后' || otherSide === '后' ? 'After' : undefined;
    if (/^(?:not after|nothing after|don't)/i.test(before)) return set(arrives, 'Before', time, at);
    if (end !== undefined) {
      // A bare "by" is a time to be there.
      const isThere = arrives || (/^by$/i.test(before) && !LEAVE.test(context.before));
      return set(isThere, isDenied ? (end === 'Before' ? 'After' : 'Before') : end, time, at);
    }
    // "At 3 pm": an hour either way is what a person means.
    if (/meeting|appointment|wedding|会|婚礼|面试/i.test(context.all)) return false;
    const [hour = 0] = time.split(':').map(Number);
    const clock = (value: number) => `${String(Math.min(23, Math.max(0, value))).padStart(2, '0')}:${time.slice(3)}`;
    set(arrives, 'After', clock(hour - 1), at);
    return set(arrives, 'Before', clock(hour + 1), at);
  });
  reader.each(`(?:\\b(?:in|on|during) )?(${PART})(?:的)?(?:航班|飞机|flights?|出发|起飞|走|到)?`, (match, at) => {
    const sign = match[1] ?? '';
    const index = at + (match[0] ?? '').indexOf(sign);
    const part = tokens.token(sign).part;
    const { all, before, after } = reader.clause(index);
    if (part === undefined || /\b(?:good|hi|hello) ?$/i.test(before) || /^好/.test(after) || (before.trim() === '' && /^[!,.]/.test(reader.tokens.text.slice(index + 1)))) return;
    if (/\b(?:a|not a) $/i.test(before) && /^ ?person/i.test(after)) return false;
    if (isBack(index) && !/same|当天/.test(all)) return false;
    const isDenied = /\b(?:not|no|don't|can't|avoid|nothing|never)\b[^,]*$/i.test(before) || /不(?:要|想|坐|能)|别/.test(before) || /^的?(?:航班|飞机|到的?)?(?:都)?不(?:要|行|想)/.test(after);
    const arrives = isArrival(index, reader.tokens.text.slice(index + 1));
    if (isDenied) {
      if (part.before === '06:00') slots.departAfter = '06:00';
      else if (part.after === '18:00') set(arrives, 'Before', '18:00', at);
      else if (part.before === '12:00') set(arrives, 'After', '12:00', at);
      else return false;
      return;
    }
    if (slots.departAfter !== undefined || slots.departBefore !== undefined || slots.arriveBefore !== undefined) return;
    set(arrives, 'After', part.after, at);
    set(arrives, 'Before', part.before, at);
    return;
  });
}

function lastOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(new RegExp(pattern.source, 'gi'))].at(-1)?.index ?? -1;
}

/** Which day is which: what is said around each tells, and their order where nothing does. */
function readDays(reader: Reading, slots: Slots, unclear: Set<string>, today: Day, known: Known): readonly Day[] {
  const { tokens } = reader;
  const out: { days: readonly Day[]; at: number; weekday?: number | undefined; back: boolean; text: string }[] = [];
  const first = known.trip.date;
  reader.each(`(?:\\b(?:on|for|from|leaving|departing|around|about|by|return(?:ing)?|com(?:e|ing) back|fly(?:ing)? back|back|home) )*(${DAY})(?:出发|走|去|起飞|动身|左右|那天|当天|的)*(?:再|就)?(?:飞)?(?:返程|回程|返回|回来|回去|回家|返|回(?=[${PLACE.slice(1, -1)}，,。\\s]|$))?`, (match, index) => {
    const whole = match[0] ?? '';
    const sign = match[1] ?? '';
    const at = index + whole.indexOf(sign);
    const day = tokens.token(sign).day;
    if (day === undefined) return false;
    const { before, after } = reader.clause(at);
    const afterLast = before.slice(Math.max(lastOf(before, new RegExp(DAY)) + 1, 0));
    const isHomeward = /^[^,，。]{0,3}回/.test(after) && known.trip.date === undefined && out.every((one) => one.back) && !new RegExp(DAY).test(tokens.text.slice(0, at));
    const back = !isHomeward && (BACK.test(afterLast.replace(new RegExp(`${PLACE}[飞]?回(?=${PLACE})`, 'g'), '')) && !/\breturn(?:s| trip| flights?| tickets?)?\b[^,]{0,40}(?:from|to|leaving|departing)\b/i.test(afterLast)) || (!isHomeward && new RegExp(`^(?:再|就|${PART})*(?:飞)?[回返]`).test(after)) || (/^ ?(?:return|back)\b/i.test(after) && !new RegExp(`^ ?(?:return|back)(?:ing)?(?: home)?(?: on)? ?${DAY}`, 'i').test(after));
    const base = out.findLast((one) => !one.back)?.days[0] ?? first;
    const resolve = (date: number | undefined, days: readonly Day[]): readonly Day[] => {
      if (date === undefined) return days;
      const near = out.findLast((one) => one.days.length > 0);
      const isCorrected = CORRECTION.test(tokens.text.slice((near?.at ?? 0), at)) || (near === undefined && first !== undefined);
      const from = back
        ? (near?.back === true && isCorrected ? `${near.days[0]?.slice(0, 7)}-01` : base === undefined ? today : addDays(base, 1))
        : near?.days[0] !== undefined
          ? isCorrected ? `${near.days[0].slice(0, 7)}-01` : addDays(near.days[0], 1)
          : first !== undefined ? `${first.slice(0, 7)}-01` : today;
      const found = nextDate(date, from < today ? today : from);
      return found === undefined ? [] : [found];
    };
    let days = resolve(day.date, day.days);
    // A weekday after a day of departure is the first one after it.
    if (day.weekday !== undefined && back && base !== undefined) {
      const [was] = known.trip.returnDate === undefined ? [] : [known.trip.returnDate];
      // Near the return that was known, else the first after the departure.
      days = was === undefined || out.length > 0 ? [addDays(base, ((day.weekday - weekday(base) + 6) % 7) + 1)] : [addDays(was, ((day.weekday - weekday(was) + 10) % 7) - 3)];
    }
    const isDenied = /\b(?:not|can't do|cannot do|isn't|instead of|rather than)(?: on)?(?: the)? ?$|(?:不是|别|不要)$/i.test(tokens.text.slice(0, at)) || /^(?:走不开|不行|没空|不方便|不可以)/.test(after);
    if (isDenied) return;
    out.push({ days, at, weekday: day.weekday, back, text: day.text });
    const until = day.until ?? (day.untilDate === undefined || days[0] === undefined ? undefined : [nextDate(day.untilDate, addDays(days[0], 1)) ?? '']);
    if (until !== undefined) out.push({ days: until, at, back: true, text: day.text });
    return;
  });
  let readings: readonly Day[] = [];
  const choose = (slot: 'date' | 'returnDate', given: typeof out) => {
    const last = given.at(-1);
    if (last === undefined) return;
    const name = slot === 'date' ? 'date' : 'return';
    const certain = given.filter(({ days }) => days.length > 0);
    const different = only(certain.flatMap(({ days }) => days));
    const first = given[0];
    const between = tokens.text.slice((first?.at ?? 0) + 1, last.at);
    if (given.length > 1 && certain.length > 1 && different.length > 1 && !CORRECTION.test(between)) {
      // "12 December, Saturday": the weekday has to fit.
      const firm = certain.find((one) => one.weekday === undefined);
      const named = certain.find((one) => one.weekday !== undefined);
      if (firm !== undefined && named !== undefined && certain.length === 2 && !OR.test(between)) {
        if (weekday(firm.days[0] ?? today) === named.weekday) slots[slot] = firm.days[0] as Day;
        else unclear.add(name);
        return;
      }
      unclear.add(name);
      readings = different.slice(0, 2);
      return;
    }
    const used = CORRECTION.test(between) || certain.length === 0 ? last : (certain.at(-1) ?? last);
    if (used.days.length === 1) slots[slot] = used.days[0] as Day;
    else {
      unclear.add(name);
      readings = used.days;
    }
  };
  const certain = out.filter(({ days }) => days.length > 0);
  const used = certain.length > 0 ? certain : out;
  let [going, backs] = [used.filter((one) => !one.back), used.filter((one) => one.back)];
  const text = tokens.text;
  // Two plain days: there and back, unless the second corrects the first or stands beside it.
  if (going.length === 2 && backs.length === 0) {
    const [a, b] = going as [(typeof out)[0], (typeof out)[0]];
    const between = text.slice(a.at + 1, b.at);
    const isLater = (b.days[0] ?? '') > (a.days[0] ?? '~');
    const isSame = a.weekday !== undefined && b.weekday === undefined ? weekday(b.days[0] ?? today) === a.weekday : b.weekday !== undefined && weekday(a.days[0] ?? today) === b.weekday;
    if (isLater && !CORRECTION.test(between) && !OR.test(between) && !isSame && (b.weekday === undefined || a.weekday !== undefined) && /[,，到至\-–~]|\bto\b|\buntil\b|\band\b|\bback\b|去|回/i.test(between)) [going, backs] = [[a], [b]];
  }
  const asksReturn = known.asks === 'return' && backs.length === 0 && going.length === 1;
  if (asksReturn) [going, backs] = [[], going];
  // "Return on 9 December, same day": the return is the kind of trip.
  if (going.length === 0 && backs.length === 1 && first === undefined && /same day|当天/.test(text)) going = backs;
  choose('date', going);
  choose('returnDate', backs);
  const start = slots.date ?? first;
  shift(reader, slots, known);
  // "Ten nights", "back three days later", 玩五天, counted from the day of departure.
  const stay = (days: number) => {
    if (start !== undefined) slots.returnDate = addDays(start, days);
    else if (slots.cheapestOf !== undefined) slots.nights = days;
    else return false;
    slots.wantsReturn = true;
    return;
  };
  reader.each('\\b(?:(?:stay(?:ing)?|for|about|return(?:ing)?|(?:com(?:e|ing) )?back|home|there|away)[ ,]*(?:for |after |in )?)*(an?|\\d{1,2}) (night|day|week|fortnight)s?(?: later| after(?:wards)?| away| there| stay| in total)?\\b(?! (?:before|earlier|either|from|ago|old|notice|after|late))|(?:去|玩|待|呆|住|逛|停留|过|一共|总共)*(\\d{1,2})(天|晚|周|个?星期|个?礼拜)(?:[之以]?后)?(?:再|就)?(?:回来|返回|返程|回程|回)?|\\b(?:for|stay(?:ing)?) (a) (fortnight)\\b', ([said = '', en, unit = '', zh, zhUnit = '', one, fortnight = ''], index) => {
    if (/前后|早|晚\d|推迟|提前/.test(reader.clause(index).before) || slots.flex !== undefined && /\bdays?\b/i.test(said) && !/for|stay|back|return/i.test(said)) return false;
    const n = en !== undefined && en !== '' ? (/^a/i.test(en) ? 1 : Number(en)) : zh === '' || zh === undefined ? 1 : Number(zh);
    if (!/\d|for|stay|back|return|later|away/i.test(said) && one === '') return false;
    const days = n * (/week|周|星期|礼拜/i.test(unit + zhUnit) ? 7 : /fortnight/i.test(unit + fortnight) ? 14 : 1);
    // 玩五天 ends on the fifth day; "five nights" and 后回来 are counted.
    return slots.returnDate !== undefined ? undefined : stay(days);
  });
  reader.each('\\b(?:and )?(?:return(?:ing)?|(?:come |coming )?back|home)(?: home)? (?:on )?(?:the )?(?:next day|day after|following day)\\b|(?:第2天|第二天|次日|隔天|转天)(?:就|再)?(?:回来|返回|返程|回)', () => stay(1));
  reader.each('\\b(?:and )?(?:return(?:ing)?|back|home)(?: home)?(?: on| in)? the same (?:day|evening|night|afternoon)\\b|\\bsame[- ]day return\\b|\\b(?:there and back )(?:in|on) (?:one|a|the same) day\\b|当天(?:就|再)?(?:晚上|下午)?(?:就|再)?(?:往返|来回|返回|回来|回)', () => {
    if (start !== undefined) slots.returnDate = start;
    slots.wantsReturn = true;
  });
  if (slots.returnDate !== undefined || (backs.length > 0 && slots.wantsReturn !== false)) slots.wantsReturn = slots.wantsReturn ?? true;
  if (slots.date !== undefined && slots.returnDate !== undefined && slots.returnDate < slots.date) {
    const later = backs[0]?.days[0] !== undefined && backs[0].weekday === undefined ? undefined : slots.returnDate;
    if (later === undefined && /\d/.test(backs[0]?.text ?? '') && !/20\d\d/.test(backs[0]?.text ?? '')) {
      const { date } = slots;
      slots.returnDate = `${Number(date.slice(0, 4)) + 1}${slots.returnDate.slice(4)}`;
      if (slots.returnDate > addDays(date, 330)) {
        delete slots.returnDate;
        unclear.add('return');
      }
    } else {
      delete slots.returnDate;
      unclear.add('return');
    }
  }
  reader.each('\\b(?:and )?(?:(?:we(?:\'d)?|i(?:\'d)?) )?(?:return(?:ing)?|(?:com(?:e|ing) |fly(?:ing)? |head(?:ing)? )?back(?: home)?|com(?:e|ing) home)\\b|(?:返程|回程|回来|返回)', () => void (slots.wantsReturn = slots.wantsReturn ?? true));
  return readings;
}

/** "A day later", 往后推一天: counted from the days that are known. */
function shift(reader: Reading, slots: Slots, known: Known): void {
  const { date, returnDate } = known.trip;
  if (date === undefined) return;
  reader.each('\\b(?:by )?(an?|one|\\d) (day|week)s? (later|earlier|sooner|before|back|forward|after)\\b|(?:往?(后|前|早|晚)(?:推迟?|提前|改签?|移|挪)?|(推迟|延后|延期|提前))(?:了|个)?(\\d)(天|周)', ([whole = '', en, unit, way, zhSide, zhWord, zh, zhUnit], at) => {
    if (slots.flex !== undefined) return false;
    const count = Number(/^\d/.test(en || zh || '') ? en || zh : 1) * (/week|周/.test(unit || zhUnit || '') ? 7 : 1);
    const days = /earlier|sooner|before|forward|前|早/i.test(way || zhSide || zhWord || whole) ? -count : count;
    const { all } = reader.clause(at);
    const isBoth = /\b(?:both|everything|whole|all)\b|去回|来回|两程|整个|往返|都/i.test(all);
    const isReturn = BACK.test(all.replace(/\bback\b(?= \w+ days?)/i, '')) && !isBoth;
    if (!isReturn) slots.date = addDays(date, days);
    if ((isBoth || isReturn) && returnDate !== undefined) slots.returnDate = addDays(returnDate, days);
    return;
  });
}

/** Which place is which. */
function readPlaces(reader: Reading, slots: Slots, unclear: Set<string>, known: Known): Place[] {
  const { tokens } = reader;
  const P = `(${PLACE})`;
  const from: { place: Place; at: number }[] = [];
  const to: { place: Place; at: number }[] = [];
  const place = (sign: string | undefined): Place => tokens.token(sign ?? '').place as Place;
  const legs: FlownLeg[] = [];
  // Several cities in a row, each with its day.
  const pair = `${P}\\s*(?:(?:back )?to\\b|→|⇄|↔|[-=]+>|>|—+|–|-|飞往|飞到|飞回|飞|到|去|回|至|\\s)\\s*${P}`;
  const flights = [...tokens.text.matchAll(new RegExp(`${pair}|(?<=then |再|然后)(?:to |飞|去|到)?${P}`, 'gu'))];
  if (flights.length >= 2) {
    const days = [...tokens.text.matchAll(new RegExp(DAY, 'g'))].map(({ 0: sign, index }) => ({ at: index, day: tokens.token(sign).day?.days[0] }));
    const ways = flights.map((one, index) => {
      const start = one[1] === undefined ? undefined : place(one[1]);
      const end = place(one[2] ?? one[3]);
      const until = flights[index + 1]?.index ?? tokens.text.length;
      const after = days.find(({ at }) => at > one.index && at < until)?.day;
      const before = days.findLast(({ at }) => at < one.index && at > (flights[index - 1]?.index ?? -1))?.day;
      return { from: start, to: end, after, before };
    });
    const each = (side: 'after' | 'before') => ways.every((way) => way[side] !== undefined);
    const side = each('after') ? 'after' : each('before') ? 'before' : undefined;
    const distinct = new Set(ways.map((way) => way.to.en)).size;
    const isThereAndBack = ways.length === 2 && ways[1]?.to.en === ways[0]?.from?.en && (ways[1]?.from?.en ?? ways[0]?.to.en) === ways[0]?.to.en;
    if (side !== undefined && distinct > 1 && !isThereAndBack) {
      let at = ways[0]?.from;
      for (const way of ways) {
        const start = way.from ?? at;
        if (start === undefined) break;
        legs.push({ from: start, to: way.to, date: way[side] as Day });
        at = way.to;
      }
    }
  }
  if (legs.length >= 2) {
    reader.each(`(?:then|再|然后| to | from )*${PLACE}`, () => undefined);
    delete slots.returnDate;
    slots.wantsReturn = false;
    Object.assign(slots, { legs, from: legs[0]?.from, to: legs.at(-1)?.to, date: legs[0]?.date, wantsReturn: false });
    return [];
  }
  const take = (source: string, read: (match: readonly string[], index: number) => boolean | undefined | void) => reader.each(source, read);
  const passed: Place[] = [];
  // Passed through, or refused.
  take(`\\b(?:via|through|stopping (?:in|at)|with a stop in) ${P}|(?:经|在)${P}(?:转机?|中转|停留)`, (match) => void passed.push(place(match.slice(1).find(Boolean))));
  const gone: Place[] = [];
  take(`\\b(?:not|instead of|rather than|scrap|forget|drop|skip|no longer) (?:to |from |in )?${P}|(?:不去|不是|不飞|不到|别去|不从)${P}(?:了)?|${P}(?:不去了|不想去)`, (match) => {
    gone.push(place(match.slice(1).find(Boolean)));
  });
  take(`(?:\\bfrom |从|由)?${P}\\s*(?:\\bto\\b|→|⇄|↔|[-=]+>|>|＞|～|~|—+|–|-|至|(?:出发|起飞)?(?:飞往|飞到|直飞|飞|前往|去|到|回))\\s*(?:the )?${P}(?!\\s*(?:to|→|-|飞|到)\\s*${PLACE})`, ([whole = '', a, b], at) => {
    from.push({ place: place(a), at });
    to.push({ place: place(b), at: at + whole.indexOf(b ?? '') });
  });
  take(`(?:\\b(?:from|leav(?:e|ing)(?: from)?|depart(?:ing|s)?(?: from)?|out of|ex|starting (?:in|from)|start(?:ing)? (?:in|from)|based in|liv(?:e|ing) in|(?:i|we)(?:'m| am|'re| are) in|coming from|home is|origin) |[从由打自]|住在?|人在|我们?在|家在|出发地(?:是|：)?)(?:the )?${P}(?:这边|那边)?(?:出发|起飞|走|飞|动身|坐飞机)?|${P}(?:这边|那边)?(?:出发|起飞|走(?!走)|动身)|${P}(?= to\\b)`, (match, at) => {
    const sign = match.slice(1).find(Boolean) ?? '';
    if (BACK.test(tokens.text.slice(Math.max(0, at - 14), at)) && to.some((one) => one.place.en === place(sign).en)) return;
    from.push({ place: place(sign), at });
  });
  take(`(?:\\b(?:to|into|for|visit(?:ing)?|see|towards?|reach|destination(?: is)?|explore|fly(?:ing)?|go(?:ing)?|over to|(?:arrive|arriving|land|landing|be|meeting|wedding|conference|holiday|weekend|break|christmas|friends|family|daughter|son|sister|brother|mother|stay|staying|trip|week|\\d+ (?:nights?|days?)) in|around|in) |飞往|飞到|直飞|飞|前往|改?去(?:一?趟|到)?|改?到|回到?|抵达|落地|目的地(?:是|：)?|赶到|换成|改成|是)(?:the )?${P}(?:那边|玩|看看|旅游|旅行|出差|开会|度假|探亲|过年|去|吧|了)*|${P}(?:玩|旅游|旅行|出差|开会|度假|探亲|过年|(?:之)?旅)`, (match, at) => {
    const sign = match.slice(1).find(Boolean) ?? '';
    to.push({ place: place(sign), at });
  });
  const bare: { place: Place; at: number }[] = [];
  take(P, ([, sign], at) => void bare.push({ place: place(sign), at }));
  for (const [sign, port] of [...tokens.text.matchAll(new RegExp(PORT, 'g'))].map(({ 0: one }) => [one, tokens.token(one)] as const)) {
    const code = port.codes?.[0];
    if (code === undefined || !reader.text.includes(sign)) continue;
    const at = tokens.text.indexOf(sign);
    const before = tokens.text.slice(Math.max(0, at - 8), at);
    if (/\b(?:to|into|at)\b|到|飞|去/i.test(before)) to.push({ place: unknownPlace(code), at });
    else if (/\bfrom\b|从/i.test(before)) from.push({ place: unknownPlace(code), at });
    reader.text = reader.text.replace(sign, TAKEN);
  }
  guess(reader, from, to);
  const settle = (slot: 'from' | 'to', found: { place: Place; at: number }[]) => {
    const left = found.filter((one) => !gone.some((other) => other.en === one.place.en));
    const last = left.at(-1);
    if (last === undefined) return;
    const first = left[0] ?? last;
    const isSame = left.every((one) => one.place.en === last.place.en);
    const between = tokens.text.slice(first.at + 1, last.at);
    if (isSame) slots[slot] = left.find((one) => isAirport(one.place))?.place ?? last.place;
    else if (CORRECTION.test(between)) slots[slot] = last.place;
    else unclear.add(slot);
  };
  // Home again is no other goal.
  const home = from[0]?.place;
  const goals = home !== undefined && to.length > 1 ? to.filter((one) => one.place.en !== home.en) : to;
  const starts = to[0] !== undefined && from.length > 1 ? from.filter((one) => one.place.en !== to[0]?.place.en) : from;
  settle('from', starts);
  settle('to', goals.length > 0 ? goals : to);
  const rest = bare.filter(({ place: one }) => one.en !== slots.from?.en && one.en !== slots.to?.en && !gone.some((other) => other.en === one.en));
  const isChoice = rest.length > 0 && rest.some((one) => new RegExp(`(?:\\bor|或者?|还是|要么)\\s*(?:to |从|去)?$`, 'i').test(tokens.text.slice(0, one.at)) || /^\s*(?:or\b|或)/i.test(tokens.text.slice(one.at + 1)));
  const plain = only(rest.map((one) => one.place));
  if (slots.from === undefined && slots.to === undefined && plain.length === 2 && !isChoice && known.trip.from === undefined && known.trip.to === undefined) {
    [slots.from, slots.to] = plain as [Place, Place];
    return [];
  }
  if (isChoice && slots.to !== undefined && plain.length > 0 && lastOf(tokens.text, OR) < (rest.at(-1)?.at ?? 0)) {
    const side = (rest.at(-1)?.at ?? 0) > (to[0]?.at ?? 0) ? 'to' : 'from';
    delete slots[side];
    unclear.add(side);
    return [];
  }
  if (plain.length === 1 && plain[0] !== undefined && !isChoice && (slots.from === undefined) !== (slots.to === undefined) && known.trip.from === undefined && known.trip.to === undefined) {
    slots[slots.from === undefined ? 'from' : 'to'] = plain[0];
    return [];
  }
  if (plain.length > 1 && slots.to === undefined) unclear.add('to');
  return plain.length === 1 ? plain : [];
}

const NO_PLACE =
  /^(?:I|The|A|My|Our|You|We|It|Me|Us|Christmas|Easter|Thanksgiving|New|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mum|Mom|Dad|Grandma|Economy|Business|First|Premium|Please|Cancel|January|February|March|April|May|June|July|August|September|October|November|December)$/;
/** A name that is on no list: whether it can be flown to is for the skill's script to say. */
function guess(reader: Reading, from: { place: Place; at: number }[], to: { place: Place; at: number }[]): void {
  const name = "(\\p{Lu}[\\p{Ll}'’-]+(?: \\p{Lu}[\\p{Ll}'’-]+){0,2})";
  const read = (source: string, list: { place: Place; at: number }[]) => {
    reader.text = reader.text.replace(new RegExp(source, 'gu'), (said, one: string | undefined, other: string | undefined, at: number) => {
      const word = one ?? other ?? '';
      if (word === '' || NO_PLACE.test(word.split(' ')[0] ?? '') || list.length > 0) return said;
      list.push({ place: unknownPlace(word), at });
      return TAKEN.repeat(said.length);
    });
  };
  const han = '((?!参加|旅游|旅行|出差|开会|看看|那边|这边|哪儿|哪里|外地|国外)(?:(?![我你他她它们的了是在不没有想要吗么什哪怎多少一个人趟次玩看回来再先飞去到从号日月点岁订买票机航班最直往])\\p{Script=Han}){2,6})';
  read(`\\bfrom ${name}|从${han}(?=[飞去到${PLACE.slice(1, -1)}${TAKEN}]|出发|起飞|走)`, from);
  read(`\\b(?:to|visit) ${name}|(?:飞往|飞到|飞|去|到)${han}(?=的|玩|旅游|$|[\\s,，。！？${TAKEN}])`, to);
}

const ENDS = new RegExp(`^(?:${ZH_COMMON})|(?:${ZH_COMMON})$|^[^\\p{L}\\p{N}\\ue000-\\ue7ff]+|[^\\p{L}\\p{N}\\ue000-\\ue7ff]+$`, 'u');
/** Removes the words that say nothing of a trip; empty where there are no others. */
export function withoutCommon(piece: string): string {
  const words = piece.replace(/[A-Za-z'’-]+/g, (word) => (COMMON_WORDS.has(word.toLowerCase().replace('’', "'")) ? '' : word));
  if (!/[A-Za-z]/.test(words)) {
    let rest = words;
    for (;;) {
      const shorter = rest.replace(ENDS, '');
      if (shorter === rest) return rest;
      rest = shorter;
    }
  }
  // A phrase is said back whole, from its first word that counts to its last.
  const counts = [...piece.matchAll(/[A-Za-z'’-]+/g)].filter(([word]) => !COMMON_WORDS.has(word.toLowerCase().replace('’', "'")));
  const [first, last] = [counts[0], counts.at(-1)];
  return first === undefined || last === undefined ? '' : piece.slice(first.index, last.index + last[0].length);
}
