/** Airlines and airports by the names that people use, from the lists of the skill's form. */
import airlines from '../../../skills/book-flight/data/airlines.json' with { type: 'json' };
import airports from '../../../skills/book-flight/data/airports.json' with { type: 'json' };
import { placeNamed } from './cities.ts';

const SUFFIX = / (?:Air ?Lines|Airways|Airlines|Aviation|Air)$/;
/** Separate words as well: only with "Airlines" behind them. */
const ALSO_WORDS =
  /^(?:Spring|American|Alaska|Hawaiian|Brussels|Vietnam|Sichuan|Shanghai|Shenzhen|Hainan|Singapore|Japan|Malaysia|Philippine|Austrian|Ethiopian|Kenya|China|Turkish|Thai)$/;

/** Short names that the form's list does not have. */
const SHORT_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['TAP', 'TP'],
  ['LOT', 'LO'],
  ['ITA', 'AZ'],
  ['维珍', 'VS'],
  ['捷星', 'JQ'],
  ['沙特航空', 'SV'],
  ['埃航', 'ET'],
];
/** Airlines only where the sentence speaks of one: "not with American". No place is called so. */
const ADJECTIVES: readonly (readonly [name: string, code: string])[] = [
  ['American', 'AA'],
  ['Austrian', 'OS'],
  ['Ethiopian', 'ET'],
  ['Hawaiian', 'HA'],
  ['Thai', 'TG'],
  ['Turkish', 'TK'],
];

const airlineNames = new Map<string, string>([
  ...[...SHORT_NAMES, ...ADJECTIVES].map(([name, code]): [string, string] => [name.toLowerCase(), code]),
  ...airlines.flatMap(({ value, label, words = '' }) => {
    const short = label.en.replace(SUFFIX, '');
    const english = [label.en, ...(ALSO_WORDS.test(short) ? [] : [short]), ...words.split(' ')];
    return [...english, label.zh, value]
      .filter((name) => name !== '' && !ALSO_WORDS.test(name))
      .map((name): [string, string] => [name.toLowerCase(), value]);
  }),
]);

const airportNames = new Map<string, readonly string[]>(
  airports.flatMap(({ value, label, words }) => {
    const [zhCity = ''] = /\p{Script=Han}+$/u.exec(words) ?? [];
    const enCity = words.slice(0, words.length - zhCity.length).trim();
    const own = [label.en.replace(`${enCity} `, ''), label.zh.replace(zhCity, '')];
    // An airport that is named like its city is the city's only one, or not meant by that name alone.
    const names = own.filter((name) => name.length > 1 && placeNamed(name) === undefined && name !== 'Capital');
    return [...names, label.en, label.zh, value].map((name): [string, readonly string[]] => [
      name.toLowerCase(),
      [value],
    ]);
  }),
);

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Codes count in capitals only; other names in any letters. A source without groups, for patterns without the flag `i`. */
const sourceOf = (names: Iterable<string>) => {
  const all = [...names].sort((a, b) => b.length - a.length);
  const spelt = (name: string) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const han = all.filter((name) => /\p{Script=Han}/u.test(name)).map(escaped);
  const codes = all.filter((name) => /^(?:[a-z\d]{2}|[a-z]{3})$/.test(name) && !/^(?:sas|klm|ana|jal|eva)$/.test(name));
  const english = all.filter((name) => !/\p{Script=Han}/u.test(name) && !codes.includes(name));
  return `(?:${han.join('|')}|(?<![A-Za-z\\d])(?:${english.map(escaped).map(spelt).join('|')}|${codes.map((code) => code.toUpperCase()).join('|')})(?![A-Za-z\\d]))`;
};

const adjectives = new Set(ADJECTIVES.map(([name]) => name.toLowerCase()));

export const AIRLINE = sourceOf([...airlineNames.keys()].filter((name) => !adjectives.has(name)));
/** Places where an airline is sure to be meant. */
export const NAMED_AIRLINE = `(?:${AIRLINE}|\\b(?:${ADJECTIVES.map(([name]) => name).join('|')})\\b(?! (?!(?:flights?|please|or|and|nor|again|today|tomorrow|on|at|for|from|this|next)\\b)[a-z]))`;
export const AIRPORT = sourceOf(airportNames.keys());

const all = <T>(text: string, source: string, read: (name: string) => T | undefined): T[] =>
  [...text.matchAll(new RegExp(source, 'gu'))].flatMap(([name]) => read(name) ?? []);

/** Codes of all that are named. */
export const airlinesIn = (text: string): string[] => [
  ...new Set(all(text, NAMED_AIRLINE, (name) => airlineNames.get(name.toLowerCase()))),
];

export const airportsIn = (text: string): string[] => [
  ...new Set(all(text, AIRPORT, (name) => airportNames.get(name.toLowerCase())).flat()),
];

/** Airports of a city, or the one airport that is named. */
export function airportsOf(city: string): string[] {
  const place = placeNamed(city);
  if (place === undefined) return [];
  return airports
    .filter(({ value, words }) => place.query === value || words === `${place.en} ${place.zh}`)
    .map(({ value }) => value);
}

/** The words for people. */
export function airlineName(code: string, language: 'en' | 'zh'): string {
  return airlines.find(({ value }) => value === code)?.label[language] ?? code;
}

export function airportName(code: string, language: 'en' | 'zh'): string {
  return airports.find(({ value }) => value === code)?.label[language] ?? code;
}
