/** Which of the flights shown a person means. */
import { findAirline } from './airlines.ts';
import { NUMBER, readNumber } from './numbers.ts';
import { clockTime } from './wishes.ts';

export type Choice =
  | { readonly by: 'offer-id'; readonly id: string }
  | { readonly by: 'flights'; readonly flights: readonly string[] }
  | { readonly by: 'position'; readonly position: number }
  | { readonly by: 'last' }
  | {
      readonly by: 'best';
      readonly quality: 'price' | 'duration' | 'earliest' | 'latest' | 'dearest';
      /** Among the flights without a stop. */
      readonly direct?: true;
    }
  | { readonly by: 'time'; readonly time: string; readonly whole: boolean }
  | { readonly by: 'airline'; readonly code: string }
  | { readonly by: 'price'; readonly amount: number }
  | { readonly by: 'direct' };

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ORDINAL_WORD = new RegExp(`\\b(${ORDINALS.join('|')})\\b(?![- ]class)`, 'i');
const ORDINAL_NUMBER =
  /\b(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i;
const CHINESE_ORDINAL = new RegExp(`第\\s*(${NUMBER})\\s*(?:个|班|趟|张|条|项|款|航班|份)?`);
const NUMBERED =
  /\b(?:option|number|no\.?|flight|offer|#)\s*#?\s*(\d{1,2}|one|two|three|four|five|six)\b|#(\d{1,2})\b|(\d{1,2})\s*号(?:航班|方案|票)/i;
const BARE_NUMBER = new RegExp(
  `^\\s*(?:选|要|就|订|i(?:'ll| will) take|take|book)?\\s*(${NUMBER})\\s*(?:吧|please|号)?[.。!！]?\\s*$`,
  'i',
);

const BESTS: readonly (readonly [RegExp, 'price' | 'duration' | 'earliest' | 'latest' | 'dearest'])[] = [
  [
    /最便宜|便宜的?(?:那|这)(?:个|班|趟|张|一)|最低价|价格最低|最省钱|\b(?:cheapest|lowest[- ]price[d]?|least expensive)\b/i,
    'price',
  ],
  [/最快|时间最短|飞得最短|\b(?:fastest|quickest|shortest)\b/i, 'duration'],
  [/最早|\bearliest\b/i, 'earliest'],
  [/最晚|\blatest\b|\blast flight\b/i, 'latest'],
  [/最贵|\bmost expensive\b/i, 'dearest'],
];

/** Words by which a time, an airline or a price points at one of the flights instead of filtering a search. */
const POINTS =
  /那(?:个|班|趟|张|一|款)|这(?:个|班|趟|张|一|款)|就(?:要|订|选|它|买)|^(?:选|要|订|我要|我选)|的那|那一班|\b(?:the .{0,40}?(?:one|flight|option)|i(?:'ll| will) (?:take|have|go with)|take the|book the|choose|pick|go with|i want the)\b/i;
const CLOCK =
  /(早上|上午|中午|下午|晚上|凌晨)?\s*(\d{1,2}|[一二两三四五六七八九十]{1,3})(?:[:：](\d{2})|点(半|\d{1,2}分?)?|(?=\s*[ap]\.?m))\s*([ap]\.?m\.?)?/i;
const PRICE =
  /(?:¥|￥|\$|cny|usd)\s*([\d,]{3,})|([\d,]{3,})\s*(?:元|块|美元|人民币|cny|usd|dollars?|yuan)?\s*(?:的)?(?:那|这|\bone\b|\bflight\b)/i;

const MONEY = /(?:¥|￥|\$|cny|usd)\s*[\d,.]+|[\d,.]+\s*(?:元|块|美元|cny|usd|dollars?|yuan)/i;
const DIRECT = /直飞|\b(?:direct|non-?stop)\b/i;
const FLIGHT = /(?<![A-Za-z\d])((?:(?!on|in|at|to|of|by|or|is)[A-Z]{2}|[A-Z]\d|\d[A-Z])\s?\d{2,4})(?![A-Za-z\d-])/gi;

export function findChoice(text: string, offerIds: readonly string[]): Choice | undefined {
  const id = offerIds.find((one) => text.includes(one));
  if (id !== undefined) return { by: 'offer-id', id };
  const position = findPosition(text);
  if (position !== undefined) return { by: 'position', position };
  const flights = [...text.matchAll(FLIGHT)].map((match) => (match[1] ?? '').toUpperCase().replace(/\s/g, ''));
  if (flights.length > 0) return { by: 'flights', flights };
  if (/最后(?:一)?(?:个|班|趟)|\bthe last one\b/i.test(text)) return { by: 'last' };
  const quality = BESTS.find(([pattern]) => pattern.test(text))?.[1];
  if (quality !== undefined) return { by: 'best', quality, ...(DIRECT.test(text) ? { direct: true } : {}) };
  return POINTS.test(text) ? findPointed(text) : undefined;
}

/** Every part that describes a flight on the screen, for a message that has picked one. */
export function choiceRanges(text: string): { index: number; length: number }[] {
  const airline = findAirline(text);
  const parts = [
    ...[ORDINAL_WORD, CHINESE_ORDINAL, ORDINAL_NUMBER, NUMBERED, BARE_NUMBER, POINTS, CLOCK, MONEY, DIRECT],
    ...[FLIGHT, /最后(?:一)?(?:个|班|趟)|\bthe last one\b/i, ...BESTS.map(([pattern]) => pattern)],
  ];
  const found = parts.flatMap((pattern) => [...text.matchAll(new RegExp(pattern.source, 'gi'))]);
  const ranges = found.map(({ index, 0: part }) => ({ index, length: part.length }));
  return airline === undefined ? ranges : [...ranges, airline];
}

export function findPosition(text: string): number | undefined {
  const word = ORDINAL_WORD.exec(text)?.[1];
  if (word !== undefined) return ORDINALS.indexOf(word.toLowerCase()) + 1;
  const numbered = NUMBERED.exec(text);
  const number =
    CHINESE_ORDINAL.exec(text)?.[1] ??
    ORDINAL_NUMBER.exec(text)?.[1] ??
    numbered?.[1] ??
    numbered?.[2] ??
    numbered?.[3];
  return readNumber(number ?? BARE_NUMBER.exec(text)?.[1] ?? '');
}

function findPointed(text: string): Choice | undefined {
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const half = clock[4] === '半' ? '30' : clock[4]?.replace('分', '');
    const time = clockTime({ hour: clock[2], minute: clock[3] ?? half, period: clock[1], suffix: clock[5] });
    if (time !== undefined) return { by: 'time', time, whole: clock[3] === undefined && half === undefined };
  }
  const price = PRICE.exec(text);
  const amount = Number((price?.[1] ?? price?.[2] ?? '').replace(/,/g, ''));
  if (price !== null && amount > 0) return { by: 'price', amount };
  const airline = findAirline(text)?.code;
  if (airline !== undefined) return { by: 'airline', code: airline };
  return DIRECT.test(text) ? { by: 'direct' } : undefined;
}
