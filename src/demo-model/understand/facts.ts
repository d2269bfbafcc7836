/**
 * What a sentence surely says of a trip, and the parts of it that nothing was made of. A sentence is acted on only where
 * no such part is left; otherwise the form asks, filled in with the rest.
 */
import type { Day } from './calendar.ts';
import { CITY, type Place, placeNamed, placesIn, unknownPlace } from './cities.ts';
import { DAY, readDay } from './dates.ts';
import { EN_FILLERS, ZH_FILLERS } from './fillers.ts';
import { COUNT, readCount } from './numbers.ts';

export type Cabin = 'economy' | 'premium' | 'business' | 'first';

export interface Facts {
  readonly from?: Place;
  readonly to?: Place;
  readonly date?: Day;
  readonly returnDate?: Day;
  /** Whether a way back is wanted, where it was said. */
  readonly wantsReturn?: boolean;
  readonly adults?: number;
  readonly children?: number;
  readonly cabin?: Cabin;
  readonly direct?: boolean;
}

export interface FactsRead {
  readonly facts: Facts;
  /** A place that is all the sentence says. */
  readonly bare: Place | undefined;
  /** As said, in the order of the text. */
  readonly leftOver: readonly string[];
  /** It names days that only mean something once today is known. */
  readonly needsToday: boolean;
}

interface Said {
  readonly slot: keyof Facts;
  /** Undefined where it is unclear. */
  readonly value: Facts[keyof Facts] | undefined;
  readonly text: string;
  readonly index: number;
  readonly loose?: boolean;
  readonly relative?: boolean;
  /** A place that is not on the list. */
  readonly guessed?: boolean;
}

type Read = (match: RegExpMatchArray, today: Day | undefined) => Omit<Said, 'text' | 'index'>[];
interface Reader {
  readonly pattern: RegExp;
  readonly read: Read;
}

const TAKEN = '\u0001';
const BREAK = /[,，。;；!！?？\n、…：]|[.:](?=\s|$)/u;

const fact = (slot: keyof Facts, value: Facts[keyof Facts]) => [{ slot, value }];
const place = (slot: 'from' | 'to', name: string) => {
  const known = placeNamed(name);
  return { slot, value: known ?? unknownPlace(name), guessed: known === undefined };
};
const day = (slot: 'date' | 'returnDate', said: string, today: Day | undefined) => {
  const { day: value, relative, loose } = readDay(said, today);
  return [{ slot, value, relative, loose }];
};
const reader = (source: string, read: Read, flags = 'giu'): Reader => ({ pattern: new RegExp(source, flags), read });
const CAPITAL = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,2}";
const HAN_NAME = '(?:(?![我你他她它们的了是在不没有想要吗么什哪怎多少一个人趟次玩看回来再先])\\p{Script=Han}){2,6}';

