/** Places in a sentence, and which of them the journey goes from and to. */
import { AIRPORT_TABLE, CITY_TABLE, OTHER_CITY_TABLE } from './city-table.ts';
import { blank } from './normalise.ts';

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
  readonly exactCase: boolean;
}

/** Codes that are words, and a name that is one: only in capitals. */
const ALSO_WORDS =
  /^(?:male|nice|can|tao|sin|man|ist|den|was|mad|ber|rom|per|mel|mia|las|dad|sea|lim|add|han|pen|bos|del|mil|par|mow|lon|nan|ham|los|san|tae|sai|inc|het|cun|hav|sof|opo|beg|otp|ham|msy|la|ny|hk|kl|rio)$/i;

const NAMES: readonly Name[] = [...names(CITY_TABLE, true), ...names(OTHER_CITY_TABLE, false), ...airportNames()].sort(
  (a, b) => b.text.length - a.text.length,
);

/** In the order of the text. A longer name wins over a shorter one inside it. */
export function findPlaces(text: string): Mention[] {
  const found: Mention[] = [];
  let rest = text;
  for (const name of NAMES) {
    for (const index of occurrences(rest, name)) {
      found.push({ place: name.place, index, length: name.text.length });
      rest = blank(rest, [{ index, length: name.text.length }]);
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

export function placeNamed(text: string): Place | undefined {
  const [only, ...more] = findPlaces(text);
  return more.length === 0 && only?.length === text.trim().length ? only?.place : undefined;
}

function occurrences(text: string, name: Name): number[] {
  const isHan = /\p{Script=Han}/u.test(name.text);
  const source = name.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '[ -]?');
  const pattern = isHan ? source : `(?<![\\p{L}\\d])${source}(?![\\p{Script=Latin}\\d])`;
  return [...text.matchAll(new RegExp(pattern, name.exactCase ? 'gu' : 'giu'))].map((match) => match.index);
}

function names(table: string, supported: boolean): Name[] {
  return rows(table).flatMap(([en = '', zh = '', codeList = '', others = '', country = '']) => {
    const codes = codeList.split(' ').filter(Boolean);
    const home = country === 'CN' ? { mainland: true as const } : {};
    const city: Place = { query: en, en, zh: zh === '' ? en : zh, ...home };
    const asSaid = (text: string): Place => (supported ? city : { ...city, query: text });
    const words = [en, zh, ...others.split(',')].filter(Boolean);
    return [
      ...words.map((text) => ({ text, place: asSaid(text), exactCase: ALSO_WORDS.test(text) })),
      ...codes.map((code, index) => ({
        text: code,
        // An airport's own code asks for that airport; the city's code and a lone airport's mean the city.
        place: supported && index > 0 ? { ...city, query: code } : asSaid(code),
        exactCase: ALSO_WORDS.test(code),
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
    return [en, zh, `${zh}机场`, ...inFull].map((text) => ({ text, place, exactCase: false }));
  });
}

function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
}
