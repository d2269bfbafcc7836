/** Where from, where to. */
import { findPlaces, type Mention, type Place } from './cities.ts';
import { blank } from './normalise.ts';
import type { Reading } from './reading.ts';

export interface Route {
  readonly from?: Place;
  readonly to?: Place;
  /** Named without a direction, in the order of the text. */
  readonly bare: readonly Place[];
}

type Direction = 'from' | 'to' | undefined;

const FROM_BEFORE =
  /(?:从|由|自|出发地是?|出发城市是?|\b(?:from|leaving|departing(?: from)?|depart(?: from)?|out of|origin(?: is)?))\s*[:：]?\s*$/i;
const TO_BEFORE =
  /(?:去|到|至|飞往|飞|前往|往|抵达|目的地是?|回|->|→|(?:飞|去|跑)一?[趟次回下]|\b(?:to|into|towards|for|visit|visiting|destination(?: is)?|reach|in))\s*(?:the\s+)?[:：]?\s*$/i;
/** "Not Tokyo, Osaka". */
const NOT_THERE = /(?:\b(?:not|instead of|rather than)(?: (?:to|from))?|不(?:去|到|飞|从|是|想去)|别去|而不是)\s*$/i;
const FROM_AFTER = /^\s*(?:市)?(?:出发|起飞|走|离开|这边|启程)/;
const LINK = /^\s*(?:市)?(?:的)?\s*(?:到|飞往|飞|去|至|往|-+>?|–|—|→|~|\/|\bto\b)\s*$/i;

/** Words after "to" or 去 that are no places. */
const NOT_PLACES =
  /^(?:book|fly|go|see|be|get|make|take|know|find|search|travel|change|cancel|show|list|check|buy|have|leave|pay|do|use|ask|come|stay|choose|pick|one|two|the (?:first|second|third|cheapest|fastest|earliest|latest).*|my|me|you|it|that|this|there|here|what|which|where|how|when|anywhere|somewhere|business|economy|first class|premium|another|different|a|an|eat|work|switch|fit|add|keep|try|talk|speak|help|start|return|home)\b/i;
const ENGLISH_END =
  /[,.;!?]|\b(?:on|next|this|tomorrow|today|tonight|from|to|for|in|with|by|at|via|and|or|returning|return|back|leaving|departing|please|one|under|below|around|the|instead|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|business|economy|first|premium|direct|non-?stop|tickets?|flights?|then|asap|soon|day|after|before|early|late)\b|\d/i;
const CHINESE_UNKNOWN =
  /(?:飞往|前往|飞到|飞去|去|飞|到)([\p{Script=Han}]{2,8}?)(?=的|机票|航班|，|。|,|\s|！|？|$|明|后天|大后|今|下|周|星期|这|\d|[一二三四五六七八九十]+月|出发|往返|单程|吧|玩|旅游|旅行|出差|看|两|三个|一个|多少)/u;
const CHINESE_UNKNOWN_FROM = /(?:从)([\p{Script=Han}]{2,8}?)(?=出发|起飞|飞|到|去|走)/u;
const NOT_CHINESE_PLACES =
  /^(?:哪|什么|机场|飞机|了|玩|旅|出|那|这|时间|航班|机票|底|处|现在|达|今|明|后|周|下|上|早|晚|中午|半|看|吃|开会|行|票|回|不|改|我|你|他|买|订|查|找|国外|外地|点|家|公司|北方|南方|一下|就|时候|时|学校|医院|超市|银行|餐厅|电影|度假|逛|办|接|见|一?[趟次])/;
const NOT_ANSWERS =
  /不知道|随便|都可以|都行|哪里|什么|怎么|帮我|请问|查询|航班|机票|谢谢|你好|^(?:anywhere|any|what|why|how|who|please|help|tell|show|hello|next|this|i\b)|\?|？|下周|下个月|周末/i;

/**
 * @param unknowns whether a word after "to" or 去 that is not known here may be a place: `any` where the talk is of
 *   flights, `asked` where a place was asked for (then a bare word is one too), `capital` where only a name may be one.
 */