/** In this order: what one has taken, the next ones no longer see. */
const READERS: readonly Reader[] = [
  reader(
    '(?:只要|要|坐)?直飞|不(?:要|用|想)?(?:转机|中转|经停)|\\b(?:direct|non-?stop)\\b|\\b(?:no|without) (?:stops?|layovers?|connections?)\\b',
    () => fact('direct', true),
  ),
  reader('单程|\\bone[- ]way\\b', () => fact('wantsReturn', false)),
  reader('往返|来回|\\b(?:round|return)[- ]trip\\b', () => fact('wantsReturn', true)),
  reader('超级经济舱|\\bpremium economy\\b', () => fact('cabin', 'premium')),
  reader('商务舱|公务舱|\\bbusiness(?: class)?\\b', () => fact('cabin', 'business')),
  reader('头等舱|\\bfirst class\\b', () => fact('cabin', 'first')),
  reader('经济舱|\\beconomy(?: class)?\\b', () => fact('cabin', 'economy')),
  reader(
    `\\b(?:return(?:ing)?|(?:com(?:e|ing) |fly(?:ing)? )?back)(?: on)? (${DAY})|(?:返程|回程|返回|回来)(?:是|在)?(${DAY})|(${DAY})(?:再|就)?(?:飞)?(?:返回|返程|回程|回来|回(?!\\p{Script=Han}))`,
    ([, after, zhAfter, before], today) => day('returnDate', after ?? zhAfter ?? before ?? '', today),
  ),
  reader('\\breturn(?: tickets?| flights?)?\\b', () => fact('wantsReturn', true)),
  reader(`(?:\\b(?:on|for) )?(${DAY})`, ([, said = ''], today) => day('date', said, today)),
  reader(
    `\\b(?:we are |we're |for )?(${COUNT}) (?:adults?|people|persons?|passengers?|travell?ers?|tickets)\\b|\\bfor (${COUNT})(?=\\s*(?:$|${TAKEN}|from\\b|to\\b))|(?:[我咱]们)?(${COUNT})\\s*[个位名]?(?:成人|大人|(?:乘客|旅客)|人(?!民))|([二两三四五六七八九2-9])张`,
    (match) => fact('adults', readCount(match.slice(1).find((one) => one !== undefined) ?? '')),
  ),
  reader('\\b(?:just |only )?(?:for )?(?:me only|just me|only me|by myself)\\b|就我自己|我自己', () =>
    fact('adults', 1),
  ),
  reader(`\\b(${COUNT}) child(?:ren)?\\b|(${COUNT})\\s*[个位名]?儿童`, ([, en, zh]) =>
    fact('children', readCount(en ?? zh ?? '')),
  ),
  reader(
    `(?:\\bfrom |从|由)?(${CITY})\\s*(?:\\bto\\b|→|->|–|—|-|至|(?:出发)?(?:飞往|飞到|飞|前往|去|到))\\s*(${CITY})`,
    ([, from = '', to = '']) => [place('from', from), place('to', to)],
    'gu',
  ),
  reader(
    `(?:\\b(?:[Ff]rom|[Ll]eaving(?: from)?|[Dd]eparting(?: from)?) |[从由])(${CITY})(?:出发|起飞|走)?|(${CITY})(?:出发|起飞)`,
    ([, a, b]) => [place('from', a ?? b ?? '')],
    'gu',
  ),
  reader(`(?:\\b[Tt]o |飞往|飞到|飞|前往|改?去|改?到)(${CITY})`, ([, to = '']) => [place('to', to)], 'gu'),
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

/** A part of a sentence with one of these may deny, weigh or look back at what it says. */
const UNSURE =
  /不|没|别|除了|避开|或|要么|(?<=.)还是|如果|要是|昨|刚|\b(?:not|no|never|without|except|avoid|but|or|nor|neither|either|if|unless|instead of|rather than|flew|went|came|was|were|yesterday)\b|n['’]t\b/i;
/** Speaks of other times than that of departure. */
const OTHER_TIME =
  /[前后内]|抵|到达|落地|左右|起|(?<!\d)\d{1,2}点|\b(?:arriv\w*|land\w*|be (?:there|here|in|at|home)|get (?:there|in)|reach|by|until|till|before|after|around|about|between|within|since|later|earlier)\b/i;
/** May belong to a day that names no month. */
const MAYBE_DATE =
  /\d|[周月号日天初底]|星期|礼拜|\b(?:first|second|third|next|last|following|week\w*|month\w*|days?|nights?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
/** Speaks of people whose number or age is not plain. */
const PEOPLE =
  /[我咱他她]们|[岁婴娃宝孩儿爸妈爹娘爷奶姐妹弟哥父母夫妻老公婆朋友同事家口俩]|\b(?:we|us|our|my|old|aged?|years?|months?|bab(?:y|ies)|infants?|toddlers?|kids?|child\w*|sons?|daughters?|teens?|teenagers?|famil\w*|couple|group|party|students?|friends?|wi(?:fe|ves)|husbands?|partner|parents?|m[uo]m|dad|mother|father|sister|brother|grand\w*|each|plus)\b/i;

/** @param today undefined while it is not known. */
export function readFacts(message: string, today: Day | undefined): FactsRead {
  const text = message
    .replace(/(\d), (20\d\d)\b/g, '$1 $2')
    .replace(/(day), (?=\d|[A-Z])/gi, '$1 ')
    .replace(/\s+/g, ' ');
  const clauses = splitClauses(text).map((clause) => readClause(clause, today));
  let said = clauses.flatMap((clause) => clause.said);
  let left = clauses.flatMap((clause) => clause.left);
  const drop = (isWrong: (one: Said) => boolean) => {
    const wrong = said.filter(isWrong);
    said = said.filter((one) => !wrong.includes(one));
    left = [...left, ...wrong.map(({ text: phrase, index }) => ({ text: phrase, index }))];
  };
  const rest = () => left.map((one) => one.text).join(' ; ');
  const isPlace = ({ slot }: Said) => slot === 'from' || slot === 'to';
  const needsToday = said.some(({ relative }) => relative === true);
  const bare = left.length === 1 && said.length === 0 ? placeNamed(rest()) : undefined;
  if (bare !== undefined) return { facts: {}, bare, leftOver: [], needsToday: false };

  drop((one) => one.value === undefined && !(one.relative && today === undefined));
  drop((one) => said.some((other) => other !== one && other.slot === one.slot && !isSame(other.value, one.value)));
  if (
    new Set([...placesIn(rest()), ...said.filter(isPlace).map(({ value }) => value as Place)].map((one) => one.en))
      .size > 2
  )
    drop(isPlace);
  if (OTHER_TIME.test(rest())) drop(({ slot }) => slot === 'date' || slot === 'returnDate');
  if (MAYBE_DATE.test(rest())) drop(({ loose }) => loose === true);
  if (PEOPLE.test(rest())) drop(({ slot }) => slot === 'adults' || slot === 'children');
  if (left.length > 0) drop(({ guessed }) => guessed === true);
  const facts = Object.fromEntries(said.flatMap(({ slot, value }) => (value === undefined ? [] : [[slot, value]])));
  return { facts, bare, leftOver: joined(left, text).slice(0, MOST_PHRASES), needsToday };
}

/** Said back at most. */
const MOST_PHRASES = 5;

interface Phrase {
  readonly text: string;
  readonly index: number;
}

/** In the order of the text; neighbours as one phrase. */
function joined(phrases: readonly Phrase[], text: string): string[] {
  const spans: { from: number; to: number }[] = [];
  for (const { index, text: phrase } of [...phrases].sort((a, b) => a.index - b.index)) {
    const last = spans.at(-1);
    const to = index + phrase.length;
    if (last === undefined || index > last.to + 1) spans.push({ from: index, to });
    else last.to = Math.max(last.to, to);
  }
  return spans.map(({ from, to }) => text.slice(from, to).trim());
}

function splitClauses(text: string): Phrase[] {
  const clauses: Phrase[] = [];
  let index = 0;
  for (const part of text.split(BREAK)) {
    if (part.trim() !== '') clauses.push({ text: part, index });
    index += part.length + 1;
  }
  return clauses;
}

function readClause({ text, index }: Phrase, today: Day | undefined): { said: Said[]; left: Phrase[] } {
  const said: Said[] = [];
  let rest = text;
  for (const { pattern, read } of READERS) {
    rest = rest.replace(pattern, (...match) => {
      const at = match.findIndex((part) => typeof part === 'number');
      const [whole] = match as string[];
      const found = read(match.slice(0, at) as unknown as RegExpMatchArray, today);
      const phrase = { text: whole?.trim() ?? '', index: index + Number(match[at]) + (whole?.search(/\S/) ?? 0) };
      said.push(...found.map((one) => ({ ...one, ...phrase })));
      return TAKEN.repeat(whole?.length ?? 0);
    });
  }
  if (UNSURE.test(rest)) return { said: [], left: [{ text: text.trim(), index: index + text.search(/\S/) }] };
  const left = [...rest.matchAll(new RegExp(`[^${TAKEN}]+`, 'g'))].flatMap(({ 0: piece, index: at }) => {
    const phrase = withoutFillers(piece);
    return phrase === '' ? [] : [{ text: phrase, index: index + at + piece.indexOf(phrase) }];
  });
  return { said, left };
}

const ENDS = new RegExp(`^(?:${ZH_FILLERS})|(?:${ZH_FILLERS})$|^[^\\p{L}\\p{N}$€£¥#@]+|[^\\p{L}\\p{N})]+$`, 'u');

/** Without the words at its ends that say nothing of a trip; empty where there are no others. */
export function withoutFillers(piece: string): string {
  let rest = piece;
  for (;;) {
    const [first = ''] = /^[A-Za-z'’]+/.exec(rest) ?? [];
    const [last = ''] = /[A-Za-z'’]+$/.exec(rest) ?? [];
    const isFiller = (word: string) => word !== '' && EN_FILLERS.has(word.toLowerCase().replace('’', "'"));
    const shorter = isFiller(first)
      ? rest.slice(first.length)
      : isFiller(last)
        ? rest.slice(0, -last.length)
        : rest.replace(ENDS, '');
    if (shorter === rest) return rest;
    rest = shorter;
  }
}

const isSame = (one: Said['value'], other: Said['value']): boolean =>
  typeof one === 'object' && typeof other === 'object' ? one.query === other.query : one === other;
