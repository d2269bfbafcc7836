/**
 * A message with its known parts as single signs, so that the grammar is written over kinds of parts and not over words:
 * "from London to Lisbon on 22 January" is "from ⓟ to ⓟ on ⓓ".
 */
import type { Day, DayFound } from './calendar.ts';
import { findDays } from './days.ts';
import { MONEY, readMoney } from './money.ts';
import {
  AIRLINE_NAME,
  AIRPORT,
  airlineBeside,
  airlinesIn,
  airportsIn,
  CITY,
  PLACE_ELSEWHERE,
  type Place,
  placeNamed,
  placeSaid,
} from './places.ts';

// Times of day as `HH:MM`, parts of a day, and spans of time, as people say them.

const ZH_PART = '(?:凌晨|清晨|早上|早晨|早|上午|中午|下午|傍晚|晚上|(?<!最)晚|夜里)';
/** Sources without groups. */
const TIME = [
  '\\b\\d{1,2}(?:[:.][0-5]\\d)? ?(?:am|pm|a\\.m\\.?|p\\.m\\.?)(?![a-z])',
  "\\b\\d{1,2}(?::[0-5]\\d)? ?(?:o'?clock)?(?: in the (?:morning|afternoon|evening)| at night)",
  '\\b\\d{1,2}:[0-5]\\d\\b|(?<=\\b(?:before|after|by|at|until|past) )\\d{1,2}\\.[0-5]\\d\\b',
  '\\b(?:1\\d|2[0-3])h\\b',
  "\\b\\d{1,2} ?o'?clock\\b",
  '\\b(?:[01]\\d|2[0-3])[0-5][05](?= ?(?:or (?:later|earlier|after|before)|hrs|hours|onwards)\\b)|(?<=\\b(?:after|before|by|leaving|until) )(?:[01]\\d|2[0-3])[0-5][05]\\b',
  '\\b(?:noon|midday|midnight|lunchtime)\\b',
  "(?<=(?<!difference )\\b(?:before|after|by|until|till|past|than|at|from|around|about|between|between \\d{1,2} and) )\\d{1,2}(?: ?o'?clock)?(?=$|[,.;!?:]| (?:on|and|or|please|at|but|so|if|from|to|because|as|in|only|will|is|would)\\b| [\ue000-\ue3ff])",
  `${ZH_PART}?\\d{1,2}(?:点(?:[0-5]?\\d分?|[一二三]刻)?钟?|[:：][0-5]\\d)`,
  '(?:中午|正午)(?=[之以]?[前后])',
].join('|');

const two = (value: number) => String(value).padStart(2, '0');

/** A bare hour is that of a day's business: 7 to 12 before, 1 to 6 after noon. */
function readTime(said: string): string | undefined {
  const text = said.trim().toLowerCase();
  if (/^(?:noon|midday|lunchtime|中午|正午)$/.test(text)) return '12:00';
  if (text === 'midnight') return '23:59';
  const [, digits = '', split, more = split] = /(\d{1,2})(?:[:.：点](\d{1,2})?|(\d\d))?/.exec(text) ?? [];
  let hour = Number(digits);
  const minute = more === undefined ? (/一刻/.test(text) ? 15 : /三刻/.test(text) ? 45 : 0) : Number(more);
  const isMorning = /a\.?m|morning|凌晨|清晨|早|上午/.test(text);
  const isLater = /p\.?m|afternoon|evening|at night|下午|傍晚|晚|夜/.test(text);
  if (isLater && hour < 12) hour += 12;
  else if (isMorning && hour === 12) hour = 0;
  else if (/中午/.test(text) && hour < 4) hour += 12;
  else if (!isMorning && !isLater && hour >= 1 && hour <= 6 && !/^\d{2}:|:\d\d/.test(text)) hour += 12;
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : undefined;
}

const SPAN =
  '(?:(?:an?|half an|\\d{1,2}(?:\\.5)?)(?: and a half)? ?(?:hours?|hrs?|h)\\b(?: and a half\\b)?|\\d{1,3} ?min(?:ute)?s?\\b|(?:\\d{1,2}个?半?|半个?)小时|\\d{2,3} ?分钟)';

/** Minutes. */
function readSpan(said: string): number | undefined {
  const text = said.toLowerCase();
  const count = Number(/\d+/.exec(text)?.[0] ?? 1);
  if (/min|分钟/.test(text)) return count;
  if (/^half|^半/.test(text)) return 30;
  return count * 60 + (/and a half|\.5|半/.test(text) ? 30 : 0);
}

const DAY_PART =
  '(?<=[\\ue300-\\ue3ff],? )[ap]m\\b|(?<!\\d )\\b(?:early |late |first thing in the |in the )?(?:mornings?|afternoons?|evenings?|eve|night|after (?:work|lunch|dinner|a late lunch)|before lunch|first thing|red[- ]?eyes?)\\b(?! class)|(?:早上|早晨|清晨|一早|上午|(?:吃完)?(?:午饭|中饭|午餐)[之以]?后|吃(?:完|过)(?:午饭|中饭|午餐)|半夜|深夜|中午|午后|下午|傍晚|(?<!\\d个?)晚上|夜里|晚间|下班后?|红眼)';

