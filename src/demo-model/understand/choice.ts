/** The flight that a message means, among those on the screen, and questions about rules. */
import { positionsIn } from '../../shared/text/text.ts';
import type { Language } from '../language.ts';
import { meaningOf } from './phrases.ts';
import { withDigits } from './text.ts';

/** Questions about rules rather than flights, and where the skill's reference answers them. */
export type Topic = 'baggage' | 'fares' | 'cities' | 'names' | 'other';

/** In each language where the reference has both; the English section otherwise. */
const HEADINGS: Readonly<Partial<Record<Topic, Readonly<Record<Language, RegExp>>>>> = {
  baggage: { en: /^## Baggage/im, zh: /^## 行李/m },
  fares: { en: /^## .*(?:Fares|Refunds)/im, zh: /^## .*退票/m },
  cities: { en: /^## Supported cities/im, zh: /^## Supported cities/im },
};

export const findTopic = (text: string): Topic | undefined => meaningOf('topic', text) as Topic | undefined;

/** Lines of a section that answer a question, where it asks for less than all of it. */
const PARTS: readonly (readonly [asked: RegExp, line: RegExp])[] = [
  [/refund|money back|cancel|退/i, /^\||refund|退/i],
  [/chang|rebook|改/i, /^\||change|改/i],
  [/child|infant|baby|kid|toddler|儿童|婴儿|宝宝|孩/i, /children|infant|儿童|婴儿/i],
  [/check|early|airport|值机|提前|机场/i, /check-in|值机/i],
];

/** The section, or its lines that answer the question; undefined where there is none. */
export function findPassage(reference: string, topic: Topic, language: Language, asked: string): string | undefined {
  const sections = reference.split(/^(?=## )/m);
  const headed = (heading = /(?!)/) => sections.find((part) => heading.test(part));
  const section = headed(HEADINGS[topic]?.[language]) ?? headed(HEADINGS[topic]?.en);
  const wanted = topic === 'fares' ? PARTS.filter(([pattern]) => pattern.test(asked)) : [];
  return section
    ?.replace(/^## .*\n/, '')
    .split('\n')
    .filter((line) => wanted.length === 0 || wanted.some(([, pattern]) => pattern.test(line)))
    .join('\n')
    .trim();
}

export type Choice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'flights'; readonly flights: readonly string[]; readonly total?: number; readonly day?: string }
  | { readonly by: 'position'; readonly position: number };

export const FLIGHT = /(?<![A-Z\d])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4}(?![A-Z\d])/g;
/** Text that the card of flights sends for the person. */
const CARD = /^(?:I choose .*?|我选.*?)[,，]\s*[^\d,，]{1,5}([\d,]+(?:\.\d+)?)$/;
const CARD_DAY = /\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?|(?:\d{4}年)?\d{1,2}月\d{1,2}日/;
/** The text of a card, or a flight or place in the list that is named by its number. */
export function readChoice(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const card = CARD.exec(text);
  if (flights !== null && card !== null) {
    const [day] = CARD_DAY.exec(text) ?? [];
    const total = Number((card[1] ?? '').replaceAll(',', ''));
    return { by: 'flights', flights, total, ...(day === undefined ? {} : { day }) };
  }
  if (flights !== null) return { by: 'flights', flights };
  const position = positionIn(text);
  return position === undefined ? undefined : { by: 'position', position };
}

/** "The second one", "number four", 第二个, "#3", "3"; undefined for several. */
export function positionIn(text: string): number | undefined {
  // "Not the first one, the second".
  const said = withDigits(text)
    .replace(/\bnumber one\b/gi, 'number 1')
    .replace(/\b(?:go (?:with|for)|take|pick|choose|book|have) (\d)(?=$|[.,!]| please)/gi, 'number $1')
    .replace(/\b(?:not|instead of|rather than) (?:the )?\w+(?: one)?\b|不(?:是|要)第[一二三四五六七八九十\d]+个?/g, '')
    .replace(/^[\s,，;]+|[\s,，;]+$/g, '');
  const [position, ...others] = positionsIn(said);
  return others.length === 0 ? position : undefined;
}

/** `NH964, 24 Dec, CN¥2,860`, as the list on the screen says a row. */
export function readRow(text: string): Choice | undefined {
  const flights = text.match(FLIGHT);
  const total = /(?:[¥$€£]|\b[A-Z]{3} ?)([\d,]+(?:\.\d+)?)$/.exec(text)?.[1]?.replaceAll(',', '');
  return flights === null
    ? undefined
    : { by: 'flights', flights, ...(total === undefined ? {} : { total: Number(total) }) };
}
