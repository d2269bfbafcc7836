/**
 * Reads what a sentence surely says of a trip, and the parts that nothing was made of. A sentence is acted on only where
 * no such part is left; otherwise the form asks, filled in with the rest.
 */

import { addDays, type Day, dayOf, MONTH, parts, weekday } from './dates.ts';
import { EN_FILLERS, ZH_FILLERS } from './fillers.ts';
import { addUp, type PartyWord } from './people.ts';
import {
  AIRLINE,
  AIRPORT,
  type Facts,
  NAMED_AIRLINE,
  type Open,
  type Place,
  placeNamed,
  placesIn,
  type Reader,
  type Said,
  spelledOut,
  TAKEN,
} from './places.ts';
import { CORRECTIONS, READERS } from './readers.ts';

export interface FactsRead {
  readonly facts: Facts;
  /** A place that is all the sentence says. */
  readonly bare: Place | undefined;
  /** Parts as said, in the order of the text. */
  readonly leftOver: readonly string[];
  /** Fields of the form that stay empty because what was said of them is not sure. */
  readonly unclear: readonly string[];
  /** It names days that only mean something once today is known. */
  readonly needsToday: boolean;
}

const BREAK = /[,，。;；!！?？\n、…：]|[.:](?=\s|$)/u;

/** A part of a sentence with one of these may deny, weigh or look back at what it says. */
const UNSURE =
  /不|没|别|除了|避开|或|要么|(?<=.)还是|如果|要是|昨|刚|\b(?:not|cannot|no|never|hate|dislike|refuse|without|except|avoid|but|or|nor|neither|either|if|unless|instead of|rather than|flew|went|came|was|were|yesterday)\b|n['’]t\b|\b(?:why|mind)\b/i;
/** Speaks of other times than that of departure. */
const OTHER_TIME =
  /[前后内回]|返程|抵|到达|落地|左右|起|(?<!\d)\d{1,2}点|\b(?:arriv\w*|land\w*|be (?:there|here|in|at|home)|get (?:there|in)|reach|by|until|till|before|after|around|about|between|within|since|later|earlier|return\w*|back)\b/i;
/** May belong to a day that names no month. */
const MAYBE_DATE =
  /\d|[周月号日天初底]|星期|礼拜|\b(?:first|second|third|next|last|following|week\w*|fortnight\w*|month\w*|days?|nights?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
/** Speaks of people whose number or age is not plain. */
const PEOPLE =
  /[我咱他她]们|[岁婴娃宝孩胎儿爸妈爹娘爷奶姐妹弟哥父母夫妻老公婆朋友同事家口俩]|\b(?:we|us|our|my(?! (?:cats?|dogs?|pets?|bags?|luggage|suitcases?|skis?|bikes?|bicycle|guitar|surfboard|budget|home|seat|flight|ticket|trip|meetings?|appointment|interview|conference|hotel)\b)|old|aged?|years?|months?|bab(?:y|ies)|infants?|toddlers?|newborns?|twins|triplets|kids?|child\w*|sons?|daughters?|teens?|teenagers?|famil\w*|couple|group|party|students?|friends?|wi(?:fe|ves)|husbands?|partner|parents?|m[uo]m|dad|mother|father|sister|brother|grand\w*|each|plus)\b/i;

/** Price for one traveller, not for the whole party. */
const PER_HEAD = /每人|人均|每位|\b(?:each|per (?:person|head|adult)|a head|pp)\b/i;

/** "Friday, 4 December": one day, not two parts of a sentence. */
const DAY_AND_DATE = new RegExp(`(day), (?=\\d|the \\d|${MONTH}\\b)`, 'gi');
/** "Me, my wife and …" */
const ME_AND_MINE =
  /\b(me|myself|i|my (?:wife|husband|partner)), (?=(?:my (?:wife|husband|partner)|me|myself|i) and )/gi;
/** Three airlines or more: one list. */
const AIRLINE_LIST = new RegExp(
  `(${NAMED_AIRLINE}), (?=(?:${NAMED_AIRLINE}, )*${NAMED_AIRLINE},? (?:or|and|nor) ${NAMED_AIRLINE})`,
  'gu',
);
/** A question may hold a "not" that denies nothing. */
const ASKING = /能不能|可不可以|能否|可否|有没有|行不行|好不好/g;
/** Lists of which one part of a sentence adds to another. */
const ADDING = new Set<Said['slot']>(['notAirlines', 'notAirports']);

/** 春秋、吉祥: one list, not two parts of a sentence. */
const LISTED = new RegExp(`(${AIRLINE}|${AIRPORT})、(?=${AIRLINE}|${AIRPORT})`, 'gu');

const FORM_FIELDS: Partial<Record<keyof Facts, string>> = { returnDate: 'return' };
const DAYS = new Set<Said['slot']>(['date', 'returnDate']);
const TIMES = new Set<Said['slot']>(['departAfter', 'departBefore', 'arriveAfter', 'arriveBefore']);

/** @param today undefined while it is not known. */
export function readFacts(message: string, today: Day | undefined): FactsRead {
  const text = spelledOut(message)
    .replace(/(\d), (20\d\d)\b/g, '$1 $2')
    .replace(DAY_AND_DATE, '$1 ')
    .replace(/((?:aged?|ages|are|[(（])\s*\d{1,2})[,，、] ?(?=\d{1,2}\b)/gi, '$1 and ')
    .replace(LISTED, '$1和')
    .replace(AIRLINE_LIST, '$1 and ')
    .replace(ME_AND_MINE, '$1 and ')
    .replace(/\s+/g, ' ');
  const corrected = take(text, CORRECTIONS, 0, today);
  const clauses = splitClauses(corrected.rest).map((clause) => readClause(clause, today));
  let said = [...corrected.said, ...clauses.flatMap((clause) => clause.said)];
  let left = clauses
    .flatMap((clause) => clause.left)
    .map((one) => ({ ...one, text: text.slice(one.index, one.index + one.text.length) }));
  const unclear = new Set<string>();
  const drop = (isWrong: (one: Said) => boolean) => {
    const wrong = said.filter(isWrong);
    said = said.filter((one) => !wrong.includes(one));
    left = [...left, ...wrong.map(({ text: phrase, index }) => ({ text: phrase, index }))];
    for (const { slot } of wrong) unclear.add(slot === 'party' ? 'adults' : (FORM_FIELDS[slot] ?? slot));
  };
  const rest = () => left.map((one) => one.text).join(' ; ');
  const isPlace = ({ slot }: Said) => slot === 'from' || slot === 'to';
  const needsToday = said.some(({ relative }) => relative === true);
  const bare = left.length === 1 && said.length === 0 ? placeNamed(rest()) : undefined;
  if (bare !== undefined) return { facts: {}, bare, leftOver: [], unclear: [], needsToday: false };

  said = withLaterDays(withLists(said));
  // "12 December, Saturday": the weekday says the same, or there is no such day.
  const firm = said.find(
    ({ slot, value, weekday: named }) => slot === 'date' && value !== undefined && named === undefined,
  );
  const isSaidAgain = ({ slot, weekday: named }: Said) =>
    slot === 'date' && named !== undefined && firm !== undefined && named === weekday(firm.value as Day);
  said = said.filter((one) => !isSaidAgain(one));
  const isOtherDay = firm !== undefined && said.some((one) => one.slot === 'date' && one.weekday !== undefined);
  drop(({ slot }) => slot === 'date' && isOtherDay);
  drop(
    (one) => one.value === undefined && !(one.relative && today === undefined) && !(one.later && today === undefined),
  );
  if (listed(said, 'airlines').some((code) => listed(said, 'notAirlines').includes(code)))
    drop(({ slot }) => slot === 'airlines' || slot === 'notAirlines');
  drop((one) =>
    said.some((other) => other !== one && other.slot === one.slot && one.slot !== 'party' && !isSame(other, one)),
  );
  if (
    new Set([...placesIn(rest()), ...said.filter(isPlace).map(({ value }) => value as Place)].map((one) => one.en))
      .size > 2
  )
    drop(isPlace);
  if (OTHER_TIME.test(rest())) drop(({ slot }) => DAYS.has(slot) || TIMES.has(slot));
  if (MAYBE_DATE.test(rest())) drop(({ loose }) => loose === true);
  if (isBackwards(said)) drop(({ slot }) => DAYS.has(slot));
  if (PER_HEAD.test(rest())) drop(({ slot }) => slot === 'maxPrice' || slot === 'currency');
  if (left.length > 0) drop(({ guessed }) => guessed === true);

  const spoken = said.flatMap(({ slot, value }) => (slot === 'party' ? [value as PartyWord] : []));
  const inDoubt = PEOPLE.test(rest());
  const { party, open } = addUp(spoken);
  const openNow: Open[] = inDoubt ? [...new Set<Open>(['adults', ...open])] : [...open];
  if (openNow.includes('adults')) drop(({ slot }) => slot === 'party');
  if (openNow.includes('infants')) for (const name of ['infantsLap', 'infantsSeat']) unclear.add(name);
  if (openNow.includes('adults')) unclear.add('adults');
  const travellers = (party.adults ?? 1) + (party.children ?? 0);
  drop(({ slot, each }) => slot === 'bags' && each !== true && (travellers > 1 || openNow.length > 0));

  const stated = said.filter(({ slot, value }) => slot !== 'party' && value !== undefined);
  const facts: Facts = {
    ...Object.fromEntries(stated.map(({ slot, value }) => [slot, value])),
    ...(openNow.includes('adults') ? {} : withoutNone(party)),
    ...(openNow.length === 0 ? {} : { open: openNow }),
  };
  return { facts, bare, leftOver: joined(left, text).slice(0, MOST_PHRASES), unclear: [...unclear], needsToday };
}

/** No child is said by saying nothing of children. */
function withoutNone({ children, ...party }: ReturnType<typeof addUp>['party']): Facts {
  return { ...party, ...(children === undefined || children === 0 ? {} : { children }) };
}

const listed = (said: readonly Said[], slot: Said['slot']): string[] => [
  ...new Set(said.flatMap((one) => (one.slot === slot && Array.isArray(one.value) ? (one.value as string[]) : []))),
];

const withLists = (said: readonly Said[]): Said[] =>
  said.map((one) =>
    ADDING.has(one.slot) && Array.isArray(one.value) ? { ...one, value: listed(said, one.slot) } : one,
  );

/** "Back on the 22nd", "two days later", "back Sunday": told from the day of departure. */
function withLaterDays(said: readonly Said[]): Said[] {
  const out = said.find(({ slot }) => slot === 'date')?.value as Day | undefined;
  return said.map((one) => {
    if (one.slot !== 'returnDate' || out === undefined) return one;
    if (one.later?.days !== undefined) return { ...one, value: addDays(out, one.later.days) };
    if (one.later?.dateOfMonth !== undefined) return { ...one, value: nextDate(out, one.later.dateOfMonth) };
    if (one.weekday === undefined) return one;
    return { ...one, value: addDays(out, (one.weekday - weekday(out) + 7) % 7) };
  });
}

function nextDate(from: Day, date: number): Day | undefined {
  const { year, month } = parts(from);
  return [dayOf(year, month, date), month === 12 ? dayOf(year + 1, 1, date) : dayOf(year, month + 1, date)].find(
    (day) => day !== undefined && day > from,
  );
}

function isBackwards(said: readonly Said[]): boolean {
  const of = (slot: Said['slot']) => said.find((one) => one.slot === slot)?.value as Day | undefined;
  const [out, back] = [of('date'), of('returnDate')];
  return out !== undefined && back !== undefined && back < out;
}

/** Said back at most. */
const MOST_PHRASES = 5;

interface Phrase {
  readonly text: string;
  readonly index: number;
}

/** Joins neighbours into one phrase, in the order of the text. */
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

/** Facts that the readers take from a text, and the text with these parts blotted out. */
function take(text: string, readers: readonly Reader[], index: number, today: Day | undefined) {
  const said: Said[] = [];
  let rest = text;
  for (const { pattern, read } of readers) {
    rest = rest.replace(pattern, (...match) => {
      const at = match.findIndex((part) => typeof part === 'number');
      const [whole = ''] = match as string[];
      if (whole.includes(TAKEN) && whole.replaceAll(TAKEN, '').trim() === '') return whole;
      const phrase = { text: whole.trim(), index: index + Number(match[at]) + whole.search(/\S/) };
      said.push(...read(match.slice(0, at) as (string | undefined)[], today).map((one) => ({ ...one, ...phrase })));
      return TAKEN.repeat(whole.length);
    });
  }
  return { said, rest };
}

function readClause({ text, index }: Phrase, today: Day | undefined): { said: Said[]; left: Phrase[] } {
  const { said, rest } = take(text, READERS, index, today);
  if (UNSURE.test(rest.replace(ASKING, '')))
    return { said: [], left: [{ text: text.trim(), index: index + text.search(/\S/) }] };
  const left = [...rest.matchAll(new RegExp(`[^${TAKEN}]+`, 'g'))].flatMap(({ 0: piece, index: at }) => {
    const phrase = withoutFillers(piece);
    return phrase === '' ? [] : [{ text: phrase, index: index + at + piece.indexOf(phrase) }];
  });
  return { said, left };
}

const ENDS = new RegExp(`^(?:${ZH_FILLERS})|(?:${ZH_FILLERS})$|^[^\\p{L}\\p{N}$€£¥#@]+|[^\\p{L}\\p{N})]+$`, 'u');

/** Removes the words at its ends that say nothing of a trip; empty where there are no others. */
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

const isSame = (one: Said, other: Said): boolean =>
  isPlaceValue(one.value) && isPlaceValue(other.value)
    ? one.value.query === other.value.query
    : String(one.value) === String(other.value);

const isPlaceValue = (value: Said['value']): value is Place =>
  typeof value === 'object' && value !== null && 'query' in value;
