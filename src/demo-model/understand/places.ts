/** Cities, airports and airlines by the names that people use, from the lists of the skill's form; and the facts of a trip. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import words from '../data/words.json' with { type: 'json' };
import type { Day } from './calendar.ts';

interface Listed {
  readonly value: string;
  readonly label: { readonly en: string; readonly zh: string };
  readonly words?: string;
}
interface Airline extends Listed {
  readonly alliance?: string;
  readonly lowCost?: boolean;
}
const airlines = listOf<Airline>('airlines');
const airports = listOf<Listed & { readonly words: string; readonly city: string }>('airports');
const cities = listOf<Listed & { readonly words: string; readonly country: string }>('cities');

/** A list that the skill itself searches, in the nearest folder above that has the skill: sources and builds differ in depth. */
function listOf<T>(name: string): readonly T[] {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'skills', 'book-flight', 'data', `${name}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T[];
    if (folder === path.dirname(folder))
      throw new Error(`No folder above ${import.meta.dirname} has skills/book-flight.`);
  }
}

/** The cities that the skill's forms offer, by their names in both languages and by codes in capitals. */
export interface Place {
  /** Arguments of the script: a city's English name, an airport's code, or the person's own word. */
  readonly query: string;
  readonly en: string;
  readonly zh: string;
  /** In mainland China: prices there are in yuan, whatever the language. */
  readonly mainland?: true;
}

/** English names in the form's list beside the first; the others there are too like other words. */
const ALSO_KNOWN_AS: ReadonlySet<string> = new Set(words.alsoKnownAs);
/** "Male" is a word; the city goes by its code. */
const NAMES = new Map<string, Place>(
  cities.flatMap(({ value, label, words: names, country }) => {
    const city: Place = { query: label.en, ...label, ...(country === 'CN' ? { mainland: true } : {}) };
    const others = names.split(', ').flatMap((word): [string, Place][] => {
      if (/^[A-Z]{3}$/.test(word)) {
        return [[word, word === value ? city : { ...city, query: word }]];
      }
      if (/^[A-Z]{2}$/.test(word)) return ALSO_KNOWN_AS.has(word) ? [[word, city]] : [];
      return ALSO_KNOWN_AS.has(word) || /\P{ASCII}/u.test(word) ? [[word.toLowerCase(), city]] : [];
    });
    const english: [string, Place][] = label.en === 'Male' ? [] : [[label.en.toLowerCase(), city]];
    return [...others, ...english, [label.zh, city]];
  }),
);

// Airports by their own names, where a city has several.
for (const { value, label, city: code, words } of airports) {
  const city = NAMES.get(code);
  if (city === undefined || airports.filter((one) => one.city === code).length < 2) continue;
  const [zhCity = ''] = /\p{Script=Han}+$/u.exec(words) ?? [];
  const [en, zh] = [label.en.replace(`${city.en} `, ''), label.zh.replace(zhCity, '')].map((one) =>
    one.replace(/ Liberty$|自由$/, ''),
  ) as [string, string];
  // One whose code stands for the city as well cannot be searched alone.
  const isAlone = value !== code;
  const called = [
    label.en,
    label.zh,
    `${label.zh}机场`,
    ...(zh.length > 1 ? [`${zh}机场`] : []),
    ...(isAlone && zh.length > 1 && !/首都|大兴|松山/.test(zh) ? [zh] : []),
    ...(/^[A-Z][A-Za-z ]{3,}$/.test(en) && en !== 'Capital' ? [en, `${en} airport`] : []),
  ];
  for (const name of called)
    if (!NAMES.has(name.toLowerCase())) NAMES.set(name.toLowerCase(), { ...city, query: value });
}

/** Short forms that the list of cities does not have. */
for (const [short = '', full = ''] of words.aliases) {
  const place = NAMES.get(full);
  if (place !== undefined) NAMES.set(short, place);
}

/** Names and codes of all cities and of airports that are called by a name. */
export const cityNames: readonly string[] = [...NAMES.keys()];
const names = [...cityNames].sort((a, b) => b.length - a.length);
const han = names.filter((name) => /\p{Script=Han}/u.test(name)).join('|');
const codes = names.filter((name) => /^[A-Z]{2,3}$/.test(name)).join('|');
/** Small and capital letters alike; spelt out, as codes count in capitals only. */
const english = names
  .filter((name) => /^\p{Ll}/u.test(name))
  .map((name) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|');

/** Places that no flight goes to: what is near them is for the skill's script to say. */
const ELSEWHERE = new Map(
  listOf<readonly [en: string, zh: string, code: string]>('elsewhere').flatMap(([en, zh, code]) => {
    const short = zh.replace(/岛$/, '');
    const called = [
      en,
      zh,
      code,
      ...(short.length > 1 ? [short] : []),
      ...(en.length > 4 && !/^(?:Split|Clark|Aspen)$/.test(en) ? [en.toLowerCase()] : []),
      ...(en.includes('.') ? [en.replace('.', ''), en.replace('.', '').toLowerCase()] : []),
    ];
    return called.filter((name) => !NAMES.has(name)).map((name): [string, Place] => [name, { query: en, en, zh }]);
  }),
);
for (const [short = '', full = ''] of words.aliases) {
  const place = ELSEWHERE.get(full);
  if (place !== undefined) ELSEWHERE.set(short, place);
}
const PARTS: ReadonlySet<string> = new Set([...ELSEWHERE.keys()].flatMap((name) => name.split(' ')));
const GIVEN_NAMES = new Set(words.givenNames);
const elsewhere = [...ELSEWHERE.keys()].sort((a, b) => b.length - a.length);
const [hanElsewhere, latinElsewhere] = [true, false].map((isHan) =>
  elsewhere
    .filter((name) => /\p{Script=Han}/u.test(name) === isHan)
    .map((name) => {
      // 北海 is not the start of 北海道.
      const longer = cityNames.filter((one) => one.length > name.length && one.startsWith(name));
      const notLonger = longer.map((one) => `(?!${one.slice(name.length)})`).join('');
      return GIVEN_NAMES.has(name) ? `${name}(?! \\p{Lu}\\p{Ll})` : name.replaceAll('.', '\\.?') + notLonger;
    })
    .join('|'),
);
/** "To goa", "from cork": short names in small letters are places behind such a word alone. */
const short = elsewhere.filter((name) => /^[A-Z][a-z]{2,3}$/.test(name) && !/^(?:Male|Ali|Paro)$/.test(name));
for (const name of short) ELSEWHERE.set(name.toLowerCase(), ELSEWHERE.get(name) as Place);
const shortElsewhere = `(?<=\\b(?:to|from|in|via) )(?:${short.join('|').toLowerCase()})(?![a-z\\d])`;
/** Those and no city beside them. */
export const PLACE_ELSEWHERE = `(?:${shortElsewhere}|${hanElsewhere}|(?<![A-Za-z\\d])(?:${latinElsewhere})(?![A-Za-z\\d]))`;

/** A source for regular expressions without groups. */
export const CITY = `(?:${han}|(?<![A-Za-z\\d])(?:${english}|${codes})(?![A-Za-z\\d$]))`;

export function placeNamed(text: string): Place | undefined {
  const name = text.trim();
  return NAMES.get(name) ?? NAMES.get(name.toLowerCase());
}

export function placesIn(text: string): Place[] {
  return [...text.matchAll(new RegExp(CITY, 'gu'))].flatMap(([name]) => placeNamed(name) ?? []);
}

/** A name that is not on the list: whether it can be flown to is for the skill's script to say. */
export const unknownPlace = (name: string): Place => ({ query: name, en: name, zh: name });

export const placeSaid = (name: string): Place => placeNamed(name) ?? ELSEWHERE.get(name.trim()) ?? unknownPlace(name);

export const isAirport = (place: Place): boolean => place.query !== place.en && /^[A-Z]{3}$/.test(place.query);

/** A name of a place or a word of one, served or not. */
export const isPlace = (word: string): boolean =>
  placeNamed(word) !== undefined || PARTS.has(word) || ELSEWHERE.has(word);

/** The facts of a trip, and the phrases that state them. */
export type Cabin = 'economy' | 'premium' | 'business' | 'first';

/** Questions that the form does not force: who flies is never guessed. */
export type Open = 'adults' | 'infants';

export interface FlownLeg {
  readonly from: Place;
  readonly to: Place;
  readonly date: Day;
}

/** The first minute of the day after. */
export const NEXT_DAY = '00:00+1';

/** `HH:MM`, local to where it happens. */
export type Times = Partial<Record<`${'depart' | 'arrive'}${'After' | 'Before'}`, string>>;
/** Those of the way back. */
type ReturnTimes = Partial<Record<`return${'Depart' | 'Arrive'}${'After' | 'Before'}`, string>>;

export interface Facts extends Readonly<Times>, Readonly<ReturnTimes> {
  readonly from?: Place;
  readonly to?: Place;
  readonly date?: Day;
  readonly returnDate?: Day;
  /** `YYYY-MM`, where no day is given. */
  readonly month?: string;
  /** `YYYY-MM`: the cheapest day of it, in place of a date. */
  readonly cheapestOf?: string;
  /** Away, with `cheapestOf`. */
  readonly nights?: number;
  /** Several cities in a row; `from`, `to` and `date` are then those of the first and the last. */
  readonly legs?: readonly FlownLeg[];
  /** The price of a watch: the person hears of it once the party pays less. */
  readonly below?: number;
  /** True if a way back is wanted; undefined where nothing was said. */
  readonly wantsReturn?: boolean;
  readonly adults?: number;
  readonly children?: number;
  readonly infantsLap?: number;
  readonly infantsSeat?: number;
  /** Number of infants, where a lap or a separate seat is open. */
  readonly babies?: number;
  /** Children's ages, in the form's format. */
  readonly ages?: string;
  readonly cabin?: Cabin;
  readonly direct?: boolean;
  /** Codes. */
  readonly airlines?: readonly string[];
  readonly notAirlines?: readonly string[];
  readonly notAirports?: readonly string[];
  readonly maxStops?: number;
  /** Minutes. */
  readonly minConnection?: number;
  readonly maxConnection?: number;
  /** Checked, for each traveller. */
  readonly bags?: number;
  /** For all, in `currency`. */
  readonly maxPrice?: number;
  readonly currency?: string;
  /** Days earlier or later. */
  readonly flex?: number;
  /** The order; by price where nothing is said. */
  readonly sort?: 'departure' | 'duration';
  readonly open?: readonly Open[];
}

/** Airlines and airports by the names that people use, from the lists of the skill's form. */
const SUFFIX = / (?:Air ?Lines|Airways|Airlines|Aviation|Air)$/;
/** Separate words as well: only with "Airlines" behind them. */
const ALSO_WORDS =
  /^(?:Spring|Fiji|American|Alaska|Hawaiian|Brussels|Vietnam|Sichuan|Shanghai|Shenzhen|Hainan|Singapore|Japan|Malaysia|Philippine|Austrian|Ethiopian|Kenya|China|Turkish|Thai|Jeju|Cebu|宿务|济州)$/;

/** Airlines only where the sentence speaks of one: "not with American". No place is called so. */
const ADJECTIVES = ['American', 'Austrian', 'Ethiopian', 'Hawaiian', 'Thai', 'Turkish'];

/** Airlines that are spoken of together. */
const GROUPS = [
  { en: 'low-cost airlines', zh: '廉价航空', of: 'lowCost' },
  { en: 'Star Alliance', zh: '星空联盟', of: 'S' },
  { en: 'SkyTeam', zh: '天合联盟', of: 'K' },
  { en: 'oneworld', zh: '寰宇一家', of: 'O' },
].map(({ of, ...names }) => {
  const members = airlines.filter((one) => one.alliance === of || of in one);
  return { ...names, codes: members.map(({ value }) => value) };
});

const airlineNames = new Map<string, readonly string[]>([
  ['air nz', ['NZ']],
  ...GROUPS.flatMap(({ en, zh, codes }) => [en, zh].map((name): [string, string[]] => [name.toLowerCase(), codes])),
  ...airlines.flatMap(({ value, label, words = '' }) => {
    const short = label.en.replace(SUFFIX, '');
    const english = [label.en, ...(ALSO_WORDS.test(short) ? [] : [short]), ...words.split(' ')];
    return [...english, label.zh, value]
      .filter((name) => name !== '' && (ADJECTIVES.includes(name) || !ALSO_WORDS.test(name)))
      .map((name): [string, readonly string[]] => [name.toLowerCase(), [value]]);
  }),
]);

export const isAirlineName = (word: string): boolean => airlineNames.has(word.toLowerCase());

/** Airlines by a word that means more, understood beside another airline: "Delta or Alaska". */
export const airlineBeside = new Map(
  airlines.map(({ value, label }) => [label.en.replace(SUFFIX, '').toLowerCase(), [value]] as const),
);

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
  // "Ana" and "Eva" are people.
  const spelt = (name: string) =>
    /^[a-z]{3}$/.test(name)
      ? `${name}|${name.toUpperCase()}`
      : name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const han = all.filter((name) => /\p{Script=Han}/u.test(name)).map(escaped);
  const codes = all.filter(
    (name) =>
      /^(?:[a-z\d]{2}|[a-z]{3})$/.test(name) && !/^(?:sas|klm|ana|jal|eva|la|hk|kl|ny|ok|it|am|as|in|no)$/.test(name),
  );
  const english = all.filter((name) => !/\p{Script=Han}/u.test(name) && name.length > 2 && !codes.includes(name));
  return `(?:${han.join('|')}|(?<![A-Za-z\\d])(?:${english.map(escaped).map(spelt).join('|')}|${codes.map((code) => code.toUpperCase()).join('|')})(?![A-Za-z\\d]))`;
};

const adjectives = new Set(ADJECTIVES.map((name) => name.toLowerCase()));

const AIRLINE = sourceOf([...airlineNames.keys()].filter((name) => !adjectives.has(name)));
/** Places where an airline is sure to be meant. */
/** 21日航班 is no airline. */
const SHORT = [...airlineNames.keys()].filter((name) => /^[a-z]{3}$/.test(name) && !/^(?:sun|air|the|one)$/.test(name));
export const AIRLINE_NAME = `(?:(?<=\\b(?:with|by|on|fly|flying|be|avoid|no|not) )(?:${SHORT.join('|')})\\b(?= ?(?:$|[,.;!?]|please|flights?|if|or|and))|(?<!\\d(?=日航))${AIRLINE}|(?<!\\b(?:I am|I'm|is|are|we're|an?) )\\b(?:${ADJECTIVES.map((name) => `[${name[0]}${name[0]?.toLowerCase()}]${name.slice(1)}`).join('|')})\\b(?! (?!(?:flights?|please|or|and|nor|again|today|tomorrow|on|at|for|from|this|next)\\b)[a-z]))`;
export const AIRPORT = sourceOf(airportNames.keys());

const all = <T>(text: string, source: string, read: (name: string) => T | undefined): T[] =>
  [...text.matchAll(new RegExp(source, 'gu'))].flatMap(([name]) => read(name) ?? []);

/** Codes of all that are named. */
export const airlinesIn = (text: string): string[] => [
  ...new Set(
    airlineNames.get(text.toLowerCase()) ??
      all(text, AIRLINE_NAME, (name) => airlineNames.get(name.toLowerCase())).flat(),
  ),
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

/** The words for people: those of a group where all of it are meant. */
export function airlineNamesOf(codes: readonly string[], language: 'en' | 'zh'): string[] {
  const whole = GROUPS.filter((group) => group.codes.every((code) => codes.includes(code)));
  const others = codes.filter((code) => !whole.some((group) => group.codes.includes(code)));
  return [...whole.map((group) => group[language]), ...labelsOf(airlines, others, language)];
}

export const airportNamesOf = (codes: readonly string[], language: 'en' | 'zh') => labelsOf(airports, codes, language);

const labelsOf = (list: typeof airlines | typeof airports, codes: readonly string[], language: 'en' | 'zh'): string[] =>
  codes.map((code) => list.find(({ value }) => value === code)?.label[language] ?? code);