/** Earliest and latest of a part of the day. */
function readDayPart(said: string): { readonly after?: string; readonly before?: string } {
  if (/red|红眼|半夜|深夜/i.test(said)) return { before: '06:00' };
  if (/work|evening|eve$|night|傍晚|晚|夜|下班|dinner/i.test(said)) return { after: '18:00' };
  if (/中午/.test(said)) return { after: '11:00', before: '14:00' };
  if (/after (?:a late )?lunch|[饭餐][之以]?后|[完过][午中]/i.test(said)) return { after: '12:00' };
  if (/^pm$/i.test(said)) return { after: '12:00' };
  if (/afternoon|下午|午后/i.test(said)) return { after: '12:00', before: '18:00' };
  return { before: '12:00' };
}

/** Private characters of a kind: the sign of its n-th part is the first plus n. */
const FIRST = {
  place: 0xe000,
  airline: 0xe100,
  airport: 0xe200,
  day: 0xe300,
  time: 0xe400,
  part: 0xe500,
  span: 0xe600,
  money: 0xe700,
} as const;
type Kind = keyof typeof FIRST;
const range = (kind: Kind) => `[\\u${FIRST[kind].toString(16)}-\\u${(FIRST[kind] + 0xff).toString(16)}]`;
/** Sources without groups. */
export const [PLACE, AIRLINE, PORT, DAY, CLOCK, PART, LENGTH, SUM] = (
  ['place', 'airline', 'airport', 'day', 'time', 'part', 'span', 'money'] as const
).map(range) as [string, string, string, string, string, string, string, string];

interface Token {
  readonly kind: Kind;
  /** The words of the person. */
  readonly text: string;
  readonly place?: Place;
  readonly codes?: readonly string[];
  readonly day?: DayFound;
  readonly time?: string | undefined;
  readonly part?: ReturnType<typeof readDayPart>;
  readonly minutes?: number | undefined;
  readonly money?: ReturnType<typeof readMoney>;
}

export interface Tokens {
  /** The message with signs. */
  readonly text: string;
  token(sign: string): Token;
  /** A piece of `text` as it was said. */
  said(piece: string): string;
}

export function tokensOf(message: string, today: Day): Tokens {
  const tokens = new Map<string, Token>();
  const counts = new Map<Kind, number>();
  const signOf = (token: Token): string => {
    const n = counts.get(token.kind) ?? 0;
    counts.set(token.kind, n + 1);
    const sign = String.fromCharCode(FIRST[token.kind] + Math.min(n, 0xff));
    tokens.set(sign, token);
    return sign;
  };
  const isChinese = /\p{Script=Han}/u.test(message);
  let text = message;
  const take = (
    kind: Kind,
    source: string,
    flags: string,
    read: (said: string) => Omit<Token, 'kind' | 'text'> | undefined,
  ) => {
    text = text.replace(new RegExp(source, flags), (said: string) => {
      const value = read(said);
      return value === undefined ? said : signOf({ kind, text: said, ...value });
    });
  };
  take('airline', AIRLINE_NAME, 'gu', (said) => ({ codes: airlinesIn(said) }));
  take('airline', `(?<=${AIRLINE}(?:,? (?:or|and) |, ?| ?/ ?))[A-Za-z]{4,}`, 'gu', (said) => {
    const codes = airlineBeside.get(said.toLowerCase());
    return codes === undefined ? undefined : { codes };
  });
  take('place', PLACE_ELSEWHERE, 'gu', (said) => ({ place: placeSaid(said) }));
  take('place', `${CITY}(?:市(?!中心))?`, 'gu', (said) => {
    const place = placeNamed(said) ?? placeNamed(said.replace(/市$/, ''));
    return place === undefined ? undefined : { place };
  });
  take('airport', AIRPORT, 'gu', (said) => ({ codes: airportsIn(said) }));
  const days = findDays(text, today);
  let [marked, at] = ['', 0];
  for (const day of days) {
    marked += text.slice(at, day.index) + signOf({ kind: 'day', text: day.text, day });
    at = day.index + day.text.length;
  }
  text = marked + text.slice(at);
  take('money', `(?:${MONEY})(?:(?<=\\D)|(?![\\d:]))`, 'giu', (said) => {
    const money = readMoney(said, isChinese);
    return money === undefined || (!/[^\d.,\s]/.test(said) && !(isChinese && /^\d{3,6}\s*$/.test(said)))
      ? undefined
      : { money };
  });
  take('time', TIME, 'giu', (said) => ({ time: readTime(said) }));
  take('part', DAY_PART, 'giu', (said) => ({ part: readDayPart(said) }));
  take('span', SPAN, 'giu', (said) => ({ minutes: readSpan(said) }));
  const token = (sign: string): Token => {
    const found = tokens.get(sign);
    if (found === undefined) throw new Error(`No part of the message has the sign ${sign}.`);
    return found;
  };
  return {
    text,
    token,
    said: (piece) => piece.replace(/[\ue000-\ue7ff]/g, (sign) => tokens.get(sign)?.text ?? ''),
  };
}