export function findRoute(text: string, unknowns: 'any' | 'asked' | 'capital', reading?: Reading): Route {
  const all = findPlaces(text);
  const mentions = all.filter((mention) => !NOT_THERE.test(text.slice(0, mention.index)));
  for (const { index, length } of all.filter((mention) => !mentions.includes(mention))) {
    const before = NOT_THERE.exec(text.slice(0, index))?.[0].length ?? 0;
    reading?.used.push({ index: index - before, length: length + before });
  }
  const directions = mentions.map((mention, index) => directionOf(text, mention, mentions[index + 1]));
  mentions.forEach((mention, index) => {
    const before = mentions[index - 1];
    if (before !== undefined && directions[index] === undefined && LINK.test(between(text, before, mention))) {
      directions[index] = 'to';
    }
  });
  const named = (direction: Direction) => mentions.filter((_, index) => directions[index] === direction);
  // The last one said counts: "from Beijing, no, from Shanghai".
  const rest = blank(text, all);
  const from = named('from').at(-1) ?? unknown(rest, 'from', unknowns);
  const to = named('to').at(-1) ?? unknown(rest, 'to', unknowns);
  const bare = named(undefined);
  // Each end of the journey takes one.
  const ends = [from, to].filter((end) => end !== undefined);
  reading?.used.push(...ends, ...bare.slice(0, 2 - ends.length));
  const nothing = from === undefined && to === undefined && bare.length === 0;
  const word = nothing && unknowns === 'asked' ? bareWord(text) : undefined;
  if (word !== undefined) reading?.used.push({ index: 0, length: text.length });
  return {
    ...(from ? { from: from.place } : {}),
    ...(to ? { to: to.place } : {}),
    bare: word === undefined ? bare.map((mention) => mention.place) : [word],
  };
}

function directionOf(text: string, mention: Mention, next: Mention | undefined): Direction {
  const before = text.slice(0, mention.index);
  const after = text.slice(mention.index + mention.length);
  if (FROM_BEFORE.test(before) || FROM_AFTER.test(after)) return 'from';
  if (next !== undefined && LINK.test(between(text, mention, next))) return 'from';
  return TO_BEFORE.test(before) ? 'to' : undefined;
}

function between(text: string, a: Mention, b: Mention): string {
  return text.slice(a.index + a.length, b.index);
}

/** A word where a place should stand that this model does not know: the script is the one to judge it. */
function unknown(text: string, direction: 'from' | 'to', unknowns: 'any' | 'asked' | 'capital'): Mention | undefined {
  const chinese = (direction === 'from' ? CHINESE_UNKNOWN_FROM : CHINESE_UNKNOWN).exec(text);
  if (chinese?.[1] !== undefined && !NOT_CHINESE_PLACES.test(chinese[1])) {
    return { place: asSaid(chinese[1]), index: chinese.index, length: chinese[0].length };
  }
  const starts = text.matchAll(new RegExp(`\\b${direction}\\s+(?=[\\p{L}])`, 'giu'));
  for (const start of starts) {
    const after = text.slice(start.index + start[0].length);
    if (NOT_PLACES.test(after) || (unknowns === 'capital' && !/^\p{Lu}/u.test(after))) continue;
    const end = ENGLISH_END.exec(after)?.index ?? after.length;
    const words = after.slice(0, end).trim().split(/\s+/).slice(0, 3).join(' ');
    if (/^[\p{Script=Latin}][\p{Script=Latin}'’. -]+$/u.test(words)) {
      return { place: asSaid(words), index: start.index, length: start[0].length + words.length };
    }
  }
  return undefined;
}

/** The whole message is the answer to "which city?": 瓦坎达, "Gotham City". */
function bareWord(text: string): Place | undefined {
  const word = text.trim().replace(/[.。!！吧]+$/u, '');
  const isName =
    /^\p{Script=Han}{2,6}$/u.test(word) ||
    /^\p{Lu}[\p{Script=Latin}'’-]+(?: \p{L}[\p{Script=Latin}'’-]+){0,2}$/u.test(word);
  return isName && !NOT_PLACES.test(word) && !NOT_CHINESE_PLACES.test(word) && !NOT_ANSWERS.test(word)
    ? asSaid(word)
    : undefined;
}

function asSaid(word: string): Place {
  return { query: word, en: word, zh: word };
}
