/** Places in a sentence, and which of them the journey goes from and to. */
import { AIRPORT_TABLE, CITY_TABLE, OTHER_CITY_TABLE } from './city-table.ts';

export interface Place {
  /** What the script is given: a city's English name, an airport's code, or the person's own word. */
  readonly query: string;
  readonly en: string;
  readonly zh: string;
  /** In mainland China: prices there are in yuan, whatever the language. */
  readonly mainland?: true;
}

export interface Mention {
  readonly place: Place;
  readonly index: number;
  readonly length: number;
}

interface Name {
  readonly text: string;
  readonly place: Place;
}

/** Codes that are words, and a name that is one: only in capitals. */
const ALSO_WORDS =
  /^(?:male|nice|can|tao|sin|man|ist|den|was|mad|ber|rom|per|mel|mia|las|dad|sea|lim|add|han|pen|bos|del|mil|par|mow|lon|nan|ham|los|san|tae|sai|inc|het|cun|hav|sof|opo|beg|otp|ham|msy|la|ny|hk|kl|rio)$/i;

const NAMES = [...names(CITY_TABLE, true), ...names(OTHER_CITY_TABLE, false), ...airportNames()];
/** The first that has a name keeps it. */
const BY_KEY = new Map(NAMES.toReversed().map((name) => [keyOf(name.text), name]));
const ANY_NAME = anyOf(NAMES.map((name) => name.text));

/** In the order of the text. A longer name wins over a shorter one that begins in the same place. */
export function findPlaces(text: string): Mention[] {
  return [...text.matchAll(ANY_NAME)].flatMap((match) => {
    const name = BY_KEY.get(keyOf(match[0]));
    if (name === undefined || (ALSO_WORDS.test(match[0]) && match[0] !== name.text)) return [];
    return [{ place: name.place, index: match.index, length: match[0].length }];
  });
}

export function placeNamed(text: string): Place | undefined {
  const [only, ...more] = findPlaces(text);
  return more.length === 0 && only?.length === text.trim().length ? only?.place : undefined;
}

/** "New York" is also "new-york" and "NewYork". */
function keyOf(text: string): string {
  return text.toLowerCase().replace(/[ -]/g, '');
}

function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const sources = longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '[ -]?'));
  const isHan = (text: string) => /\p{Script=Han}/u.test(text);
  const chinese = sources.filter(isHan).join('|');
  const latin = sources.filter((source) => !isHan(source)).join('|');
  return new RegExp(`${chinese}|(?<![\\p{L}\\d])(?:${latin})(?![\\p{Script=Latin}\\d])`, 'giu');
}

function names(table: string, supported: boolean): Name[] {
  return rows(table).flatMap(([en = '', zh = '', codeList = '', others = '', country = '']) => {
    const codes = codeList.split(' ').filter(Boolean);
    const home = country === 'CN' ? { mainland: true as const } : {};
    const city: Place = { query: en, en, zh: zh === '' ? en : zh, ...home };
    const asSaid = (text: string): Place => (supported ? city : { ...city, query: text });
    const words = [en, zh, ...others.split(',')].filter(Boolean);
    return [
      ...words.map((text) => ({ text, place: asSaid(text) })),
      ...codes.map((code, index) => ({
        text: code,
        // An airport's own code asks for that airport; the city's code and a lone airport's mean the city.
        place: supported && index > 0 ? { ...city, query: code } : asSaid(code),
      })),
    ];
  });
}

function airportNames(): Name[] {
  const cities = names(CITY_TABLE, true);
  return rows(AIRPORT_TABLE).flatMap(([code = '', en = '', zh = '']) => {
    const city = cities.find((name) => name.text === code)?.place;
    if (city === undefined) return [];
    // SHA is all of Shanghai to the script: Hongqiao is asked for by its name.
    const place = { ...city, query: code === 'SHA' ? en : code };
    const inFull = [`${city.en} ${en}`, `${city.zh}${zh}`];
    return [en, zh, `${zh}机场`, ...inFull].map((text) => ({ text, place }));
  });
}

function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
}
