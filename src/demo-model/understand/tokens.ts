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
import { DAY_PART, readDayPart, readSpan, readTime, SPAN, TIME } from './times.ts';

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
